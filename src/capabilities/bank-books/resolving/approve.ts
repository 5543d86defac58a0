// A second person agrees to what was proposed: it is booked in the same commit, if it still is what it was.

import { type Cents, cents } from '@tenor/engine/values/cents.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { mustBeAnother } from '#capabilities/access/index.ts';
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { uuid } from '#platform/random.ts';
import { providersOf } from '../accounts/account.ts';
import type { BankAccountRow } from '../accounts/tables.ts';
import { breakStates } from '../breaks/states.ts';
import type { BreakRow, Proposed } from '../breaks/tables.ts';
import { type BreakWork, moveBreak } from '../breaks/write-break.ts';
import type { OrderSide } from '../cash-book/order-side.ts';
import { writePostings } from '../cash-book/post.ts';
import type { HeldLine } from '../reconciliation/compare.ts';
import { aboutGroup } from '../reconciliation/keep-breaks.ts';
import { type CarrierEntries, foundLine, givenUp, matchedLine } from '../reconciliation/line-postings.ts';
import { closeItems, markLines, posted, postedWithoutLine, sharesOf } from '../reconciliation/write-matches.ts';
import type { BankItemRow, MatchedBy } from '../statements/tables.ts';
import { mustHaveAccount } from './attach.ts';
import { shrinkGroups } from './groups.ts';
import { whoPaid, whoRead } from './hands.ts';
import { type FindOutsidePayment, mustBePaymentOf } from './outside-payment.ts';
import type { MoneyBreak, MoneyBreakDecision } from './schemas.ts';
import { holdBreak, presentBreak } from './shown.ts';
import { hasChanged, stillExpected, unknownLineOf } from './what-it-is-of.ts';

export const resolvePermission = 'money.break:resolve';
export const approveBreakPermission = 'money.break:approve';

export interface BreakParts {
  readonly find: FindOutsidePayment;
  readonly orders: OrderSide;
  readonly whole: Whole;
}

interface Approving {
  readonly ctx: CommandContext;
  readonly tx: Tx;
  readonly work: BreakWork;
  readonly row: BreakRow;
  readonly note: string | null;
}

/**
 * Errors: NotFound, InvalidRequest, BreakStatusForbids, BreakHasChanged, Forbidden, SecondPersonNeeded,
 * OrdererLostRight.
 */
export async function approveForBreak(
  { find, whole, orders }: BreakParts,
  ctx: CommandContext,
  tx: Tx,
  id: string,
  { note = null }: MoneyBreakDecision,
): Promise<MoneyBreak> {
  const { row, account } = await holdBreak(tx, id);
  breakStates.mustAllow(row.status, 'approve', { id });
  const first = { type: row.proposed_by_type ?? 'system', id: row.proposed_by_id, needs: resolvePermission };
  const besides = await Promise.all([whoPaid(orders, tx, row), whoRead(tx, row)]);
  await mustBeAnother(ctx, tx, { ...first, mayApprove: approveBreakPermission, path: 'moneyBreakId', besides }, whole);
  const approving: Approving = { ctx, tx, work: { ...ctx, actor: ctx.caller.actor }, row, note };
  const proposed = row.proposed as Proposed;
  if (proposed.by === 'writeOff') return presentBreak(await writeOff(approving, account), ctx.now);
  const held = await unknownLineOf(ctx.vault, tx, row);
  const own = mustHaveAccount(account, id);
  if (proposed.by === 'refund') return presentBreak(await sendBack(approving, own, held, proposed.reference), ctx.now);
  const { transactionId } = await mustBePaymentOf(find, tx, { ...proposed, personId: row.person_id }, held.line);
  const main = await mainOf(tx, own);
  book(approving, held, 'loan', foundLine(main, held.line.amount, 'LC'));
  return presentBreak(end(approving, 'payment', { transaction_id: transactionId }), ctx.now);
}

