// Finds borrowers by a case, or by the number of a bankruptcy at its court. The number is sealed: it is found by a keyed
// token of its letters and digits.
import { sql } from 'kysely';
import { type TokenOf, tokensToFind } from '#capabilities/people/index.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import type { SubjectSearches } from '#platform/subject-search.ts';
import type { OfType } from './case-content.ts';

const field = 'bankruptcyCourtCase';

/** Courts and people write `26-10482`, `26 10482` and `2610482`. */
const bareNumber = (number: string): string => number.toLowerCase().replace(/[^a-z0-9]/g, '');

/** What finds the case: of its fields the number at the court. */
export function courtCaseTokens(token: TokenOf, { fields }: OfType): string[] {
  const { courtCaseNumber: number } = fields;
  return typeof number === 'string' ? [token(field, bareNumber(number))] : [];
}

export const caseSearches: SubjectSearches = {
  caseId: {
    permission: 'case:list',
    async find(reader, reference) {
      const id = await idOfReference(reader, 'case', reference);
      if (id === undefined) return { ids: [] };
      return { rows: reader.db.selectFrom('cases').select('cases.person_id').where('id', '=', id) };
    },
  },
  bankruptcyCourtCase: {
    permission: 'case:list',
    async find(reader, text, vault) {
      const number = bareNumber(text);
      if (number === '') return { problem: 'has no letters or digits', expected: 'the number of a case at a court' };
      const tokens = tokensToFind(vault, reader.realm)(field, number);
      const has = sql<boolean>`search_tokens && ${tokens}::bigint[]`;
      const found = reader.db.selectFrom('cases').select('cases.person_id').where('case_type', '=', 'bankruptcy');
      return { rows: found.where(has) };
    },
  },
};
