// How many questions this process asks at once: few, so that the server stays free for the service, and fewer for one
// company and mode, so that none keeps the others waiting.
import type { Realm } from '#platform/db/realm.ts';
import { Refusal } from '#platform/errors.ts';
import { questionErrors } from '../errors.ts';

const atOnceMax = 6;
const ofRealmMax = 2;
/** More would wait longer than anybody wants to. */
const waitingOfRealmMax = 20;

interface Waiting {
  readonly key: string;
  begin(): void;
}

const underWay = new Map<string, number>();
const waiting: Waiting[] = [];
let count = 0;

const mayBegin = (key: string): boolean => count < atOnceMax && (underWay.get(key) ?? 0) < ofRealmMax;

function begin(key: string): void {
  count += 1;
  underWay.set(key, (underWay.get(key) ?? 0) + 1);
}

function end(key: string): void {
  count -= 1;
  const left = (underWay.get(key) as number) - 1;
  if (left === 0) underWay.delete(key);
  else underWay.set(key, left);
  const next = waiting.findIndex((one) => mayBegin(one.key));
  if (next >= 0) waiting.splice(next, 1)[0]?.begin();
}

/** Returns what ends the turn. Errors: QuestionsBusy. */
export async function takeTurn({ mode, companyId }: Realm): Promise<() => void> {
  const key = `${mode} ${companyId}`;
  if (mayBegin(key)) {
    begin(key);
    return () => end(key);
  }
  if (waiting.filter((one) => one.key === key).length >= waitingOfRealmMax) {
    throw new Refusal(questionErrors.QuestionsBusy, 'Too many questions of this company wait already.');
  }
  await new Promise<void>((resolve) => {
    waiting.push({
      key,
      begin() {
        begin(key);
        resolve();
      },
    });
  });
  return () => end(key);
}
