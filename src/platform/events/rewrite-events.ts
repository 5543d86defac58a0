// After a replay, events say what holds now: those that no longer do are taken back, new ones are told, and what holds as
// before stays as it was told. An event is the same fact while subject, type and cause are; whatever else of it differs
// makes it another one, for an event that was told never changes.
import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type Selectable, sql } from 'kysely';
import type { CommandContext } from '#platform/command/context.ts';
import { type HoleOf, prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventRow } from '#platform/tables.ts';
import type { About } from './emit.ts';
import type { EventKind, FieldsOf } from './event-kind.ts';

/** Something that holds, to be told once. */
export interface Fact<K extends EventKind = EventKind> {
  readonly kind: K;
  readonly fields: FieldsOf<K>;
  readonly effectiveAt: Instant;
  /** What brought it about, with its loan: no two facts of a kind and a subject have the same. */
  readonly cause: string;
  readonly about?: About;
}

const storedColumns = [
  'id',
  'event_type',
  'cause',
  'effective_at',
  'loan_id',
  'case_id',
  'transaction_id',
  'period_id',
  'details',
] as const satisfies readonly (keyof EventRow)[];

export type StoredFact = Pick<Selectable<EventRow>, (typeof storedColumns)[number]>;

/** Of what a replay speaks: the facts of these kinds that lie with the subject, or only those about one loan. */
export interface RewrittenScope {
  readonly subjectId: string;
  readonly about?: { readonly loanId: string };
  readonly kinds: readonly EventKind[];
}

/**
 * Makes the events of the scope tell what is wanted and nothing else. The command holds the subject, rewrites a scope
 * once (what it has emitted itself is not yet there to be found), and does so last: while it holds an event that waits
 * for its place, no event of the mode gets one.
 */
export async function rewriteEvents(
  ctx: Pick<CommandContext, 'now' | 'emit'>,
  tx: Tx,
  scope: RewrittenScope,
  wanted: readonly Fact[],
): Promise<void> {
  for (const fact of wanted) mustBeWithin(scope, fact);
  const { gone, added } = eventDifference(await storedFacts(tx, scope), wanted);
  if (gone.length > 0) {
    // Sent before anything is told, so that a fact that changed may be told again.
    tx.write(
      tx.db
        .updateTable('events')
        .set({ deleted_at: ctx.now })
        .where('subject_id', '=', scope.subjectId)
        .where('id', '=', sql<string>`any(${gone.map(({ id }) => id)}::text[])`),
    );
  }
  for (const { kind, fields, ...told } of added) ctx.emit(kind, scope.subjectId, fields, told);
}

/**
 * Takes back facts that no longer hold, for a replay that knows which. To be sent before anything is told, so that a fact
 * that changed may be told again.
 */
export function takeBack(
  ctx: Pick<CommandContext, 'now'>,
  tx: Tx,
  subjectId: string,
  facts: readonly { readonly type: string; readonly cause: string }[],
): void {
  const types = facts.map(({ type }) => type);
  const causes = facts.map(({ cause }) => cause);
  tx.write(takeBackFacts(tx.db, { types, causes, subjectId, at: ctx.now }));
}

const takeBackFacts = prepared(
  (db, hole: HoleOf<{ types: readonly string[]; causes: readonly string[]; subjectId: string; at: Instant }>) =>
    db
      .updateTable('events')
      .from(
        sql<{
          of_type: string;
          of_cause: string;
        }>`unnest(${hole('types')}::text[], ${hole('causes')}::text[])`.as<'gone'>(sql`gone(of_type, of_cause)`),
      )
      .set({ deleted_at: hole('at') })
      .where('subject_id', '=', hole('subjectId'))
      .where('deleted_at', 'is', null)
      .whereRef('event_type', '=', 'gone.of_type')
      .whereRef('cause', '=', 'gone.of_cause'),
);

/** What is to be taken back and what to be told, so that the stored facts become the wanted ones. */
export function eventDifference<S extends StoredFact, F extends Fact>(
  stored: readonly S[],
  wanted: readonly F[],
): { readonly gone: readonly S[]; readonly added: readonly F[] } {
  const holds = new Map(wanted.map((fact) => [nameOf(fact.kind.type, fact.cause), fact]));
  if (holds.size < wanted.length) throw new Error('Two facts have the same type and cause: which of them holds?');
  const staying = new Set<F>();
  const gone = stored.filter((row) => {
    const fact = holds.get(nameOf(row.event_type, row.cause));
    if (fact === undefined || !tells(row, fact)) return true;
    staying.add(fact);
    return false;
  });
  return { gone, added: wanted.filter((fact) => !staying.has(fact)) };
}

const nameOf = (type: string, cause: string | null): string => JSON.stringify([type, cause]);

const tells = (row: StoredFact, { effectiveAt, about = {}, fields }: Fact): boolean =>
  row.effective_at === effectiveAt &&
  row.loan_id === (about.loanId ?? null) &&
  row.case_id === (about.caseId ?? null) &&
  row.transaction_id === (about.transactionId ?? null) &&
  row.period_id === (about.periodId ?? null) &&
  isDeepStrictEqual(row.details, JSON.parse(JSON.stringify(fields)));

function storedFacts(tx: Tx, { subjectId, about, kinds }: RewrittenScope): Promise<StoredFact[]> {
  const types = kinds.map(({ type }) => type);
  const facts = tx.db
    .selectFrom('events')
    .select(storedColumns)
    .where('subject_id', '=', subjectId)
    .where('event_type', '=', sql<string>`any(${types}::text[])`)
    .where('cause', 'is not', null)
    .where('deleted_at', 'is', null);
  return tx.rows(about === undefined ? facts : facts.where('loan_id', '=', about.loanId));
}

/** What lies outside would be told, and never be found again to be taken back. */
function mustBeWithin({ about, kinds }: RewrittenScope, fact: Fact): void {
  if (!kinds.includes(fact.kind)) throw new Error(`${fact.kind.type} is none of the kinds that are rewritten.`);
  if (about !== undefined && fact.about?.loanId !== about.loanId) {
    throw new Error(`${fact.kind.type} is not about the loan whose events are rewritten.`);
  }
}
