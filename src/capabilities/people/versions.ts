// The form of borrowers in earlier versions of the interface.
import { fieldAdded, type VersionStep } from '#platform/http/versions.ts';

export const peopleVersions: VersionStep[] = [
  fieldAdded('2025-03-26', 'Borrower', 'borrowerType'),
  {
    since: '2025-03-26',
    resource: 'Borrower',
    change: '`collectionsIntensity` can be set; before, it is passed over in a body and named in `Ignored-Fields`.',
    readOnly: ['collectionsIntensity'],
  },
];
