// Every endpoint of loans.
import type { Endpoint } from '#platform/http/endpoint.ts';
import { importRoutes, migrationRoutes } from './boarding/routes.ts';
import { chargeRoutes } from './charges/routes.ts';
import { actionRoutes } from './lifecycle/action-routes.ts';
import { loanToRead } from './lifecycle/loan.ts';
import { lockRoutes } from './lifecycle/lock-status.ts';
import { listRoutes, loanRoutes } from './lifecycle/routes.ts';
import { products } from './products/list.ts';
import { bookRoutes } from './reads/routes.ts';
import { transactionRoutes } from './transactions/routes.ts';

export const routes: Endpoint[] = [
  ...loanRoutes,
  ...actionRoutes,
  ...listRoutes,
  ...products.flatMap((product) => product.routes(loanToRead)),
  ...chargeRoutes,
  ...bookRoutes,
  ...migrationRoutes,
  ...importRoutes,
  ...lockRoutes,
  ...transactionRoutes,
];
