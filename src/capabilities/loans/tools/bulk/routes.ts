// Endpoints of tools for many loans at once.
import type { Endpoint } from '#platform/http/endpoint.ts';
import { importEndpoints } from '#platform/import/endpoints.ts';
import { bulkKind, lineOf } from './tool.ts';
import { type DescribedTool, tools } from './tools.ts';

/** So few that a payment on one of the loans hardly has to wait. */
const linesTogether = 25;

const routesOf = (tool: DescribedTool): Endpoint[] =>
  importEndpoints({
    name: `bulk${tool.name[0]?.toUpperCase()}${tool.name.slice(1)}`,
    path: `/loans/bulk/${tool.path}`,
    summary: tool.summary,
    description: `JSON lines: a loan in each, the fields of ${tool.one.method} ${tool.one.path}, and an externalId of the line.`,
    kind: bulkKind(tool),
    // A preview shows what is owed to those who may read it.
    linePermissions: [tool.one.permission as string, 'loan:read'],
    line: lineOf(tool),
    previews: tool.one.previews === true,
    linesTogether,
    example: tool.lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });

export const bulkRoutes: Endpoint[] = tools.flatMap(routesOf);
