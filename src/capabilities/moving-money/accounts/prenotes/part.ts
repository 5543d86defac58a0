// Entries without money that show whether an account is there.
import { tablesByName } from '#platform/db/define-table.ts';
import type { Part } from '#platform/part.ts';
import { erasePrenotes } from './erase-prenotes.ts';
import { prenoteErrors } from './errors.ts';
import { prenoteRoutes } from './routes.ts';
import { prenotesSealed } from './sealed.ts';
import { prenotes } from './tables.ts';

export const prenotePart: Part = {
  tables: tablesByName(prenotes),
  sealed: prenotesSealed,
  errors: { 'Moving money': prenoteErrors },
  routes: prenoteRoutes,
  erasing: [erasePrenotes],
};
