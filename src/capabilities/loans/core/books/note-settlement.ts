// A change of a loan says what has become of its settlements, in the commit of the change: accepted while the agreed sum
// is waited for, kept once it is there, broken when it was not there by the last day.
import type { Fact, FactOf } from '@tenor/engine/account/facts.ts';
import { timelineOf } from '@tenor/engine/account/timeline.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/realm-database.ts';
import type { State } from '../loan/books.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { LoanRow } from '../loan/tables.ts';
import { settlementStatusChanged } from '../settlements/base/events.ts';
import { type Forgiven, settlementStates } from '../settlements/base/settlement.ts';
import type { SettlementStatus } from '../settlements/base/words.ts';
import { termsOf } from '../timeline/held-loan.ts';
import type { LoanContext, Replayed } from './replayed.ts';

/** A life, or a part of one that begins with a state. */
type Lived = WholeLife & { readonly start: { readonly from: State | undefined } };

type Noted = Replayed & { readonly ctx: LoanContext; readonly held: HeldLoan; readonly row: LoanRow };

/** What was agreed, as the books have it while they wait for it. */
interface Agreed {
  readonly amount: number;
  readonly lastDay: Day;
}

const causeOf = (id: string): string => `settled:${id}`;

export function noteSettlements(tx: Tx, change: Noted): void {
  for (const id of concerned(change)) noteSettlement(tx, change, id);
}

/** Settlements that the books wait for, waited for before, or now report differently. */
function concerned({ before, after, difference }: Replayed): Set<string> {
  const ids = new Set<string>();
  for (const { position } of [before, after]) if (position.settlement !== null) ids.add(position.settlement.fact);
  for (const { before: was, after: is } of difference.steps) {
    const step = is ?? was;
    if (step?.kind === 'settled') ids.add(step.cause.slice(causeOf('').length));
  }
  return ids;
}

function noteSettlement(tx: Tx, change: Noted, id: string): void {
  const { ctx, row, before, after, fresh } = change;
  const agreed = agreedOf(change, id);
  const was = statusIn(before, id);
  const status = statusIn(after, id) ?? endOf(change, id);
  const isNews = was !== status;
  const paid = paidToward(change, id, agreed);
  if (!isNews && status === 'accepted' && before.position.settlement?.paid === paid) return;
  const isCanceled = status === settlementStates.to('cancel');
  const isByHand = fresh.some((fact) => fact.kind === 'undo' && fact.of === id);
  // What a person said is written with the cancellation.
  const reason = isCanceled && !isByHand ? { cancel_reason: 'paidOff' } : isCanceled ? {} : { cancel_reason: null };
  const forgiven = status === settlementStates.to('keep') ? forgivenBy(change, id) : null;
  const isAgain = status === settlementStates.to('accept') && !fresh.some((fact) => fact.id === id);
  const moment = JSON.stringify({ [isAgain ? 'resumedAt' : `${status}At`]: ctx.now });
  tx.write(
    tx.db
      .updateTable('loan_settlements')
      .set({
        status,
        paid,
        ...reason,
        ...(isNews ? { timestamps: sql`timestamps || ${moment}::jsonb` } : {}),
        forgiven: forgiven && JSON.stringify(forgiven),
        act_at: null,
        updated_at: ctx.now,
      } as never)
      .where('person_id', '=', row.person_id)
      .where('id', '=', id),
  );
  if (isNews) tell(change, { id, status, isByHand, ...agreed });
}

/** Undefined: the books neither wait for the settlement nor have it as kept. */
function statusIn({ records, position }: State, id: string): SettlementStatus | undefined {
  if (records.steps.some(({ cause }) => cause === causeOf(id))) return settlementStates.to('keep');
  return position.settlement?.fact === id ? settlementStates.to('accept') : undefined;
}

