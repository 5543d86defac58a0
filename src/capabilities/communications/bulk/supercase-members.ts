// The members of a supercase as rows of a bulk sending: each with its loan and its case.
import { membersAfter } from '#capabilities/supercases/index.ts';
import type { BulkSource } from './source.ts';

interface Given {
  readonly populationIds: readonly string[];
}

export const membersSource: BulkSource = {
  name: 'supercase',
  async after({ reader }, { sourceId: supercaseId, given }, place, limit) {
    const { populationIds } = given as Given;
    const asked = { supercaseId, populationIds: [...populationIds] };
    const members = await membersAfter(reader, asked, place ?? undefined, limit);
    return members.map(({ person_id: personId, id, position, loan_id, case_id }) => ({
      personId,
      id,
      position,
      asked: { loanIds: [loan_id], caseId: case_id },
      isCaseSure: true,
    }));
  },
};
