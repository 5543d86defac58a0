// The door of documents: papers of borrowers, and their contents.
import type { Capability } from '#platform/capability.ts';
import { agreement } from './agreements.ts';
import { document, documentOfBorrower, legalHoldUpdate, sensitiveRead } from './document.ts';
import { eraseDocuments } from './erase-documents.ts';
import { documentErrors } from './errors.ts';
import { documentInfected, documentUploaded } from './events.ts';
import type { OfTemplate } from './of-template.ts';
import { documentRetention } from './retention.ts';
import { documentRoutes } from './routes.ts';
import { scansCheck } from './scanning/check-scans.ts';
import { scanningContents } from './scanning/scan-job.ts';
import { documentSealed } from './sealed.ts';
import { documentStates } from './states.ts';
import { documentTables } from './tables.ts';
import { uploadLink } from './upload-link.ts';

export { givenOf } from './contents.ts';
export { keepCopy, sourceOf } from './copies.ts';
export { document, sensitiveRead } from './document.ts';
export { type DocumentStatus, type DocumentType, documentTypes, isAgreed } from './document-types.ts';
export { documentErrors } from './errors.ts';
export { documentUploaded, toldOfDocument } from './events.ts';
export { fillDocument, type MakingContext, makeDocument } from './made-document.ts';
export type { OfTemplate } from './of-template.ts';
export { type Keeping, keptDocumentsOf } from './retention.ts';
export type { DocumentRow } from './tables.ts';

export const documents = ({ ofTemplate }: { readonly ofTemplate: OfTemplate }): Capability => ({
  name: 'documents',
  migrations: new URL('./migrations/', import.meta.url),
  tables: documentTables,
  sealed: documentSealed,
  errors: { Documents: documentErrors },
  events: [...document.events, ...documentRetention.events, documentUploaded, documentInfected, ...uploadLink.events],
  states: [documentStates],
  permissions: [sensitiveRead, legalHoldUpdate],
  resolvers: { 'document descriptor': documentOfBorrower, agreement },
  routes: (whole) => documentRoutes(ofTemplate, whole),
  claimed: [scanningContents],
  checks: [scansCheck],
  erasing: [eraseDocuments],
  expiring: [{ table: 'document_slices', column: 'expires_at', keptSeconds: 0 }],
});
