// The door of documents: papers of borrowers, and their contents.
import type { Capability } from '#platform/capability.ts';
import { agreement } from './agreements.ts';
import { document, documentOfBorrower, sensitiveRead } from './document.ts';
import { eraseDocuments } from './erase-documents.ts';
import { documentErrors } from './errors.ts';
import { documentUploaded } from './events.ts';
import { documentRoutes } from './routes.ts';
import { documentSealed } from './sealed.ts';
import { documentStates } from './states.ts';
import { documentTables } from './tables.ts';
import { uploadLink } from './upload-link.ts';

export { keepCopy, sourceOf } from './copies.ts';
export { document } from './document.ts';
export type { DocumentStatus, DocumentType } from './document-types.ts';
export { documentErrors } from './errors.ts';
export { documentUploaded, toldOfDocument } from './events.ts';
export { type MakingContext, makeDocument } from './made-document.ts';
export type { DocumentRow } from './tables.ts';

export const documents: Capability = {
  name: 'documents',
  migrations: new URL('./migrations/', import.meta.url),
  tables: documentTables,
  sealed: documentSealed,
  errors: { Documents: documentErrors },
  events: [...document.events, documentUploaded, ...uploadLink.events],
  states: [documentStates],
  permissions: [sensitiveRead],
  resolvers: { 'document descriptor': documentOfBorrower, agreement },
  routes: () => documentRoutes,
  erasing: [eraseDocuments],
  expiring: [{ table: 'document_slices', column: 'expires_at', keptSeconds: 0 }],
};
