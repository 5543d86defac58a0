// Tools for a list of loans.
import { importOperation } from '#platform/import/run-import.ts';
import type { Part } from '#platform/part.ts';
import { bulkRoutes } from './routes.ts';
import { bulkKind } from './tool.ts';
import { tools } from './tools.ts';

export const bulkPart: Part = {
  routes: bulkRoutes,
  operations: tools.map((tool) => importOperation(bulkKind(tool))),
};
