// The account at a bank to which money for a merchant goes.
import { tablesByName } from '#platform/db/define-table.ts';
import type { Part } from '#platform/part.ts';
import { merchantAccountEvents } from './events.ts';
import { merchantAccountRoutes } from './routes.ts';
import { merchantAccountsSealed } from './sealed.ts';
import { merchantAccounts } from './tables.ts';

export const merchantAccountPart: Part = {
  tables: tablesByName(merchantAccounts),
  sealed: merchantAccountsSealed,
  events: merchantAccountEvents,
  routes: merchantAccountRoutes,
};
