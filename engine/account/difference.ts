// Two states of one loan, compared by natural keys. The books stay append-only: a correction is the difference,
// posted today and effective then.

import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { statusOf } from './loan.ts';
import type { BookedFee, LoanEvent, Obligation, Posting, Step } from './records.ts';
import type { AccountPosition, Status } from './state.ts';

/** Something with a key that exists only before, only after, or in both and is different. */
export interface Change<T> {
  readonly key: string;
  readonly before: T | null;
  readonly after: T | null;
}

/** A line of the account: of any product. */
interface AnyStep {
  readonly on: Day;
  readonly cause: string;
}

interface AnyObligation {
  readonly kind: string;
  readonly key: string;
}

/** The parts of a state that are compared. */
interface Compared<S, O> {
  readonly position: AccountPosition & { readonly obligations: readonly O[] };
  readonly records: {
    readonly steps: readonly S[];
    readonly postings: readonly Posting[];
    readonly fees: readonly BookedFee[];
    readonly obligations: readonly O[];
    readonly events: readonly LoanEvent[];
  };
}

export interface Difference<S = Step, O = Obligation> {
  readonly status: { readonly before: Status; readonly after: Status } | null;
  /** What must be posted so that the earlier books become the later ones; each day and cause balances. */
  readonly postings: readonly {
    readonly on: Day;
    readonly account: string;
    readonly cause: string;
    readonly amount: Cents;
  }[];
  readonly steps: readonly Change<S>[];
  readonly obligations: readonly Change<O>[];
  readonly fees: readonly Change<BookedFee>[];
  readonly events: { readonly gone: readonly LoanEvent[]; readonly come: readonly LoanEvent[] };
}

/** Both replayed from the same checkpoint, or both from the start. */
export function difference<S extends AnyStep, O extends AnyObligation>(
  before: Compared<S, O>,
  after: Compared<S, O>,
): Difference<S, O> {
  const [was, is] = [statusOf(before.position), statusOf(after.position)];
  const [postingsBefore, postingsAfter] = fromFirstUnlike(before.records.postings, after.records.postings);
  const [stepsBefore, stepsAfter] = fromFirstUnlike(before.records.steps, after.records.steps);
  const [eventsBefore, eventsAfter] = fromFirstUnlike(before.records.events, after.records.events);
  return {
    status: was === is ? null : { before: was, after: is },
    postings: corrections(postingsBefore, postingsAfter),
    steps: changes(stepsBefore, stepsAfter, ({ on, cause }) => `${on} ${cause}`),
    obligations: changes(obligationsOf(before), obligationsOf(after), obligationKey),
    fees: changes(before.records.fees, after.records.fees, ({ key, on }) => `${key} ${on}`),
    events: {
      gone: missing(eventsBefore, after.records.events),
      come: missing(eventsAfter, before.records.events),
    },
  };
}

/** Two replays are the same up to the first change, so the rows that both begin with are left out. */
function fromFirstUnlike<T extends object>(before: readonly T[], after: readonly T[]): [readonly T[], readonly T[]] {
  let same = 0;
  while (same < before.length && same < after.length && isSame(before[same], after[same])) same++;
  return same === 0 ? [before, after] : [before.slice(same), after.slice(same)];
}

/** Both must be plain data. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [was, is] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const key in was) if (!isSame(was[key], is[key])) return false;
  return Object.keys(was).length === Object.keys(is).length;
}

const obligationsOf = <O>({ records, position }: Compared<unknown, O>): O[] => [
  ...records.obligations,
  ...position.obligations,
];

export const obligationKey = ({ kind, key }: AnyObligation): string => `${kind}:${key}`;

/** In the order of days, and on a day in the order in which the causes happen. */
function corrections(before: readonly Posting[], after: readonly Posting[]): Difference['postings'] {
  const byKey = new Map<string, { on: Day; account: string; cause: string; amount: number }>();
  const places = placesOfCauses([...after, ...before]);
  const placeOf = (posting: Caused): number => places.get(dayAndCause(posting)) as number;
  const addAll = (postings: readonly Posting[], sign: 1 | -1): void => {
    for (const { on, account, cause, amount } of postings) {
      const key = `${on} ${account} ${cause}`;
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, { on, account, cause, amount: sign * amount });
      else known.amount += sign * amount;
    }
  };
  addAll(after, 1);
  addAll(before, -1);
  return [...byKey.values()]
    .filter(({ amount }) => amount !== 0)
    .sort(
      (a, b) => a.on - b.on || placeOf(a) - placeOf(b) || compareText(a.account, b.account),
    ) as unknown as Difference['postings'];
}

type Caused = Pick<Posting, 'on' | 'cause'>;

const dayAndCause = ({ on, cause }: Caused): string => `${on} ${cause}`;

function placesOfCauses(postings: readonly Caused[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const posting of postings) {
    const key = dayAndCause(posting);
    if (!places.has(key)) places.set(key, places.size);
  }
  return places;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function changes<T>(before: readonly T[], after: readonly T[], keyOf: (item: T) => string): Change<T>[] {
  const earlier = new Map(before.map((item) => [keyOf(item), item]));
  const later = new Map(after.map((item) => [keyOf(item), item]));
  const gone = [...earlier]
    .filter(([key]) => !later.has(key))
    .map(([key, item]) => ({ key, before: item, after: null }));
  const different = [...later]
    .filter(([key, item]) => !isSame(item, earlier.get(key)))
    .map(([key, item]) => ({ key, before: earlier.get(key) ?? null, after: item }));
  return [...gone, ...different];
}

function missing(from: readonly LoanEvent[], other: readonly LoanEvent[]): LoanEvent[] {
  const keyOf = ({ on, type, cause, draw = '' }: LoanEvent): string => `${on} ${type} ${cause} ${draw}`;
  const known = new Set(other.map(keyOf));
  return from.filter((event) => !known.has(keyOf(event)));
}
