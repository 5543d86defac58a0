// Events are collected while a command runs and written in its last flight, so that they are kept exactly when the
// change is kept.

import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type Actor, actorColumns, system } from '#platform/actor.ts';
import type { Builder } from '#platform/db/builder.ts';
import { type PlaceholderOf, prepared, preparedInserts } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { newId, opaqueToken } from '#platform/ids.ts';
import type { Emit } from './emit.ts';
import type { EventKind } from './event-kind.ts';
import type { NewEventRow } from './tables.ts';
import { withoutUntold } from './untold.ts';

interface EventMaker {
  readonly realm: Realm;
  readonly now: Instant;
  position(): number;
  readonly requestId: string | null;
  readonly actor: Actor;
  /** The kinds that may be emitted here: an event that nobody declared would be in no document. */
  readonly declared: readonly EventKind[];
}

interface EventRecorder {
  readonly emit: Emit;
  /** Events that were emitted and are not sent yet: those of several recorders may be sent together, by writeEvents. */
  readonly rows: readonly NewEventRow[];
  /** Sends what was collected. */
  flush(tx: Tx): void;
}

/** The subject that a change has locked. */
export interface KnownSubject {
  readonly subjectId: string;
  /** The last position that waits for its place; several recorders of one subject share it. */
  position: number;
  /** The external id of the subject, where the subject is a person. */
  readonly personExternalId?: string | null | undefined;
}

export function eventRecorder(maker: EventMaker, after?: KnownSubject): EventRecorder {
  const rows: NewEventRow[] = [];
  const messageId = opaqueToken();
  const withPerson = personTeller(after);
  return {
    emit(kind, subjectId, fields, { effectiveAt = maker.now, about = {}, cause, ...person } = {}) {
      if (!maker.declared.includes(kind)) throw new Error(`The event ${kind.type} is not declared by what emits it.`);
      // The clocks of two machines may differ by more than the time between two changes of one person.
      const position =
        subjectId === after?.subjectId ? Math.max(maker.position(), after.position + 1) : maker.position();
      if (subjectId === after?.subjectId) after.position = position;
      rows.push({
        subject_id: subjectId,
        id: newId('EV'),
        position,
        event_type: kind.type,
        cause: cause ?? null,
        created_at: maker.now,
        effective_at: effectiveAt,
        loan_id: about.loanId ?? null,
        case_id: about.caseId ?? null,
        transaction_id: about.transactionId ?? null,
        period_id: about.periodId ?? null,
        message_id: messageId,
        request_id: maker.requestId,
        ...actorColumns(maker.actor),
        details: JSON.stringify(withoutUntold(withPerson(kind, subjectId, { ...person, ...fields }))),
      });
    },
    rows,
    flush: (tx) => writeEvents(tx, rows),
  };
}

/** Adds the person's external id to each event of a person. An event that has it itself tells a new one, or another. */
function personTeller(known: KnownSubject | undefined) {
  const externalIds = new Map<string, string | null>();
  if (known?.personExternalId !== undefined) externalIds.set(known.subjectId, known.personExternalId);
  return ({ type, subject }: EventKind, subjectId: string, fields: Readonly<Record<string, unknown>>) => {
    if (subject !== 'person') return fields;
    const { personExternalId = externalIds.get(subjectId) } = fields as { personExternalId?: string | null };
    if (personExternalId === undefined) throw new Error(`The event ${type} does not know its person's external id.`);
    externalIds.set(subjectId, personExternalId);
    return { ...fields, personExternalId };
  };
}

/** The events in one insert, and for each subject what waits for places: see order-events.ts. */
export function writeEvents(tx: Tx, rows: readonly NewEventRow[]): void {
  if (rows.length > 0) tx.news.events = true;
  for (const insert of insertEvents(tx.db, rows)) tx.write(insert, redraw('events_pkey'));
  const waiting = [...Map.groupBy(rows, (row) => row.subject_id)].map(([subject_id, own]) => ({
    subject_id,
    position: Math.max(...own.map((row) => row.position)),
    ids: own.map((row) => row.id),
  }));
  for (const insert of insertWaiting(tx.db, waiting)) tx.write(insert, redraw('waiting_events_pkey'));
}

/** A change tells of a few events, in one statement; an import tells of many. */
const insertEvents = preparedInserts('events', [
  'subject_id',
  'id',
  'position',
  'event_type',
  'cause',
  'created_at',
  'effective_at',
  'loan_id',
  'case_id',
  'transaction_id',
  'period_id',
  'message_id',
  'request_id',
  'actor_type',
  'actor_id',
  'details',
]);

const insertWaiting = preparedInserts('waiting_events', ['subject_id', 'position', 'ids']);

/** For a change without a request: from the command line, or at the set-up of a company. */
export async function recordingByHand<T>(
  maker: Pick<EventMaker, 'realm' | 'now' | 'position' | 'declared'>,
  tx: Tx,
  work: (emit: Emit) => Promise<T>,
): Promise<T> {
  const events = eventRecorder({ ...maker, requestId: null, actor: system });
  const answer = await work(events.emit);
  events.flush(tx);
  return answer;
}

/** Read in the flight that locks a person: see eventRecorder. */
export const lastUnordered = (reader: Reader, subjectId: string) => unordered(reader.db, { subjectId });

const unordered = prepared(
  (db, placeholder: PlaceholderOf<{ subjectId: string }>) => lastUnorderedBeside(db, placeholder('subjectId')),
  { subjectId: 'text' },
);

/** The same, selected beside the row of the subject. */
export const lastUnorderedBeside = (db: Builder, subjectId: string) =>
  db
    .selectFrom('waiting_events')
    .select(sql<number | null>`max(position)`.as('position'))
    .where('subject_id', '=', subjectId);

/** The same for many subjects at once; subjects without a waiting event are left out. */
export async function lastUnorderedOf(reader: Reader, subjectIds: readonly string[]): Promise<Map<string, number>> {
  const waiting = await reader.rows(
    reader.db
      .selectFrom('waiting_events')
      .select(['subject_id', sql<number>`max(position)`.as('position')])
      .where('subject_id', '=', sql<string>`any(${subjectIds}::text[])`)
      .groupBy('subject_id'),
  );
  return new Map(waiting.map((row) => [row.subject_id, row.position]));
}
