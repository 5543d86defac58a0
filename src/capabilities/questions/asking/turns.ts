// How many questions this process asks at once: few, so that the server stays free for the service, and fewer for one
// company, so that none keeps the others waiting: of those that wait, the company with the fewest under way is next. What
// only looks at a question is over soon, and has turns of its own.
import type { Realm } from '#platform/db/realm.ts';
import { Refusal } from '#platform/errors.ts';
import { questionErrors } from '../errors.ts';

/** How many there are at once, how many of them for one company, and how many of it may wait. */
interface AtMost {
  readonly all: number;
  readonly own: number;
  readonly waiting: number;
}

interface Waiting {
  readonly companyId: string;
  begin(): void;
}

/** Returns what ends the turn. Errors: QuestionsBusy. */
type TakeTurn = (realm: Realm) => Promise<() => void>;

function turnsOf(atMost: AtMost): TakeTurn {
  const underWay = new Map<string, number>();
  const waiting: Waiting[] = [];
  let count = 0;
  const ofCompany = (companyId: string): number => underWay.get(companyId) ?? 0;
  const mayBegin = (companyId: string) => count < atMost.all && ofCompany(companyId) < atMost.own;
  const begin = (companyId: string) => {
    count += 1;
    underWay.set(companyId, ofCompany(companyId) + 1);
  };
  const nextOne = (): Waiting | undefined =>
    waiting
      .filter(({ companyId }) => mayBegin(companyId))
      .toSorted((a, b) => ofCompany(a.companyId) - ofCompany(b.companyId))[0];
  const end = (companyId: string) => {
    count -= 1;
    underWay.set(companyId, ofCompany(companyId) - 1);
    if (ofCompany(companyId) === 0) underWay.delete(companyId);
    const next = nextOne();
    if (next === undefined) return;
    waiting.splice(waiting.indexOf(next), 1);
    next.begin();
  };
  const inLine = (companyId: string) =>
    new Promise<void>((resolve) => {
      const itsTurn = () => {
        begin(companyId);
        resolve();
      };
      waiting.push({ companyId, begin: itsTurn });
    });
  return async ({ companyId }) => {
    if (mayBegin(companyId)) begin(companyId);
    else if (waiting.filter((one) => one.companyId === companyId).length < atMost.waiting) await inLine(companyId);
    else throw new Refusal(questionErrors.QuestionsBusy, 'Too many questions of this company wait already.');
    return () => end(companyId);
  };
}

export const turns = {
  answering: turnsOf({ all: 4, own: 2, waiting: 20 }),
  /** At names and types, or at how it would be answered. */
  looking: turnsOf({ all: 3, own: 1, waiting: 5 }),
};
