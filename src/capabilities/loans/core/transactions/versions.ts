// How transactions looked in earlier versions of the interface.
import { fieldAdded, type VersionStep } from '#platform/http/versions.ts';

/** For the answers of reads and of writes. */
export const transactionVersions: VersionStep[] = ['Transaction', 'ChangedTransaction'].map((resource) =>
  fieldAdded('2025-03-26', resource, 'metaData'),
);
