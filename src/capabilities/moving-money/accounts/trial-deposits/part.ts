// Two small amounts that show whose account it is.
import { tablesByName } from '#platform/db/define-table.ts';
import type { Part } from '#platform/part.ts';
import { eraseTrialDeposits } from './erase-trial-deposits.ts';
import { trialErrors } from './errors.ts';
import { trialRoutes } from './routes.ts';
import { trialSealed } from './sealed.ts';
import { trialDeposits } from './tables.ts';

export const trialPart: Part = {
  tables: tablesByName(trialDeposits),
  sealed: trialSealed,
  errors: { 'Moving money': trialErrors },
  routes: trialRoutes,
  erasing: [eraseTrialDeposits],
};
