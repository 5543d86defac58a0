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
  readonly own: number;
  begin(): void;
}

/** Returns what ends the turn; `ownMax`: so many of the company are under way with it at most. Errors: QuestionsBusy. */
type TakeTurn = (realm: Realm, ownMax?: number) => Promise<() => void>;

function turnsOf(atMost: AtMost): TakeTurn {
  const underWay = new Map<string, number>();
  const waiting: Waiting[] = [];
  let count = 0;
  const ofCompany = (companyId: string): number => underWay.get(companyId) ?? 0;
  const mayBegin = ({ companyId, own }: Omit<Waiting, 'begin'>) => count < atMost.all && ofCompany(companyId) < own;
  const begin = (companyId: string) => {
    count += 1;
    underWay.set(companyId, ofCompany(companyId) + 1);
  };
  /** What has waited longest of its company is next: what came later would take its place again and again. */
  const isFirst = ({ companyId }: Waiting, i: number) => waiting.findIndex((one) => one.companyId === companyId) === i;
  const nextOne = (): Waiting | undefined =>
    waiting
      .filter(isFirst)
      .filter(mayBegin)
      .toSorted((a, b) => ofCompany(a.companyId) - ofCompany(b.companyId))[0];
  const end = (companyId: string) => {
    count -= 1;
    underWay.set(companyId, ofCompany(companyId) - 1);
    if (ofCompany(companyId) === 0) underWay.delete(companyId);
    for (let next = nextOne(); next !== undefined; next = nextOne()) {
      waiting.splice(waiting.indexOf(next), 1);
      next.begin();
    }
  };
  const inLine = (companyId: string, own: number) =>
    new Promise<void>((resolve) => {
      const itsTurn = () => {
        begin(companyId);
        resolve();
      };
      waiting.push({ companyId, own, begin: itsTurn });
    });
  return async ({ companyId }, ownMax = atMost.own) => {
    const own = Math.min(ownMax, atMost.own);
    const before = waiting.filter((one) => one.companyId === companyId).length;
    if (before === 0 && mayBegin({ companyId, own })) begin(companyId);
    else if (before < atMost.waiting) await inLine(companyId, own);
    else throw new Refusal(questionErrors.QuestionsBusy, 'Too many questions of this company wait already.');
    return () => end(companyId);
  };
}

export const turns = {
  answering: turnsOf({ all: 4, own: 2, waiting: 20 }),
  /** At names and types, or at how it would be answered. */
  looking: turnsOf({ all: 3, own: 1, waiting: 5 }),
};
