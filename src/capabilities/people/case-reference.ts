// Actions may name the case that they belong to. There are no cases yet, so every reference to one is unknown.
import { errors, Refusal } from '#platform/errors.ts';

export function mustKnowCase(caseId: string | null | undefined): void {
  if (caseId === null || caseId === undefined) return;
  throw new Refusal(errors.NotFound, `There is no case ${caseId}.`, { data: { path: 'caseId' } });
}
