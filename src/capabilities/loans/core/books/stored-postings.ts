// The postings of an entry are one row: its accounts, its amounts, and the number of the first. Here they are put
// together and taken apart; everybody else knows postings alone.
import type { Posting } from '@tenor/engine/account/records.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { sql } from 'kysely';
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

interface Each {
  readonly account: string;
  readonly amount: number;
  readonly place: number;
}

const each = (row: string) =>
  sql<Each>`unnest(string_to_array(${sql.ref(`${row}.accounts`)}, ' '), ${sql.ref(`${row}.amounts`)}) with ordinality`.as<'each'>(
    sql`each(account, amount, place)`,
  );

/** Each posting of a loan, under the name of the table. */
export const eachPosting = (db: Builder, personId: string, loanId: string) =>
  db.selectFrom(
    db
      .selectFrom('loan_postings as entry')
      .innerJoinLateral(each('entry'), (join) => join.onTrue())
      .select(['entry.person_id', 'entry.loan_id', 'entry.effective_on', 'entry.cause', 'entry.posted_at'])
      .select(['each.account', 'each.amount', sql<number>`(entry.number + each.place - 1)::integer`.as('number')])
      .where('entry.person_id', '=', personId)
      .where('entry.loan_id', '=', loanId)
      .as('loan_postings'),
  );

/** The sum of the postings of a cause to an account on a day. */
export const sumsOf = ({ db }: Reader, { people, loans }: OfLoans) =>
  db
    .selectFrom('loan_postings as entry')
    .innerJoinLateral(each('entry'), (join) => join.onTrue())
    .select(['entry.person_id', 'entry.loan_id', 'entry.effective_on', 'each.account', 'entry.cause'])
    .select([sql<number>`sum(each.amount)::bigint`.as('amount'), sql<number>`count(*)`.as('postings')])
    .where('entry.person_id', '=', oneOf(people))
    .where('entry.loan_id', '=', oneOf(loans))
    .groupBy(['entry.person_id', 'entry.loan_id', 'entry.effective_on', 'each.account', 'entry.cause']);
