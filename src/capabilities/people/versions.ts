// The form of borrowers in earlier versions of the interface.
import { fieldAdded, type VersionStep } from '#platform/http/versions.ts';

export const peopleVersions: VersionStep[] = [fieldAdded('2025-03-26', 'Borrower', 'borrowerType')];
