// How often a tool can be used on one loan. What stays in a loan's books costs at each replay of it, so that it needs a
// bound; the bounds lie beyond what a loan of thirty years can need.
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { loanKeyTypes } from '../loan/named-loans.ts';
import type { LoanRow } from '../loan/tables.ts';

const atMost = { fee: 1_000, rate: 400, promo: 400 } as const;
const plurals = { fee: 'fees', rate: 'rates', promo: 'promotional rates' } as const;

type Bounded = keyof typeof atMost;

const factsOfKind = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; loanId: string; kind: string }>) =>
    db
      .selectFrom('loan_facts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('person_id', '=', placeholder('personId'))
      .where('loan_id', '=', placeholder('loanId'))
      .where('kind', '=', placeholder('kind') as never),
  { ...loanKeyTypes, kind: 'text' },
);

/** Errors: NoRoom. */
export async function mustHaveRoomFor(reader: Reader, { person_id: personId, id: loanId }: LoanRow, kind: Bounded) {
  const row = await reader.row(factsOfKind(reader.db, { personId, loanId, kind }));
  const most = atMost[kind];
  if (Number(row?.count ?? 0) < most) return;
  const message = `The loan has had ${most} ${plurals[kind]} already, canceled ones included.`;
  throw new Refusal(errors.NoRoom, message, { data: { atMost: most } });
}
