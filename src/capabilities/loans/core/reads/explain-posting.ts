// Why a posting is what it is: by the books as they were when it was made. A correction says what was there before.
import { dollars } from '@tenor/engine/account/explain.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { eachPosting } from '../books/stored-postings.ts';
import type { Books, HeldLoan } from '../loan/product.ts';
import { booksAsked } from '../timeline/asked-day.ts';
import { type PostingRow, postingId, postingNumber } from './posting.ts';
import type { Explanation } from './schemas.ts';

/** Errors: InvalidRequest. */
export async function explainPosting(reader: Reader, held: HeldLoan, given: string): Promise<Explanation> {
  const number = postingNumber(held.row, given);
  const posting = number === undefined ? undefined : await findPosting(reader, held, number);
  if (posting === undefined) {
    throw refuseField('postingId', 'names no posting of this loan', 'the id of a posting of its ledger');
  }
  return {
    postingId: postingId(held.row.id, posting.number),
    figure: null,
    effectiveDate: posting.effective_on,
    amount: posting.amount as Cents,
    sentence: await sentenceOf(reader, held, posting),
    parts: [],
  };
}

type Found = PostingRow & { readonly before: number };

/** The posting, with the sum of earlier postings for the same cause, account and day. */
const findPosting = (reader: Reader, { row }: HeldLoan, number: number): Promise<Found | undefined> =>
  reader.row(
    reader.db
      .selectFrom(
        eachPosting(reader.db, row.person_id, row.id)
          .selectAll()
          .select(sql<number>`(sum(amount) over earlier - amount)::bigint`.as('before'))
          .where('number', '<=', number)
          .modifyEnd(sql`window earlier as (partition by effective_on, account, cause order by number)`)
          .as('found'),
      )
      .selectAll()
      .where('number', '=', number),
  );

async function sentenceOf(reader: Reader, held: HeldLoan, posting: Found): Promise<string> {
  const { before, amount } = posting;
  const after = before + amount;
  const why = await reasonOf(reader, held, posting, after);
  if (before === 0) return why;
  const moved = `${signed(amount)} posted on ${posting.posted_at.slice(0, 10)} as a correction of ${posting.effective_on}`;
  const taken = `${moved}: ${signed(before)} was there and is taken back, cause ${posting.cause}.`;
  return after === 0 ? taken : `${moved}: ${signed(before)} was there, ${signed(after)} is right. ${why}`;
}

const signed = (amount: number): string => (amount < 0 ? `-${dollars(-amount)}` : dollars(amount));

/** By the books as they were known then; if the index has changed since, by the books as they are known now. */
async function reasonOf(reader: Reader, held: HeldLoan, posting: Found, amount: number): Promise<string> {
  const day = dayOf(posting.effective_on);
  const { account, cause } = posting;
  const wanted = { on: day, account, cause, amount: amount as Cents };
  const lives = [posting.posted_at, undefined].map((knownAt) => booksAsked(reader, held, { day, knownAt }));
  const all = (await Promise.all(lives)).filter((books) => books !== undefined);
  const isIn = ({ state }: Books): boolean =>
    state.records.postings.some(
      (one) => one.on === day && one.account === account && one.cause === cause && one.amount === amount,
    );
  const books = all.find(isIn) ?? all[0];
  if (books === undefined) throw new Error(`The loan ${held.row.id} has postings and no books.`);
  return held.product.explain(books, wanted);
}
