// What the books of all loans of a company posted in a span of time, added up: the general ledger is made of these sums.
// The postings themselves stay where they are, so no change of a loan writes anything for it.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { each } from './stored-postings.ts';

/** It begins with `from` and ends before `until`. */
export interface PostedSpan {
  readonly from: Instant;
  readonly until: Instant;
  /** The day of a posting is that of this zone. */
  readonly zone: string;
}

interface PostedSum {
  /** The day on which it was posted. */
  readonly day: CivilDate;
  /** What was posted, such as a payment. */
  readonly kind: string;
  readonly effectiveOn: CivilDate;
  readonly loanTypeId: string;
  /** The draw is left out. */
  readonly account: string;
  /** The month in which the books of the loans began, where the amount was lent, charged off or recovered; else null. */
  readonly vintage: string | null;
  /** Cents: debits are positive. */
  readonly amount: number;
}

/** What is posted of money that is lent. */
const lending = ['activation', 'migration', 'advance', 'purchase'];
const losses = ['allowance', 'recoveries'];

const hasVintage = (kind: RawBuilder<unknown>) =>
  sql<boolean>`(each.account = any(${losses}::text[])
    or (${kind} = any(${lending}::text[]) and each.account like 'principal.%'))`;

/** The same key may come twice, once for each place where postings lie. */
export async function postedSums(reader: Reader, { from, until, zone }: PostedSpan): Promise<PostedSum[]> {
  const { db } = reader;
  const dayOf = (at: 'entry.posted_at' | 'entry.recorded_at') =>
    sql<CivilDate>`(${sql.ref(at)} at time zone ${zone}::text)::date`;
  const summed = [
    'entry.effective_on as effectiveOn',
    'loan.loan_type_id as loanTypeId',
    sql<string>`split_part(each.account, '@', 1)`.as('account'),
    sql<string | null>`to_char(standing.started_on, 'YYYY-MM')`.as('vintage'),
    sql<number>`sum(each.amount)::bigint`.as('amount'),
  ] as const;
  const ofEntries = db
    .selectFrom('loan_postings as entry')
    .innerJoin('loans as loan', (join) =>
      join.onRef('loan.person_id', '=', 'entry.person_id').onRef('loan.id', '=', 'entry.loan_id'),
    )
    .innerJoinLateral(each, (join) => join.onTrue())
    .leftJoin('loan_standing as standing', (join) =>
      join
        .onRef('standing.person_id', '=', 'entry.person_id')
        .onRef('standing.loan_id', '=', 'entry.loan_id')
        .on(hasVintage(sql`split_part(entry.cause, ':', 1)`)),
    )
    .select([dayOf('entry.posted_at').as('day'), sql<string>`split_part(entry.cause, ':', 1)`.as('kind'), ...summed])
    .where('entry.posted_at', '>=', from)
    .where('entry.posted_at', '<', until)
    .groupBy([sql`1`, sql`2`, sql`3`, sql`4`, sql`5`, sql`6`]);
  const ofFacts = db
    .selectFrom('loan_facts as entry')
    .innerJoin('loans as loan', (join) =>
      join.onRef('loan.person_id', '=', 'entry.person_id').onRef('loan.id', '=', 'entry.loan_id'),
    )
    .innerJoinLateral(each, (join) => join.onTrue())
    .leftJoin('loan_standing as standing', (join) =>
      join
        .onRef('standing.person_id', '=', 'entry.person_id')
        .onRef('standing.loan_id', '=', 'entry.loan_id')
        .on(hasVintage(sql`entry.kind`)),
    )
    .select([dayOf('entry.recorded_at').as('day'), 'entry.kind', ...summed])
    .where('entry.recorded_at', '>=', from)
    .where('entry.recorded_at', '<', until)
    .where('entry.accounts', 'is not', null)
    .groupBy([sql`1`, sql`2`, sql`3`, sql`4`, sql`5`, sql`6`]);
  const [entries, facts] = await reader.together(ofEntries, ofFacts);
  return [...entries, ...facts];
}

/** When the books of the first loan began, each in its own zone: nothing was posted before; undefined: none has books yet. */
export async function beginOfBooks(reader: Reader): Promise<Instant | undefined> {
  const row = await reader.row(
    reader.db
      .selectFrom('loan_standing as standing')
      .innerJoin('loans as loan', (join) =>
        join.onRef('loan.person_id', '=', 'standing.person_id').onRef('loan.id', '=', 'standing.loan_id'),
      )
      .select(sql<Instant | null>`min(standing.started_on::timestamp at time zone loan.zone)`.as('at')),
  );
  return row?.at ?? undefined;
}
