// Whether what a case is about still holds.
import type { CaseFact, FactUsed } from '../contract.ts';
import type { Ask, LoanAsked } from './ask.ts';
import { concerns } from './ask.ts';

/** It was another person, or it is over. */
const freeing: readonly (string | null)[] = ['rejected', 'ended'];

/** A case counts until it is canceled, or completed as rejected or ended; it counts whether or not somebody works on it. */
const stands = ({ status, outcome }: CaseFact): boolean =>
  status !== 'canceled' && !(status === 'completed' && freeing.includes(outcome));

/** It is not another person's, whatever became of it. */
export const isTrue = ({ status, outcome }: CaseFact): boolean => status !== 'canceled' && outcome !== 'rejected';

/** The cases of a type as they stood when it was asked for: one that has moved since was open. */
export function casesOf({ cases, at }: Ask, caseType: string, holds = stands): CaseFact[] {
  return cases
    .filter((one) => one.caseType === caseType)
    .map((one) => (one.statusUpdatedAt > at ? { ...one, status: 'processing' as const, outcome: null } : one))
    .filter(holds);
}

export const aboutLoans = (cases: readonly CaseFact[], loans: readonly LoanAsked[]): CaseFact[] =>
  cases.filter(({ loanIds }) => concerns(loanIds, loans));

export const usedCase = ({ id }: CaseFact): FactUsed => ({ kind: 'case', id });
