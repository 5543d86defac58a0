import { personContext } from '#capabilities/people/index.ts';
import type { NamedContext } from '#platform/conditions/named-context.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { baseCaseTypes } from './base-types.ts';
import { caseContext } from './case-context.ts';
import { customFieldsInUse } from './types-in-use.ts';

/** What a condition may name of a borrower, and of a case of any type: custom fields are those of types in use. */
export const contextsInUse = async (reader: Reader): Promise<readonly NamedContext[]> => [
  caseContext(baseCaseTypes, await customFieldsInUse(reader)),
  personContext,
];
