// Every endpoint of loans.
import type { Endpoint } from '#platform/http/endpoint.ts';
import { actionRoutes } from './actions.ts';
import { loanRoutes } from './loans.ts';

export const routes: Endpoint[] = [...loanRoutes, ...actionRoutes];
