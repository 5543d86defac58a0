// What every versioned thing has besides its own fields, in its table and in its answers. Users stand in it by their
// numbers, as the interface has it.
import { as } from '#platform/db/define-table.ts';
import { DateTime, Int, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { type VersionStatus, versionStatuses } from './versioned-states.ts';

/** The columns of its table; after them come its own. */
export const versionedColumns = {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  type_id: 'int',
  version: 'int',
  status: as<VersionStatus>('text'),
  derived_from_type_id: 'text',
  created_by: 'int?',
  published_at: 'instant?',
  published_by: 'int?',
  deprecated_at: 'instant?',
  deprecated_by: 'int?',
  deprecation_message: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
} as const;

const numberMax = 2_147_483_647;
export const typeNumber = (description: string) => Int({ min: 1, max: numberMax, example: 20_417, description });
export const versionNumber = Int({ min: 1, max: numberMax, example: 1 });

const byWhom = (what: string) =>
  Nullable(Int({ min: 1, max: numberMax }), { description: `The number of the user who ${what}; null: an API key.` });

/** The fields that a body may have. */
export const sentFields = {
  status: StringEnum(versionStatuses, { description: 'A new one is a `draft` if nothing is said, or `active`.' }),
  deprecationMessage: Nullable(Text({ max: 500 }), { description: 'Why it is not to be used any more.' }),
};

/** The fields that only answers have. */
export const shownFields = {
  typeId: typeNumber('The number of the type: all its versions have it.'),
  version: versionNumber,
  derivedFromTypeId: Text({ max: 10, example: '0', description: 'The number of the type it was copied from, or `0`.' }),
  createdBy: byWhom('made this version'),
  publishedAt: Nullable(DateTime),
  publishedBy: byWhom('published it'),
  deprecatedAt: Nullable(DateTime),
  deprecatedBy: byWhom('deprecated it, also by a version that took its place'),
};
