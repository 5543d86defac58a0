// The form of borrowers in earlier versions of the interface.
import type { VersionStep } from '#platform/http/versions.ts';

export const peopleVersions: VersionStep[] = [
  {
    since: '2025-03-26',
    resource: 'Borrower',
    change: '`borrowerType` was added.',
    before({ borrowerType: _, ...earlier }) {
      return earlier;
    },
  },
  {
    since: '2025-03-26',
    resource: 'Borrower',
    change: '`collectionsIntensity` can be set; before, it is passed over in a body and named in `Ignored-Fields`.',
    readOnly: ['collectionsIntensity'],
  },
];
