// Every endpoint of loans.
import type { Endpoint } from '#platform/http/endpoint.ts';
import { importRoutes, migrationRoutes } from '../boarding/routes.ts';
import { lockRoutes } from '../day/lock-status.ts';
import { transactionRoutes } from '../transactions/routes.ts';
import { actionRoutes } from './actions.ts';
import { bookRoutes } from './books.ts';
import { loanRoutes } from './loans.ts';
import { planRoutes } from './plans.ts';

export const routes: Endpoint[] = [
  ...loanRoutes,
  ...actionRoutes,
  ...planRoutes,
  ...bookRoutes,
  ...migrationRoutes,
  ...importRoutes,
  ...lockRoutes,
  ...transactionRoutes,
];
