// What the ledger says that loans owed on a day: the sums of what was posted until then, as far as it was posted by an
// instant. It is another source than the figures and the replay, so it can prove them.
import { wasKnown } from '@tenor/engine/account/timeline.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { eachPostingOf } from '../../core/books/stored-postings.ts';
import type { Amounts, Bucket } from '../../core/loan/amounts.ts';
import {
  type LedgerBalances,
  ledgerAccounts,
  ledgerAmounts,
  nothingPosted,
  withPostings,
} from '../../core/loan/ledger-balances.ts';
import { type LoanIds, oneOf } from '../../core/loan/named-loans.ts';
import { productOf } from '../../core/products/list.ts';
import { Indexes, type Life, type Living, livesOf } from './lives.ts';
import type { PortfolioDay } from './portfolio.ts';

export const provedOf = ({ buckets: { nonDue, due, overdue } }: Amounts): LedgerBalances => ({
  principal: nonDue.principal + due.principal + overdue.principal,
  interest: due.interest + overdue.interest,
  fees: feesIn(nonDue) + feesIn(due) + feesIn(overdue),
});

const feesIn = ({ fees }: Bucket): number => Object.values(fees).reduce((sum, amount) => sum + amount, 0);

export const isSame = (one: LedgerBalances, other: LedgerBalances): boolean =>
  ledgerAmounts.every((name) => one[name] === other[name]);

const sumOf = (name: keyof LedgerBalances, knownAt: Instant) => {
  const begins = ledgerAccounts[name].map((begin) => `starts_with(account, '${begin}')`).join(' or ');
  return sql<Cents>`coalesce(sum(amount) filter (where posted_at <= ${knownAt} and (${sql.raw(begins)})), 0)::bigint`.as(
    name,
  );
};

interface PostedOfDay {
  readonly owed: LedgerBalances;
  /** Something of the day or before it was posted after the instant: what the ledger said then may lack it. */
  readonly hasLater: boolean;
}

/** By the ids of the loans, others of the same people too; a loan with no posting is left out. */
export async function ledgerOfDay(
  reader: Reader,
  { asOf, knownAt }: PortfolioDay,
  loans: readonly LoanIds[],
): Promise<ReadonlyMap<string, PostedOfDay>> {
  if (loans.length === 0) return new Map();
  const people = [...new Set(loans.map(({ person_id }) => person_id))];
  const rows = await reader.rows(
    eachPostingOf(reader.db, oneOf(people))
      .select(['loan_id', ...ledgerAmounts.map((name) => sumOf(name, knownAt))])
      .select(sql<boolean>`bool_or(posted_at > ${knownAt})`.as('has_later'))
      .where('effective_on', '<=', asOf)
      .groupBy('loan_id'),
  );
  return new Map(rows.map(({ loan_id: id, has_later: hasLater, ...owed }) => [id, { owed, hasLater }]));
}

/**
 * The same from the postings that a replay of the whole life makes: for loans whose books had not been worked to the day
 * by the instant, so that the ledger lacks what the days brought.
 */
export async function replayedLedger(
  reader: Reader,
  { asOf, knownAt }: PortfolioDay,
  loans: readonly Living[],
): Promise<ReadonlyMap<string, LedgerBalances>> {
  const through = dayOf(asOf);
  const lives = await livesOf(reader, loans, new Indexes(reader));
  return new Map(
    loans.map((row) => {
      const { terms, hasBooks, facts } = lives.get(row.id) as Life;
      if (terms === null || !hasBooks) return [row.id, nothingPosted];
      const known = facts.filter((fact) => wasKnown(fact, knownAt));
      const { records } = productOf(row).replay(terms, known, { through });
      return [row.id, withPostings(nothingPosted, records.postings)];
    }),
  );
}
