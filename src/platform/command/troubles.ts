// How often the shared commits of companies fail. A failed one is done again, each member by itself: where that happens
// often, sharing costs more than it saves, so the next commands of such a company are commits of their own.

type CommitEnd = 'kept' | 'failed';

/** A failure is made up for by so many commits that are kept. */
const failureWeighs = 4;
/** With so many that nothing has made up for, the company is in trouble. */
const failuresMax = 3;
/** So many commands of it share no commit. */
const aloneFor = 64;

export interface Troubles {
  /** Asked once for each command. */
  isInTrouble(companyId: string): boolean;
  note(companyId: string, end: CommitEnd): void;
}

/** A company that has no entry is well. */
export function troubles(): Troubles {
  const weights = new Map<string, number>();
  const alone = new Map<string, number>();
  return {
    isInTrouble(companyId) {
      const left = alone.get(companyId);
      if (left === undefined) return false;
      setOrDelete(alone, companyId, left - 1);
      return true;
    },
    note(companyId, end) {
      const before = weights.get(companyId) ?? 0;
      const weight = end === 'failed' ? before + failureWeighs : Math.max(0, before - 1);
      const isTrouble = weight > (failuresMax - 1) * failureWeighs;
      if (isTrouble) alone.set(companyId, aloneFor);
      setOrDelete(weights, companyId, isTrouble ? 0 : weight);
    },
  };
}

function setOrDelete(numbers: Map<string, number>, name: string, number: number): void {
  if (number > 0) numbers.set(name, number);
  else numbers.delete(name);
}
