// What the ledger says that loans owed on a day: the sums of what was posted until then, as far as it was posted by an
// instant. It is another source than the figures and the replay, so it can prove them.
import { wasKnown } from '@tenor/engine/account/timeline.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import { amountsOfEntry } from '../../core/books/stored-postings.ts';
import type { Amounts } from '../../core/loan/amounts.ts';
import { allFees } from '../../core/loan/balance-fields.ts';
import {
  balanceOfAccount,
  type LedgerBalances,
  ledgerAmounts,
  nothingPosted,
} from '../../core/loan/ledger-balances.ts';
import { type LoanIds, oneOf } from '../../core/loan/named-loans.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { productOfKind } from '../../core/products/list.ts';
import { Indexes, type Life, type Living, livesOf } from './lives.ts';
import type { PortfolioDay } from './portfolio.ts';

export const provedOf = ({ buckets: { nonDue, due, overdue } }: Amounts): LedgerBalances => ({
  principal: nonDue.principal + due.principal + overdue.principal,
  interest: due.interest + overdue.interest,
  fees: allFees(nonDue) + allFees(due) + allFees(overdue),
});

export const isSame = (one: LedgerBalances, other: LedgerBalances): boolean =>
  ledgerAmounts.every((name) => one[name] === other[name]);

interface PostedOfDay {
  readonly owed: LedgerBalances;
  /** Something of the day or before it was posted after the instant: what the ledger said then may lack it. */
  readonly hasLater: boolean;
}

type Posted = LoanIds & Pick<LoanRow, 'postings_count'>;

/** A posting of a line that is used every day takes memory, too, until it is added up. */
const postingsAtOnceMax = 100_000;

/**
 * By the ids of the loans and of their draws, others of the same people too; what has no posting is left out. They are
 * added up here: the server takes longer to take the entries apart than to give them.
 */
export async function ledgerOfDay(
  reader: Reader,
  day: PortfolioDay,
  loans: readonly Posted[],
): Promise<ReadonlyMap<string, PostedOfDay>> {
  const found = new Map<string, PostedOfDay>();
  for (const some of groupsOfPostings(loans))
    for (const [id, sum] of await addedUp(reader, day, some)) found.set(id, sum);
  return found;
}

/** The loans of a borrower are together: what is read are the postings of people. */
function groupsOfPostings(loans: readonly Posted[]): readonly Posted[][] {
  const groups: Posted[][] = [];
  let count = Number.POSITIVE_INFINITY;
  for (const own of Map.groupBy(loans, ({ person_id }) => person_id).values()) {
    const ofPerson = own.reduce((sum, { postings_count }) => sum + postings_count, 0);
    count += ofPerson;
    if (count <= postingsAtOnceMax) groups.at(-1)?.push(...own);
    else {
      groups.push(own);
      count = ofPerson;
    }
  }
  return groups;
}

async function addedUp(
  reader: Reader,
  { asOf, knownAt }: PortfolioDay,
  loans: readonly LoanIds[],
): Promise<ReadonlyMap<string, PostedOfDay>> {
  const people = oneOf([...new Set(loans.map(({ person_id }) => person_id))]);
  const found = await reader.together(
    reader.db
      .selectFrom('loan_postings')
      .select(['loan_id', 'accounts', amountsOfEntry, sql<boolean>`posted_at > ${knownAt}`.as('is_later')])
      .where('person_id', '=', people)
      .where('effective_on', '<=', asOf),
    reader.db
      .selectFrom('loan_facts')
      .select(['loan_id', 'accounts', amountsOfEntry, sql<boolean>`recorded_at > ${knownAt}`.as('is_later')])
      .where('person_id', '=', people)
      .where('effective_on', '<=', asOf)
      .where('accounts', 'is not', null),
  );
  const sums = new Sums();
  await eachInSlices(found.flat(), ({ loan_id: id, is_later: isLater, accounts, amounts }) => {
    const names = accounts?.split(' ') ?? [];
    for (const [i, account] of names.entries()) sums.add(id, account, isLater ? undefined : (amounts[i] ?? 0));
  });
  return sums.by;
}

/** The sums of loans and of their draws: the account of a draw has its id behind it. */
class Sums {
  readonly by = new Map<string, { owed: Record<keyof LedgerBalances, number>; hasLater: boolean }>();

  /** Without an amount it was posted after the instant. */
  add(loanId: string, account: string, amount: number | undefined): void {
    const at = account.indexOf('@');
    const name = balanceOfAccount(account);
    for (const id of at < 0 ? [loanId] : [loanId, account.slice(at + 1)]) {
      const sum = this.by.get(id) ?? { owed: { ...nothingPosted }, hasLater: false };
      this.by.set(id, sum);
      if (amount === undefined) sum.hasLater = true;
      else if (name !== undefined) sum.owed[name] += amount;
    }
  }
}

/**
 * The same from the postings that a replay of the whole life makes: for loans whose books had not been worked to the day
 * by the instant, so that the ledger lacks what the days brought. What has no posting is left out.
 */
export async function replayedLedger(
  reader: Reader,
  { asOf, knownAt }: PortfolioDay,
  loans: readonly Living[],
): Promise<ReadonlyMap<string, LedgerBalances>> {
  const through = dayOf(asOf);
  const lives = await livesOf(reader, loans, new Indexes(reader));
  const sums = new Sums();
  for (const row of loans) {
    const { terms, hasBooks, facts } = lives.get(row.id) as Life;
    if (terms === null || !hasBooks) continue;
    const known = facts.filter((fact) => wasKnown(fact, knownAt));
    const { records } = productOfKind(row.id, row.product_kind).replay(terms, known, { through });
    for (const { account, amount } of records.postings) sums.add(row.id, account, amount);
  }
  return new Map([...sums.by].map(([id, { owed }]) => [id, owed]));
}
