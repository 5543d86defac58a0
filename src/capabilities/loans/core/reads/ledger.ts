// The books of a loan as they were posted, and their totals.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, refuseFields } from '#platform/errors.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { eachPosting } from '../books/stored-postings.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { LoanRow } from '../loan/tables.ts';
import { postingId, postingNumber, presentPosting } from './posting.ts';
import type { LedgerTotals, Posting } from './schemas.ts';

export const ledgerSort = { number: 'number', effectiveDate: 'effective_on', postedAt: 'posted_at' };

interface LedgerFilter {
  readonly fromEffectiveDate?: CivilDate;
  readonly toEffectiveDate?: CivilDate;
  readonly account?: string;
  readonly drawId?: string;
  readonly cause?: string;
  readonly knownAt?: Instant;
}

type LedgerPage = Page<Posting> & { extra: { totals: LedgerTotals } };

/** Newest first, in the order of posting, like every list. Errors: InvalidRequest, NotFound (draw). */
export async function listPostings(
  reader: Reader,
  input: PageInput & LedgerFilter,
  held: HeldLoan,
): Promise<LedgerPage> {
  const { row } = held;
  const drawId = await held.product.drawNamed(reader, held, input.drawId);
  const source: ListSource = {
    table: 'loan_postings',
    idColumn: 'number',
    sortable: ledgerSort,
    sortedRows: ({ db }) => eachPosting(db, row.person_id, row.id),
    order: 'number',
  };
  const matching = postingsOf(reader, row, input, drawId);
  const [found, totals] = await Promise.all([
    page(reader, source, matching.selectAll(), withNumbers(row, input), ({ number }) => String(number)),
    reader.row(matching.select([sum('amount > 0').as('debits'), sum('amount < 0').as('credits')])),
  ]);
  const [debits, credits] = [totals?.debits ?? 0, totals?.credits ?? 0];
  const idOf = (number: string | null): string | null => number && postingId(row.id, Number(number));
  return {
    ...found,
    items: found.items.map(presentPosting),
    next: idOf(found.next),
    previous: idOf(found.previous),
    extra: {
      totals: {
        debitAmount: debits as Cents,
        creditAmount: credits as Cents,
        sumAmount: (debits + credits) as Cents,
      },
    },
  };
}

const sum = (which: 'amount > 0' | 'amount < 0') =>
  sql<number>`coalesce(sum(amount) filter (where ${sql.raw(which)}), 0)::bigint`;

/** The account without its draw, and the draw. */
const [plainAccount, drawOfAccount] = [1, 2].map((part) => sql<string>`split_part(account, '@', ${sql.lit(part)})`) as [
  RawBuilder<string>,
  RawBuilder<string>,
];

function postingsOf(reader: Reader, { person_id, id }: LoanRow, filter: LedgerFilter, drawId: string | undefined) {
  let query = eachPosting(reader.db, person_id, id);
  if (filter.fromEffectiveDate !== undefined) query = query.where('effective_on', '>=', filter.fromEffectiveDate);
  if (filter.toEffectiveDate !== undefined) query = query.where('effective_on', '<=', filter.toEffectiveDate);
  const { account } = filter;
  if (account?.includes('@')) query = query.where('account', '=', account);
  else if (account !== undefined) query = query.where(plainAccount, '=', account);
  if (drawId !== undefined) query = query.where(drawOfAccount, '=', drawId);
  if (filter.cause !== undefined) query = query.where('cause', '=', filter.cause);
  if (filter.knownAt !== undefined) query = query.where('posted_at', '<=', filter.knownAt);
  return query;
}

/** Turns the ids in a cursor into the numbers of the rows. Errors: UnknownCursor. */
function withNumbers(row: LoanRow, { startingAfter, endingBefore, ...input }: PageInput): PageInput {
  const numberOf = (path: string, given: string): string => {
    const number = postingNumber(row, given);
    if (number !== undefined) return String(number);
    throw refuseFields(errors.UnknownCursor, [
      { path, message: 'names no posting of this loan', expected: 'the id of a posting of this list' },
    ]);
  };
  return {
    ...input,
    ...(startingAfter === undefined ? {} : { startingAfter: numberOf('startingAfter', startingAfter) }),
    ...(endingBefore === undefined ? {} : { endingBefore: numberOf('endingBefore', endingBefore) }),
  };
}
