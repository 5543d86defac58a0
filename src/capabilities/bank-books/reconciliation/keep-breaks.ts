// What a comparison has found, as breaks: each once, however often it is found. What is found no more was shown by the
// bank, and is resolved by that.
import { breakRules, type Break as Found } from '@tenor/ach/reconcile/breaks.ts';
import { addCents, type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { BreakRow } from '../breaks/tables.ts';
import type { BreakKind } from '../breaks/words.ts';
import { type BreakWork, moveBreak, openBreak } from '../breaks/write-break.ts';
import type { Comparison } from './compare.ts';

interface Wanted {
  readonly about: string;
  readonly kind: BreakKind;
  readonly amount: Cents;
  readonly since: CivilDate;
  readonly lineId: string | null;
  readonly statementId: string | null;
  readonly candidates: readonly string[];
  readonly detail: string;
}

const aboutLine = (lineId: string): string => `line ${lineId}`;
export const aboutGroup = (group: string): string => `group ${group}`;

/** What is expected makes one break for a group: a file that is late is one thing, however many payments are in it. */
export function wantedBreaks({ found, held, item }: Comparison): Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const one of found.breaks) {
    const made = one.line === null ? ofGroup(one, item) : ofLine(one, held);
    const before = wanted.get(made.about);
    wanted.set(made.about, before === undefined ? made : { ...before, amount: addCents(before.amount, made.amount) });
  }
  return [...wanted.values()];
}

function ofLine(found: Found, held: Comparison['held']): Wanted {
  const { kind, since, amount, line, expected, candidates } = found;
  const { id, statementId, line: whole } = held(line as NonNullable<typeof line>);
  const says = `${breakRules[kind].means}: ${formatCents(whole.amount)} on ${whole.on}, line ${whole.line} of ${statementId}`;
  const perhaps = [...expected, ...candidates].map((one) => one.id).slice(0, candidatesMax);
  const about = { about: aboutLine(id), lineId: id, statementId, candidates: perhaps };
  return { ...about, kind, since, amount, detail: sentence(says) };
}

function ofGroup({ kind, since, amount, expected }: Found, item: Comparison['item']): Wanted {
  const [first] = expected;
  const none = { lineId: null, statementId: null, candidates: [] };
  if (first === undefined) {
    return { ...none, about: 'proof', kind, since, amount, detail: sentence(breakRules[kind].means) };
  }
  const row = item(first);
  const group = row.kind === 'refund' ? row.id : row.group_name;
  const detail = sentence(`${breakRules[kind].means}: ${row.group_name}`);
  return { ...none, about: aboutGroup(group), kind, since, amount, detail };
}

const candidatesMax = 5;
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

export const openBreaksOf = (reader: Reader, bankAccountId: string): Promise<BreakRow[]> =>
  reader.rows(
    reader.db
      .selectFrom('payment_breaks')
      .selectAll()
      .where('bank_account_id', '=', bankAccountId)
      .where('resolved_at', 'is', null)
      .orderBy('position'),
  );

/** `closed`: items that the bank has shown. */
export async function keepBreaks(
  work: BreakWork,
  tx: Tx,
  bank_account_id: string,
  wanted: readonly Wanted[],
  closed: ReadonlySet<string>,
): Promise<void> {
  const left = new Map(wanted.map((one) => [one.about, one]));
  for (const row of await openBreaksOf(tx, bank_account_id)) {
    const again = row.about === null ? undefined : left.get(row.about);
    if (again !== undefined) {
      left.delete(again.about);
      changeBreak(work, tx, row, again);
    } else if (row.status !== 'goingBack' || (row.item_id !== null && closed.has(row.item_id))) {
      moveBreak(work, tx, row, 'match', { by: row.status === 'goingBack' ? 'refund' : 'matched' });
    }
  }
  for (const one of left.values()) {
    const { about, kind, amount: amount_cents, since, detail, lineId: line_id, statementId: statement_id } = one;
    const candidates = [...one.candidates];
    openBreak(work, tx, {
      bank_account_id,
      about,
      kind,
      amount_cents,
      since,
      detail,
      line_id,
      statement_id,
      candidates,
    });
  }
}

/** A part of it has come, or the bank has explained it better. */
function changeBreak(work: BreakWork, tx: Tx, row: BreakRow, { kind, amount, detail }: Wanted): void {
  if (row.amount_cents === amount && row.kind === kind) return;
  const changes = { kind, amount_cents: amount, detail, updated_at: work.now };
  tx.write(tx.db.updateTable('payment_breaks').set(changes).where('id', '=', row.id));
}
