// Fields about the main borrower. They are personal, and opened for the tape alone; an erased borrower has none.
import type { Fields, TapeField } from './field.ts';

const identity = 'person.identity:read';

const personal = (kind: 'text' | 'date', permission: string, meaning: string, of: TapeField['of']): TapeField => ({
  kind,
  source: 'borrower',
  meaning,
  permission,
  isPersonal: true,
  isOfNow: true,
  of,
});

export const borrowerFields: Fields = {
  mainBorrowerExternalId: {
    kind: 'text',
    source: 'borrower',
    meaning: 'Your own id of the main borrower.',
    permission: 'person:read',
    isOfNow: true,
    of: ({ borrower }) => borrower.externalId,
  },
  mainBorrowerIdentityValue: personal(
    'text',
    identity,
    'The tax number of the main borrower, nine digits.',
    ({ borrower }) => borrower.identifying?.ssn ?? null,
  ),
  mainBorrowerFirstName: personal(
    'text',
    'person:read',
    'The first name.',
    ({ borrower }) => borrower.identifying?.name?.firstName ?? null,
  ),
  mainBorrowerMiddleName: personal(
    'text',
    'person:read',
    'The middle name.',
    ({ borrower }) => borrower.identifying?.name?.middleName ?? null,
  ),
  mainBorrowerLastName: personal(
    'text',
    'person:read',
    'The last name.',
    ({ borrower }) => borrower.identifying?.name?.lastName ?? null,
  ),
  mainBorrowerSuffix: personal(
    'text',
    'person:read',
    'What stands behind the name, such as Jr.',
    ({ borrower }) => borrower.identifying?.name?.suffix ?? null,
  ),
  mainBorrowerDateOfBirth: personal(
    'date',
    'person:read',
    'The date of birth.',
    ({ borrower }) => borrower.identifying?.dateOfBirth ?? null,
  ),
};

/** Whether anything must be opened for these fields. */
export const needsIdentifying = (names: readonly string[]): boolean =>
  names.some((name) => borrowerFields[name]?.isPersonal);
