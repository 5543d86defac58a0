// Loans that come from another system, one by one and in files.
import { importOperation } from '#platform/import/run-import.ts';
import type { Part } from '#platform/part.ts';
import { importLoans } from './import/import-loans.ts';
import { importRoutes, migrationRoutes } from './routes.ts';

export const boardingPart: Part = {
  routes: [...migrationRoutes, ...importRoutes],
  operations: [importOperation(importLoans)],
};
