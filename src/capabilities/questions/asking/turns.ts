// How many questions this process asks at once: few, so that the server stays free for the service, and fewer for one
// company and mode, so that none keeps the others waiting. What only looks at a question is over soon, and has turns of its
// own.
import type { Realm } from '#platform/db/realm.ts';
import { Refusal } from '#platform/errors.ts';
import { questionErrors } from '../errors.ts';

/** How many there are at once, how many of them for one company and mode, and how many of it may wait. */
interface AtMost {
  readonly all: number;
  readonly own: number;
  readonly waiting: number;
}

interface Waiting {
  readonly key: string;
  begin(): void;
}

/** Returns what ends the turn. Errors: QuestionsBusy. */
type TakeTurn = (realm: Realm) => Promise<() => void>;

function turnsOf(atMost: AtMost): TakeTurn {
  const underWay = new Map<string, number>();
  const waiting: Waiting[] = [];
  let count = 0;
  const mayBegin = (key: string) => count < atMost.all && (underWay.get(key) ?? 0) < atMost.own;
  const begin = (key: string) => {
    count += 1;
    underWay.set(key, (underWay.get(key) ?? 0) + 1);
  };
  const end = (key: string) => {
    count -= 1;
    underWay.set(key, (underWay.get(key) as number) - 1);
    if (underWay.get(key) === 0) underWay.delete(key);
    const next = waiting.findIndex((one) => mayBegin(one.key));
    if (next >= 0) waiting.splice(next, 1)[0]?.begin();
  };
  const inLine = (key: string) =>
    new Promise<void>((resolve) => {
      const itsTurn = () => {
        begin(key);
        resolve();
      };
      waiting.push({ key, begin: itsTurn });
    });
  return async ({ mode, companyId }) => {
    const key = `${mode} ${companyId}`;
    if (mayBegin(key)) begin(key);
    else if (waiting.filter((one) => one.key === key).length < atMost.waiting) await inLine(key);
    else throw new Refusal(questionErrors.QuestionsBusy, 'Too many questions of this company wait already.');
    return () => end(key);
  };
}

export const turns = {
  answering: turnsOf({ all: 4, own: 2, waiting: 20 }),
  /** At names and types, or at how it would be answered. */
  looking: turnsOf({ all: 3, own: 1, waiting: 5 }),
};
