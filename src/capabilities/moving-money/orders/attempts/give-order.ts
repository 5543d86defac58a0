// Gives an order: the attempt, its frozen body and the work of sending it are in the commit of whoever orders. From
// here on nothing of the order changes, whatever becomes of names, accounts and settings.
import { type Cents, cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { type OpenedInstrument, openedInstrument } from '#capabilities/instruments/index.ts';
import { personSealers } from '#capabilities/people/index.ts';
import { columnsWithout } from '#platform/db/define-table.ts';
import { preparedInsert } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import { type Tx, wholeCompany } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { start } from '#platform/states.ts';
import { addEntry } from '../ach-entries/add-entry.ts';
import type { Carrier } from '../companies-providers/carrier.ts';
import {
  type BankAccount,
  type Deed,
  type Entry,
  type Handle,
  isAmountSecret,
  type Order,
  type OrderSubject,
  type Rail,
} from '../order/order.ts';
import { bodyPart } from './attempt.ts';
import type { Leave } from './leave.ts';
import { mustBeWithinLimits } from './limits.ts';
import { attemptStates } from './states.ts';
import { paymentAttempts } from './tables.ts';
import type { Ordering } from './taker.ts';

/** The job that sends an order, or asks for one. */
export const sendJob = 'orders.send';
/** Nobody has taken it for so long: its job was lost, and it is put in again. */
export const lookAgainMicros = 10_000_000;

const insert = preparedInsert('payment_attempts', columnsWithout(paymentAttempts, 'company_id', 'claim', 'asked'));

export type OrderedAccount = BankAccount;

export interface NewOrder {
  readonly subject: OrderSubject;
  readonly personId: string;
  /** From 1; the next one only after a certain no. */
  readonly number: number;
  readonly instrumentId: string;
  /** Who has the instrument; the person of the order, if not said. */
  readonly holderId?: string;
  /** Set when the account is no instrument of a person: it is opened for this order alone. */
  readonly account?: OrderedAccount;
  readonly rail: Rail;
  readonly deed: Deed;
  readonly amount: Cents;
  readonly entryDate: string | null;
  readonly isSameDay: boolean;
  readonly entry: Entry;
  readonly authorizationId: string | null;
  /** The provider's id of the order that this one takes back or repeats. */
  readonly of: string | null;
  /**
   * Only a credit has it: what lets it go out, or that it gives back what an earlier order took, to where it came from.
   */
  readonly leave?: Leave | 'givesBack';
  /** Business instant; null: at once. */
  readonly sendAt: Instant | null;
}

/** No money goes out otherwise: of trial deposits alone, which are small and few. */
function leaveOf({ subject, deed, leave }: NewOrder): Leave | undefined {
  if (deed === 'credit' && leave === undefined && !isAmountSecret(subject.kind))
    throw new Error(`The credit ${subject.id} rests on nothing.`);
  return leave === 'givesBack' ? undefined : leave;
}

/** Returns the id of the attempt. While payments are stopped it is taken and waits. Errors: InvalidRequest: a limit. */
export async function giveOrder(ctx: Ordering, tx: Tx, carrier: Carrier, asked: NewOrder): Promise<string> {
  const { subject, personId, number, instrumentId, rail, deed, amount, sendAt } = asked;
  // A borrower orders by an instrument of their own; the loan may be that of another, and limits are of the company.
  const whole = wholeCompany(tx);
  const isSecret = isAmountSecret(subject.kind);
  const leave = leaveOf(asked);
  if (!isSecret && (deed === 'debit' || deed === 'credit'))
    await mustBeWithinLimits(whole, ctx.now, { personId, instrumentId, amount, payoutKind: leave?.kind });
  const holderId = asked.holderId ?? personId;
  const sealers = await personSealers(whole, ctx.vault, [...new Set([personId, holderId])]);
  const [sealer, holders] = [sealers.get(personId), sealers.get(holderId)];
  const handle =
    asked.account ?? (holders && handleOf(await openedInstrument(tx, holders, holderId, instrumentId), deed));
  if (handle === undefined || sealer === undefined) {
    throw new Error(`No money can move by ${instrumentId}: no number of it is kept.`);
  }
  const id = newId('PA');
  const key = `${subject.id}.${number}`;
  const { entryDate, isSameDay, authorizationId, of } = asked;
  const entry = { ...asked.entry, name: asked.entry.name || (handle.holderName ?? '') };
  const order: Order = { key, deed, rail, amount, handle, entryDate, isSameDay, entry, authorizationId, of };
  const isInFile = goesByFile(ctx, whole, carrier, { attemptId: id, personId, instrumentId, order, isSecret });
  const isNow = !isInFile && (sendAt === null || sendAt <= ctx.now);
  whole.write(
    insert(whole.db, {
      person_id: personId,
      id,
      position: ctx.position(),
      subject_kind: subject.kind,
      subject_id: subject.id,
      number,
      state: attemptStates.move(start, 'order').to,
      rail,
      deed,
      amount_cents: isSecret ? cents(0) : amount,
      instrument_id: instrumentId,
      carrier_id: carrier.id,
      carrier_kind: carrier.kind,
      entry_date: entryDate as CivilDate | null,
      body_sealed: sealer.seal(bodyPart(id), JSON.stringify(order)),
      provider_id: null,
      of_provider_id: of,
      disputed_cents: null,
      reason: null,
      code: null,
      held_until: isNow ? ctx.machineMicros() + lookAgainMicros : null,
      // What waits for a file is found by its entry.
      act_at: isNow ? whenHere(carrier, ctx.now) : isInFile ? null : sendAt,
      created_at: ctx.now,
      first_sent_at: null,
      last_sent_at: null,
      accepted_at: null,
      settled_on: null,
      confirmed_at: null,
      ended_at: null,
      payout_kind: leave?.kind ?? null,
      turned_at: null,
      account_token: leave?.accountToken ?? null,
      approval_id: leave?.approvalId ?? null,
    }),
    redraw('payment_attempts_pkey'),
  );
  writeOrderers(ctx, whole, { personId, attemptId: id }, leave);
  if (isNow) ctx.enqueue(sendJob, { personId, attemptId: id });
  return id;
}

function writeOrderers(
  { now: created_at }: Ordering,
  tx: Tx,
  { personId: person_id, attemptId: attempt_id }: { readonly personId: string; readonly attemptId: string },
  leave: Leave | undefined,
): void {
  const rows = (leave?.orderedBy ?? []).map((ordered_by) => ({ person_id, attempt_id, ordered_by, created_at }));
  if (rows.length > 0) tx.write(tx.db.insertInto('payment_orderers').values(rows));
}

type InFile = Omit<Parameters<typeof addEntry>[3], 'carrierId'>;

/** The provider refuses at once what no file can hold. */
const goesByFile = ({ now }: Ordering, tx: Tx, { id, files }: Carrier, waiting: InFile): boolean =>
  files !== undefined && addEntry(tx, now, files, { ...waiting, carrierId: id });

/** A test clock that is moved on stops there, and calls a provider that is here: the job might come days later. */
const whenHere = ({ provider }: Carrier, now: Instant): Instant | null =>
  provider.can.isHere ? addSeconds(now, 1) : null;

function handleOf(opened: OpenedInstrument | undefined, deed: Deed): Handle | undefined {
  if (opened === undefined || opened.number === null) return undefined;
  const { type, number, cardType, holderName, routingNumber, accountType, holderType, address } = opened;
  if (type === 'card') {
    const isCompared = deed === 'verify' && address !== null;
    const compared = isCompared ? { address: { line1: address.addressLine1, postalCode: address.postalCode } } : {};
    return { kind: 'card', token: number, cardType, holderName, ...compared };
  }
  if (type !== 'bankAccount' || routingNumber === null) return undefined;
  return {
    kind: 'bankAccount',
    routingNumber,
    accountNumber: number,
    accountType: accountType ?? 'checking',
    holderName: holderName ?? '',
    holderType: holderType ?? 'personal',
  };
}

/** Takes an order back that nobody has heard of. False: it is too late. */
export async function takeOrderBack(
  tx: Tx,
  { now }: Pick<Ordering, 'now'>,
  personId: string,
  attemptId: string,
): Promise<boolean> {
  const taken = await tx.affected(
    tx.db
      .updateTable('payment_attempts')
      .set({ state: attemptStates.to('takeBack'), held_until: null, act_at: null, ended_at: now })
      .where('person_id', '=', personId)
      .where('id', '=', attemptId)
      .where('state', 'in', attemptStates.from('takeBack')),
  );
  return taken > 0;
}
