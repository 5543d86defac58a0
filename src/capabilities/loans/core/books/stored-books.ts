// The books of a loan as they are stored. They are what a change is compared with if they were computed by the rules of
// an earlier release: a replay by the present rules would give other books than those that are there.
import { obligationKey } from '@tenor/engine/account/difference.ts';
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { LoanEvent, Posting } from '@tenor/engine/account/records.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { toldFacts } from '#platform/events/told-facts.ts';
import type { BookObligation, BookStep, State } from '../loan/books.ts';
import { interestAccrued, isLedgerEvent } from '../loan/events.ts';
import type { HeldLoan, LoanProduct } from '../loan/product.ts';
import type { LoanRow, StoredState, TransactionRow } from '../loan/tables.ts';
import { asState } from '../timeline/held-loan.ts';
import { obligationOf } from './stored-obligation.ts';
import { sumsOf } from './stored-postings.ts';
import { feesOf, obligationsOf, transactionsOf } from './stored-rows.ts';

/** Its records hold what a replay's would, as far as it is stored; a difference is made of that. */
export async function storedBooks(
  reader: Reader,
  { product, row }: Pick<HeldLoan, 'product' | 'row'>,
  facts: readonly Fact[],
): Promise<State> {
  const which = { people: [row.person_id], loans: [row.id] };
  const [sums, obligations, fees, transactions] = await reader.together(
    sumsOf(reader, which),
    obligationsOf(reader, which),
    feesOf(reader, which),
    transactionsOf(reader, which),
  );
  const events = eventsOf(row, await toldFacts(reader, which.people, which.loans));
  const state = asState(product, row.state as StoredState);
  const open = new Set(state.position.obligations.map(obligationKey));
  const kept = obligations.map((one) => obligationOf(product, one));
  const postings = sums
    .filter(({ amount }) => amount !== 0)
    .map(({ effective_on, account, cause, amount }): Posting => {
      return { on: dayOf(effective_on), account, cause, amount: amount as Cents };
    });
  return {
    ...state,
    records: {
      ...state.records,
      postings,
      obligations: kept.filter((one) => !open.has(obligationKey(one))),
      fees: fees.map(({ fee }) => fee),
      events: events.filter(({ type }) => isLedgerEvent(type)),
      steps: [...moneySteps(transactions, facts), ...bookingSteps(product, state, events, kept)] as BookStep[],
    },
  };
}

/** The cause of an event is stored with the loan and the day before it. */
const eventsOf = ({ id }: LoanRow, told: readonly { readonly type: string; readonly cause: string }[]): LoanEvent[] =>
  told
    .filter(({ cause }) => cause.startsWith(`${id} `))
    .map(({ type, cause }) => {
      const [, date, ...rest] = cause.split(' ');
      return { type, on: dayOf(date as CivilDate), cause: rest.join(' ') };
    });

type StoredStep = Pick<BookStep, 'on' | 'kind' | 'cause'> & Partial<Record<keyof BookStep, unknown>>;

/** How the money of each transaction was divided. */
function moneySteps(transactions: readonly TransactionRow[], facts: readonly Fact[]): StoredStep[] {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  return transactions.flatMap((row) => {
    const fact = byId.get(row.fact_id as string);
    if (fact === undefined || row.applied_at === null) return [];
    const { paid_principal: principal, paid_interest: interest, paid_fees: fees, paid_over: over } = row;
    return [
      {
        on: fact.on,
        kind: fact.kind as BookStep['kind'],
        cause: `${fact.kind}:${fact.id}`,
        principal,
        interest,
        fees,
        over,
      },
    ];
  });
}

/** The interest that the end of each period booked, of those of which it was told. */
function bookingSteps(
  product: LoanProduct,
  state: State,
  events: readonly LoanEvent[],
  obligations: readonly BookObligation[],
): StoredStep[] {
  const ofPeriods = obligations.flatMap((one) => {
    const { isOfPeriod, interest } = product.obligation(state, one);
    return isOfPeriod ? [[one.ordinal, interest] as const] : [];
  });
  const interest = new Map(ofPeriods);
  return events
    .filter(({ type }) => type === interestAccrued.type)
    .map(({ on, cause }) => {
      const booked = interest.get(Number(cause.slice(cause.indexOf(':') + 1)));
      return { on, cause, kind: product.bookingStep, ...(booked !== undefined && { interest: booked }) };
    });
}
