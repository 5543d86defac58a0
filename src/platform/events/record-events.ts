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
import { opaqueToken } from '#platform/ids.ts';
import type { Emit } from './emit.ts';
import type { EventKind } from './event-kind.ts';
import type { NewEvent } from './event-row.ts';
import { packEvents } from './pack-events.ts';
import { withoutUntold } from './untold.ts';

export interface EventMaker {
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
  readonly rows: readonly NewEvent[];
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
  const rows: NewEvent[] = [];
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
        details: withoutUntold(withPerson(kind, subjectId, { ...person, ...fields })),
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

/** The events in one insert, and in another what waits for places: see order-events.ts. */
export function writeEvents(tx: Tx, events: readonly NewEvent[]): void {
  if (events.length > 0) tx.news.events = true;
  const rows = packEvents(events);
  for (const insert of insertCommits(tx.db, rows)) tx.write(insert, redraw('event_commits_pkey'));
  for (const insert of insertWaiting(tx.db, rows)) tx.write(insert);
}

/** A change tells of one or a few rows, in one statement; an import tells of many. */
const insertCommits = preparedInserts('event_commits', [
  'subject_id',
  'position',
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
  'types',
  'naming',
  'causes',
  'events',
]);

const insertWaiting = preparedInserts('waiting_commits', ['subject_id', 'position']);

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
    .selectFrom('waiting_commits')
    .select(sql<number | null>`max(position)`.as('position'))
    .where('subject_id', '=', subjectId);

/** The same for many subjects at once; subjects without a waiting event are left out. */
export async function lastUnorderedOf(reader: Reader, subjectIds: readonly string[]): Promise<Map<string, number>> {
  const waiting = await reader.rows(
    reader.db
      .selectFrom('waiting_commits')
      .select(['subject_id', sql<number>`max(position)`.as('position')])
      .where('subject_id', '=', sql<string>`any(${subjectIds}::text[])`)
      .groupBy('subject_id'),
  );
  return new Map(waiting.map((row) => [row.subject_id, row.position]));
}