const mainOf = async (tx: Tx, { id }: BankAccountRow): Promise<string> => (await providersOf(tx, id))[0] as string;

function book({ tx, work }: Approving, held: HeldLine, by: MatchedBy, entries: readonly CarrierEntries[]): void {
  markLines(tx, [held.id], by);
  writePostings(tx, posted(work, held, entries));
}

function end({ work, tx, row, note }: Approving, by: Proposed['by'], changes: Partial<BreakRow> = {}): BreakRow {
  const { transaction_id = null } = changes;
  return moveBreak(work, tx, row, 'approve', { by, note, changes: { transaction_id } });
}

/** What nobody knows is an error accepted; where the bank has only said another amount or day, just the difference is. */
async function writeOff(approving: Approving, account: BankAccountRow | null): Promise<BreakRow> {
  const { ctx, tx, row, work } = approving;
  if (account === null) return end(approving, 'writeOff');
  const main = await mainOf(tx, account);
  if (row.line_id !== null) {
    const held = await unknownLineOf(ctx.vault, tx, row);
    const isOther = row.kind === 'amount' || row.kind === 'date';
    const items = isOther ? await stillExpected(tx, account.id, { ids: row.candidates ?? [] }) : [];
    if (isOther && items.length === 0) throw hasChanged(row.id);
    const { amount } = held.line;
    const entries = isOther
      ? matchedLine(main, { amount, wasUnknown: true }, sharesOf(items), 'ER')
      : foundLine(main, amount, 'ER');
    closeItems(tx, [{ line: held, items }]);
    const done = end(approving, 'writeOff');
    await shrinkGroups(work, tx, account.id, items);
    book(approving, held, 'writeOff', entries);
    return done;
  }
  const items = await itemsOfGroup(tx, account, row);
  giveUp(tx, items);
  const done = end(approving, 'writeOff');
  writePostings(tx, postedWithoutLine(work, dayOfNow(ctx), givenUp(sharesOf(items))));
  return done;
}

const dayOfNow = ({ now, caller }: CommandContext) => dateInZone(now, caller.timezone);

/** As many and as much as were shown when it was proposed. Errors: BreakHasChanged. */
async function itemsOfGroup(tx: Tx, account: BankAccountRow, row: BreakRow): Promise<BankItemRow[]> {
  if (row.about === 'proof') return [];
  const group = (row.about ?? '').replace(aboutGroup(''), '');
  const isOne = /^[0-9a-f-]{36}$/.test(group);
  const items = await stillExpected(tx, account.id, isOne ? { ids: [group] } : { groups: [group] });
  const sum = items.reduce((all, { amount_cents }) => all + amount_cents, 0);
  if (items.length === 0 || sum !== row.amount_cents) throw hasChanged(row.id);
  return items;
}

function giveUp(tx: Tx, items: readonly BankItemRow[]): void {
  for (const { id } of items)
    tx.write(tx.db.updateTable('bank_items').set({ closed_by: 'writeOff' }).where('id', '=', id));
}

/** The company sends it by its bank; what is owed now is expected there, and the break ends when the bank shows it. */
async function sendBack(
  approving: Approving,
  account: BankAccountRow,
  held: HeldLine,
  reference: string,
): Promise<BreakRow> {
  const { ctx, tx, work, row, note } = approving;
  const main = await mainOf(tx, account);
  const [id, amount_cents] = [uuid(), cents(-held.line.amount) as Cents];
  const of = { bank_account_id: account.id, carrier_id: main, attempt_id: null, line_id: null, closed_by: null };
  const item = { ...of, id, position: ctx.position(), kind: 'refund' as const, day: dayOfNow(ctx), amount_cents };
  tx.write(tx.db.insertInto('bank_items').values({ ...item, keys: [reference], group_name: id }));
  book(approving, held, 'refund', foundLine(main, held.line.amount, 'PR'));
  return moveBreak(work, tx, row, 'sendBack', { by: 'refund', note, changes: { item_id: id } });
}
