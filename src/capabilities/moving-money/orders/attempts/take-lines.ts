// What a file says of many orders, in one commit. Each line counts once, by its own id; one that names no order, or
// contradicts what we know, is a break.

import { type Cents, cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type Break, hasOpenBreak, recordBreak } from '#capabilities/bank-books/index.ts';
import type { NamedActor } from '#platform/actor.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { type AttemptRef, attemptUpdate, lockAttempt } from './attempt.ts';
import { lastWrites } from './last-writes.ts';
import { type OrderWork, whileTaking } from './order-work.ts';
import { messagePart } from './receive-report.ts';
import { type Report, takeReport } from './take-report.ts';
import type { Taking } from './taker.ts';

export interface Line {
  /** Its own id: the same twice is nothing. */
  readonly eventId: string;
  /** The order that it names; undefined: none of ours. */
  readonly order: AttemptRef | undefined;
  readonly report: Report;
  /** The money has moved on that day, whether or not anybody has told so; null: it has not, or nobody knows. */
  readonly settledOn: CivilDate | null;
  /** Why a person must look; nothing is taken then. */
  readonly problem: Break | undefined;
  /** One of many that name no order of ours: a break for all of them is told at the end of the file. */
  readonly isOneOfMany?: boolean;
  /** Nothing is to be taken of it, and nothing is wrong. */
  readonly isNoted: boolean;
  /** It says that a return that was told before stands: no second one. */
  readonly isOfReturnBefore: boolean;
  /** Null: the amount is unreadable. */
  readonly amount: Cents | null;
  /** The text that is kept, sealed. */
  readonly text: string;
}

/** Who tells it. */
export interface Teller {
  readonly carrierId: string;
  readonly carrierKind: string;
  readonly fileId: string;
  readonly zone: string;
}

type LineEffect = 'taken' | 'known' | 'break';

/** The lines of one person stand in one call, in their order. */
export async function takeLines(
  work: OrderWork,
  tx: Tx,
  now: Instant,
  teller: Teller,
  lines: readonly Line[],
): Promise<void> {
  const seen = await eventsSeen(tx, teller, lines);
  const fresh = [...new Map(lines.map((line) => [line.eventId, line])).values()].filter(
    ({ eventId }) => !seen.has(eventId),
  );
  if (fresh.length === 0) return;
  const last = lastWrites(tx, work);
  const outcomes = new Map<Line, LineEffect>();
  const byPerson = Map.groupBy(fresh, ({ order }) => order?.personId ?? '');
  // In the order of their persons, in which everybody locks several.
  const people = [...byPerson].sort(([a], [b]) => (a < b ? -1 : 1));
  const taking = people.map(async ([personId, own]) => {
    if (personId === '') return ofNobody(work, tx, now, own, outcomes);
    const actor: NamedActor = { type: 'provider', id: teller.carrierKind };
    await whileTaking(
      work,
      tx,
      { now, personId, actor },
      async (hears) => {
        for (const line of own) outcomes.set(line, await takeLine(work, hears, tx, teller, line));
      },
      last,
    );
  });
  await Promise.all(taking);
  last.write();
  keepMessages(work, tx, now, teller, outcomes);
}

async function eventsSeen(tx: Tx, { carrierId }: Teller, lines: readonly Line[]): Promise<ReadonlySet<string>> {
  const ids = lines.map(({ eventId }) => eventId);
  const rows = await tx.rows(
    tx.db
      .selectFrom('provider_messages')
      .select('event_id')
      .where('carrier_id', '=', carrierId)
      .where('event_id', '=', (eb) => eb.fn.any(eb.val(ids))),
  );
  return new Set(rows.map(({ event_id }) => event_id));
}

function ofNobody(
  work: OrderWork,
  tx: Tx,
  now: Instant,
  lines: readonly Line[],
  outcomes: Map<Line, LineEffect>,
): void {
  for (const line of lines) {
    if (line.problem !== undefined && line.isOneOfMany !== true)
      recordBreak(tx, { ...work, now }, line.problem, { amount: line.amount });
    outcomes.set(line, line.isNoted ? 'known' : 'break');
  }
}

async function takeLine(work: OrderWork, taking: Taking, tx: Tx, teller: Teller, line: Line): Promise<LineEffect> {
  const { order, report, problem, settledOn, amount, isNoted } = line;
  const row = order && (await lockAttempt(tx, order));
  if (row === undefined) throw new Error(`The order ${order?.id} of an entry is not there.`);
  const about = { personId: row.person_id, attemptId: row.id, amount };
  if (problem !== undefined) return broken(tx, taking, problem, about);
  if (isNoted) return 'known';
  if (line.isOfReturnBefore && row.state === 'returned') {
    tx.write(attemptUpdate(tx.db, row).set({ turned_at: report.at }));
    return 'known';
  }
  const hearers = { takers: work.takers, zone: teller.zone };
  let now = row;
  if (settledOn !== null && row.state === 'accepted') {
    const settled = { ...report, what: 'settled', on: settledOn, code: null, amount: null } as const;
    const taken = await takeReport(taking, tx, row, settled, hearers);
    if (typeof taken === 'object') return broken(tx, taking, taken, about);
    now = (await lockAttempt(tx, order as AttemptRef)) ?? row;
  }
  const taken = await takeReport(taking, tx, now, report, hearers);
  return typeof taken === 'object' ? broken(tx, taking, taken, about) : taken;
}

type About = Required<NonNullable<Parameters<typeof recordBreak>[3]>>;

/** A file may say the same of an order a million times: it is told once. */
async function broken(tx: Tx, taking: Taking, problem: Break, about: About): Promise<'break'> {
  if (!(await hasOpenBreak(tx, about.attemptId, problem.kind))) recordBreak(tx, taking, problem, about);
  return 'break';
}

function keepMessages(
  work: OrderWork,
  tx: Tx,
  now: Instant,
  { carrierId, fileId }: Teller,
  outcomes: ReadonlyMap<Line, LineEffect>,
): void {
  const sealer = work.vault.companySealer(work.realm.companyId);
  const rows = [...outcomes].map(([{ eventId, report, order, amount, text }, outcome]) => ({
    carrier_id: carrierId,
    event_id: eventId,
    position: work.position(),
    outcome,
    what: report.what,
    code: report.code,
    amount_cents: amount ?? cents(0),
    provider_id: report.id,
    attempt_id: order?.id ?? null,
    told_sealed: sealer.seal(messagePart(carrierId, eventId), text),
    due_at: null,
    waits_until: null,
    received_at: now,
    file_id: fileId,
  }));
  // Another process reads the same file: what it has taken counts.
  tx.write(tx.db.insertInto('provider_messages').values(rows), redraw('provider_messages_pkey'));
}