function endOf({ fresh, after }: Replayed, id: string): SettlementStatus {
  const isUndone = fresh.some((fact) => fact.kind === 'undo' && fact.of === id);
  return settlementStates.to(isUndone || after.position.paidOffOn !== null ? 'cancel' : 'break');
}

/** The books have it on some day of the replay, if it was not agreed within it. */
function agreedOf({ start: { from }, after, all, held: { row } }: Lived, id: string): Agreed {
  const fact = all.find((one): one is FactOf<'settlement'> => one.kind === 'settlement' && one.id === id);
  const agreed = fact ?? [from, after].map((state) => state?.position.settlement).find((one) => one?.fact === id);
  if (agreed == null) throw new Error(`The books of ${row.id} know nothing of ${id}.`);
  return agreed;
}

/** Payments after the agreement, in the order of the books, until they reach it. */
function paidToward({ start: { from }, after, all }: Lived, id: string, { amount, lastDay }: Agreed): number {
  const running = after.position.settlement;
  if (running?.fact === id) return running.paid;
  const begun = from?.position.settlement?.fact === id ? from.position.settlement : undefined;
  const { facts } = timelineOf(all, {
    after: from?.through ?? Number.MIN_SAFE_INTEGER,
    afterFact: from?.last,
    through: after.through,
    knownAt: undefined,
  });
  // Nothing counts toward one that was undone.
  const place = facts.findIndex((fact) => fact.id === id);
  const since = begun === undefined ? facts.slice(place < 0 ? facts.length : place) : facts;
  let paid = begun?.paid ?? 0;
  for (const fact of since) if (fact.kind === 'payment' && fact.on <= lastDay && paid < amount) paid += fact.amount;
  return paid;
}

/** What was written off before is no part of the step: it is what the loan would owe without the settlement. */
function forgivenBy({ held: { product, row }, start: { from }, after, all }: Lived, id: string): Forgiven {
  const step = after.records.steps.find(({ cause }) => cause === causeOf(id));
  if (step === undefined) throw new Error(`${row.id} was not settled by ${id}.`);
  const without = product.replay(
    termsOf(row),
    all.filter((fact) => fact.id !== id),
    { through: step.on, from: from && { ...from, position: { ...from.position, settlement: null } } },
  );
  const { chargedOff } = product.read(termsOf(row), without);
  return {
    on: dateOf(step.on),
    principal: step.principal + chargedOff.principal,
    interest: step.interest + chargedOff.interest,
    fees: step.fees + chargedOff.fees,
  };
}

/** A whole life of a loan: from its first day, with all of its facts. */
export interface WholeLife {
  readonly held: Pick<HeldLoan, 'product' | 'row'>;
  readonly after: State;
  readonly all: readonly Fact[];
}

interface InBooks {
  readonly paid: number;
  readonly forgiven: Forgiven | null;
}

/** What the books of a whole life have of a settlement; undefined: they neither wait for it nor have it as kept. */
export function settlementInBooks(
  life: WholeLife,
  id: string,
): (InBooks & { readonly status: SettlementStatus }) | undefined {
  const status = statusIn(life.after, id);
  if (status === undefined) return undefined;
  const whole = { ...life, start: { from: undefined } };
  const forgiven = status === settlementStates.to('keep') ? forgivenBy(whole, id) : null;
  return { status, paid: paidToward(whole, id, agreedOf(whole, id)), forgiven };
}

interface News extends Agreed {
  readonly id: string;
  readonly status: SettlementStatus;
  readonly isByHand: boolean;
}

function tell({ ctx, row }: Noted, { id, status, amount, lastDay, isByHand }: News): void {
  const fields = {
    loanExternalId: row.external_id,
    settlementId: id,
    settlementStatus: status,
    cancelReason: status === settlementStates.to('cancel') && !isByHand ? 'paidOff' : null,
    amount: amount as Cents,
    currency: 'USD',
    lastDate: dateOf(lastDay),
  };
  ctx.emit(settlementStatusChanged, row.person_id, fields, { about: { loanId: row.id } });
}
