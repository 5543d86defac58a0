// How transactions looked in earlier versions of the interface.
import type { VersionStep } from '#platform/http/versions.ts';

/** For the answers of reads and of writes. */
export const transactionVersions: VersionStep[] = ['Transaction', 'ChangedTransaction'].map((resource) => ({
  since: '2025-03-26',
  resource,
  change: '`metaData` was added.',
  before({ metaData: _, ...earlier }) {
    return earlier;
  },
}));
