// The payments of a loan from the first to the last: payments that came due, with the amount that came due, and future
// payments, as they are expected now.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { expectingPayments, type ScheduleRow, schedulingFrom } from '@tenor/engine/installment/schedule-of.ts';
import type { State } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { compare, type Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { inSlices } from '#platform/loop/slices.ts';
import type { ScheduleItem } from '../../loan/plan-schemas.ts';
import type { HeldLoan } from '../../loan/product.ts';
import { askedDay } from '../../timeline/asked-day.ts';
import { stateFromStart } from '../../timeline/compute-state.ts';
import { allFacts } from '../../timeline/held-loan.ts';
import { indexFacts } from '../../timeline/index-facts.ts';
import { pastRows } from './past-payments.ts';
import { advancesAhead, plannedSchedule } from './planned.ts';
import { presentSchedule } from './schedule-item.ts';
import { ownState, termsOf } from './terms-of-loan.ts';

/** With `knownAt`: the answer as it would have been then. */
export async function expectedItems(
  reader: Reader,
  held: HeldLoan,
  now: Instant,
  knownAt: Instant | undefined,
): Promise<ScheduleItem[]> {
  const { row } = held;
  const { day } = askedDay(held, now, { path: 'knownAt', date: undefined, knownAt });
  const { originatedAt } = row.timestamps;
  const wasAgreed = knownAt === undefined || (originatedAt !== undefined && compare(originatedAt, knownAt) <= 0);
  const planned = () => (wasAgreed ? presentSchedule(row.id, plannedSchedule(held, day)) : []);
  if (row.state === null) return planned();
  const { state, facts } = await stateFromStart(reader, held, day, knownAt);
  if (state.position.standing === 'pending') return planned();
  const known = knownAt === undefined ? facts : facts.filter((fact) => wasKnown(fact, knownAt));
  const terms = termsOf(row);
  const own = ownState(state);
  return allPayments(row.id, { terms, state: own, past: pastRows(terms, own), facts: known, beginning: known });
}

/** Items that lie ahead of a loan that was just changed, shown in the same way. */
export async function itemsAhead(
  reader: Reader,
  held: HeldLoan,
  state: State,
  facts: readonly Fact[],
): Promise<ScheduleItem[]> {
  const beginning = [...indexFacts(held.index), ...(await allFacts(reader, held))];
  return allPayments(held.row.id, { terms: termsOf(held.row), state, past: [], facts, beginning });
}

interface Payments {
  readonly terms: Terms;
  readonly state: State;
  readonly past: readonly ScheduleRow[];
  readonly facts: readonly Fact[];
  /** The facts among which is that with which the loan began. */
  readonly beginning: readonly Fact[];
}

async function allPayments(
  loanId: string,
  { terms, state, past, facts, beginning }: Payments,
): Promise<ScheduleItem[]> {
  const all = [...facts, ...advancesAhead(terms, state.through)];
  const ahead = await inSlices(expectingPayments(terms, state, all));
  const first = await originalAmounts(terms, state, beginning);
  const { deferred } = state.position;
  const rows = [...past, ...ahead];
  return presentSchedule(loanId, rows).map((item, i) => {
    const { ordinal, amount } = rows[i] as ScheduleRow;
    const originalAmount = first.get(ordinal) ?? amount;
    const expected = amount === originalAmount ? 'booked' : 'modified';
    const status = i < past.length ? 'processed' : expected;
    return { ...item, status, originalAmount, isDeferred: deferred.includes(ordinal) };
  });
}

const wasKnown = ({ recordedAt }: Fact, knownAt: Instant): boolean =>
  recordedAt === undefined || compare(recordedAt, knownAt) <= 0;

/** By ordinal, the payments as they were computed on the day the loan began. */
async function originalAmounts(terms: Terms, { position }: State, facts: readonly Fact[]): Promise<Map<number, Cents>> {
  const { startedOn } = position;
  const beginning = facts.filter(
    ({ kind, on }) => kind === 'activation' || kind === 'migration' || (kind === 'index' && on <= startedOn),
  );
  const rows = await inSlices(schedulingFrom(terms, beginning, startedOn));
  return new Map(rows.map(({ ordinal, amount }) => [ordinal, amount]));
}
