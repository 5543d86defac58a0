// The door of papers: what borrowers hold in hand, made as PDF.
import type { Capability } from '#platform/capability.ts';
import { paperRoutes } from './routes.ts';
import { makingStatementDocuments } from './statement-documents.ts';
import { paperTables } from './tables.ts';

export const papers: Capability = {
  name: 'papers',
  migrations: new URL('./migrations/', import.meta.url),
  tables: paperTables,
  routes: paperRoutes,
  claimed: [makingStatementDocuments],
};
