// The postings of an entry lie together: its accounts, its amounts, and the number of the first. What a fact posts itself
// lies in the row of the fact, every other entry in a row of loan_postings. Here they are put together and taken apart;
// everybody else knows postings alone.

import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Posting } from '@tenor/engine/account/records.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type OfLoans, oneOf } from '../loan/named-loans.ts';

/** Postings that follow one another with the same day and cause are an entry. `count`: how many the loan has already. */
export function entriesOf(postings: readonly Posting[], count: number) {
  const runs: Posting[][] = [];
  for (const posting of postings) {
    const last = runs.at(-1);
    if (last?.[0]?.on === posting.on && last[0].cause === posting.cause) last.push(posting);
    else runs.push([posting]);
  }
  let before = count;
  return runs.map((run) => {
    const [{ on, cause }] = run as [Posting];
    const number = before + 1;
    before += run.length;
    const [accounts, amounts] = [run.map(({ account }) => account).join(' '), run.map(({ amount }) => amount)];
    return { number, effective_on: dateOf(on), accounts, cause, amounts };
  });
}

export type Entry = ReturnType<typeof entriesOf>[number];

interface Placed {
  /** By the id of the fact: the entry that lies in its row. */
  readonly ofFacts: ReadonlyMap<string, Entry>;
  readonly others: readonly Entry[];
}

/** A fact has in its row the entry that it posts on its own day; further ones of its cause lie by themselves. */
export function placed(entries: readonly Entry[], facts: readonly Fact[]): Placed {
  const causes = new Map(facts.map(({ id, kind, on }) => [`${dateOf(on)} ${kind}:${id}`, id]));
  const ofFacts = new Map<string, Entry>();
  const others: Entry[] = [];
  for (const entry of entries) {
    const fact = causes.get(`${entry.effective_on} ${entry.cause}`);
    if (fact === undefined || ofFacts.has(fact)) others.push(entry);
    else ofFacts.set(fact, entry);
  }
  return { ofFacts, others };
}

/** The columns of the entry that lies in the row of a fact. */
export const ownEntry = (entry: Entry | undefined) => ({
  postings_from: entry?.number ?? null,
  accounts: entry?.accounts ?? null,
  amounts: entry?.amounts ?? null,
});

interface Each {
  readonly account: string;
  readonly amount: number;
  readonly place: number;
}

/** Each posting of an entry that a query names `entry`. */
export const each = sql<Each>`unnest(string_to_array(entry.accounts, ' '), entry.amounts) with ordinality`.as<'each'>(
  sql`each(account, amount, place)`,
);

const columns = ['entry.person_id', 'entry.loan_id', 'entry.effective_on', 'each.account', 'each.amount'] as const;
const numberFrom = (first: 'entry.number' | 'entry.postings_from') =>
  sql<number>`(${sql.ref(first)} + each.place - 1)::integer`.as('number');

type Ids = string | RawBuilder<string>;

const ofEntries = (db: Builder, people: Ids) =>
  db
    .selectFrom('loan_postings as entry')
    .innerJoinLateral(each, (join) => join.onTrue())
    .select([...columns, 'entry.cause', 'entry.posted_at', numberFrom('entry.number')])
    .where('entry.person_id', '=', people);

const ofFacts = (db: Builder, people: Ids) =>
  db
    .selectFrom('loan_facts as entry')
    .innerJoinLateral(each, (join) => join.onTrue())
    .select([...columns, sql<string>`entry.kind || ':' || entry.id`.as('cause')])
    .select(['entry.recorded_at as posted_at', numberFrom('entry.postings_from')])
    .where('entry.accounts', 'is not', null)
    .where('entry.person_id', '=', people);

/** Each posting of these loans, under the name of the table. */
export const eachPosting = (db: Builder, people: Ids, loans: Ids) =>
  db.selectFrom(
    ofEntries(db, people)
      .where('entry.loan_id', '=', loans)
      .unionAll(ofFacts(db, people).where('entry.loan_id', '=', loans))
      .as('loan_postings'),
  );

/** The amounts of an entry as JSON, so that they come as numbers. */
export const amountsOfEntry = sql<readonly number[]>`to_json(amounts)`.as('amounts');

/** The sum of the postings of a cause to an account on a day. */
export const sumsOf = ({ db }: Reader, { people, loans }: OfLoans) =>
  eachPosting(db, oneOf(people), oneOf(loans))
    .select(['person_id', 'loan_id', 'effective_on', 'account', 'cause'])
    .select([sql<number>`sum(amount)::bigint`.as('amount'), sql<number>`count(*)`.as('postings')])
    .groupBy(['person_id', 'loan_id', 'effective_on', 'account', 'cause']);
