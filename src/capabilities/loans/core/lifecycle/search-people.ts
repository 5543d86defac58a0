// Finds the borrowers of a loan for the search of people: whose it is, and who borrows with them.
import { idOfReference } from '#platform/resource/external-ids.ts';
import type { SubjectSearch } from '#platform/subject-search.ts';
import { loanKind } from './loan.ts';

/** By the id of the loan, or `ext-` and its external id. Of an unknown one nobody is found. */
export const byLoan: SubjectSearch = {
  permission: 'loan:list',
  async find(reader, reference) {
    const id = await idOfReference(reader, loanKind, reference);
    if (id === undefined) return { ids: [] };
    const rows = await reader.rows(
      reader.db.selectFrom('loans').select(['person_id', 'additional_people']).where('id', '=', id),
    );
    return {
      ids: rows.flatMap(({ person_id, additional_people }) => [
        person_id,
        ...additional_people.map(({ personId }) => personId),
      ]),
    };
  },
};
