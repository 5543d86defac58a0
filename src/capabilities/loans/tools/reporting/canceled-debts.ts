// What loans know of debts that were canceled: settlements that were kept, who owed, and how much principal was open.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { inSlices } from '#platform/loop/slices.ts';
import { wholeLoans } from '../../core/lifecycle/whole-loans.ts';
import { buckets } from '../../core/loan/amounts.ts';
import { eachLoan, type LoanIds, type LoanKeys, oneOf } from '../../core/loan/named-loans.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { productOf } from '../../core/products/list.ts';
import type { Forgiven } from '../../core/settlements/base/settlement.ts';
import { termsOf } from '../../core/timeline/held-loan.ts';
import { type LoanPersonRow, parties } from '../parties/party.ts';
import { thingsOf } from './loans-of-month.ts';

/** Amounts in cents. */
export interface KeptSettlement {
  readonly personId: string;
  readonly loanId: string;
  readonly settlementId: string;
  readonly forgiven: Forgiven;
}

interface Days {
  readonly from: CivilDate;
  readonly to: CivilDate;
}

interface PageOfKept extends Days {
  readonly after: Pick<KeptSettlement, 'personId' | 'settlementId'> | undefined;
  readonly limit: number;
}

const forgivenOn = sql<string>`(${sql.ref('loan_settlements.forgiven')} ->> 'on')`;

/** Settlements that were kept in these days, in the order of their borrowers. */
export async function keptSettlements(
  reader: Reader,
  { from, to, after, limit }: PageOfKept,
): Promise<KeptSettlement[]> {
  let query = reader.db
    .selectFrom('loan_settlements')
    .select(['person_id', 'loan_id', 'id', 'forgiven'])
    .where('forgiven', 'is not', null)
    .where(forgivenOn, '>=', from)
    .where(forgivenOn, '<=', to)
    .orderBy('person_id')
    .orderBy('id')
    .limit(limit);
  if (after !== undefined)
    query = query.where((eb) => eb(eb.refTuple('person_id', 'id'), '>', eb.tuple(after.personId, after.settlementId)));
  const rows = await reader.rows(query);
  return rows.flatMap(({ person_id: personId, loan_id: loanId, id: settlementId, forgiven }) =>
    forgiven === null ? [] : [{ personId, loanId, settlementId, forgiven }],
  );
}

/** Finds which of the loans were settled for less in these days. One alone is named as one, so that a cluster asks one node. */
export async function settledLoans(
  reader: Reader,
  loans: readonly LoanIds[],
  { from, to }: Days,
): Promise<ReadonlySet<string>> {
  const [first, ...others] = loans;
  if (first === undefined) return new Set();
  const settled = reader.db
    .selectFrom('loan_settlements')
    .select('loan_id')
    .where('forgiven', 'is not', null)
    .where(forgivenOn, '>=', from)
    .where(forgivenOn, '<=', to);
  const asked =
    others.length === 0
      ? settled.where('person_id', '=', first.person_id).where('loan_id', '=', first.id)
      : settled
          .where('person_id', '=', oneOf(loans.map(({ person_id }) => person_id)))
          .where('loan_id', '=', oneOf(loans.map(({ id }) => id)));
  const rows = await reader.rows(asked);
  return new Set(rows.map(({ loan_id }) => loan_id));
}

type LoanToDay = LoanKeys & { readonly on: CivilDate };

/** With the highest limit to which a line was changed until the day. */
const agreedLoan = prepared((db, placeholder: PlaceholderOf<LoanToDay>) =>
  db
    .selectFrom('loans')
    .select(['person_id', 'id', 'at_origination', 'additional_people', 'asset_display_name'])
    .select((eb) =>
      eb
        .selectFrom('loan_facts')
        .select(sql<number | null>`max((fact ->> 'amount')::bigint)`.as('limit'))
        .where('person_id', '=', placeholder('personId'))
        .where('loan_id', '=', placeholder('loanId'))
        .where('kind', '=', 'limit')
        .where('effective_on', '<=', placeholder('on'))
        .as('highest_limit'),
    )
    .where('person_id', '=', placeholder('personId'))
    .where('id', '=', placeholder('loanId')),
);

export interface Debt {
  readonly personId: string;
  readonly loanId: string;
  /** The loan type as people see it. */
  readonly name: string;
  /** What was agreed to be lent, or the highest credit limit until the day. */
  readonly agreedCents: number;
  /** Whoever owed it on the day: the main borrower comes first. Guarantors are not among them. */
  readonly borrowers: readonly string[];
}

interface AgreedAmounts {
  readonly amountFinanced?: number | null;
  readonly principalAmount?: number | null;
  readonly creditLimitAmount?: number | null;
}

interface LoanOnDay {
  readonly personId: string;
  readonly loanId: string;
  readonly on: CivilDate;
}

/** The loans by their ids, each as of its own day. */
export async function debtsOf(reader: Reader, asked: readonly LoanOnDay[]): Promise<ReadonlyMap<string, Debt>> {
  if (asked.length === 0) return new Map();
  const loans = asked.map(({ personId: person_id, loanId: id }) => ({ person_id, id }));
  const dayBy = new Map(asked.map(({ loanId, on }) => [loanId, on]));
  const dayOfLoan = (loanId: string) => dayBy.get(loanId) as CivilDate;
  const [rows, [people]] = await Promise.all([
    eachLoan(reader, loans, (keys) => agreedLoan(reader.db, { ...keys, on: dayOfLoan(keys.loanId) })),
    reader.together(thingsOf(reader, parties, loans).orderBy('position')),
  ]);
  const peopleBy = Map.groupBy(people, ({ loan_id }) => loan_id);
  return new Map(
    rows.map((row) => {
      const { id: loanId, person_id: personId } = row;
      const { amountFinanced, principalAmount, creditLimitAmount } = row.at_origination as AgreedAmounts;
      const debt: Debt = {
        personId,
        loanId,
        name: row.asset_display_name,
        agreedCents: productOf(row).hasDraws
          ? Math.max(creditLimitAmount ?? 0, row.highest_limit ?? 0)
          : (amountFinanced ?? principalAmount ?? 0),
        borrowers: owingOn(dayOfLoan(loanId), row, peopleBy.get(loanId) ?? []),
      };
      return [loanId, debt] as const;
    }),
  );
}

/** Whoever has left owed it on their last day still. */
function owingOn(
  day: CivilDate,
  { person_id: main, additional_people: agreed }: Pick<LoanRow, 'person_id' | 'additional_people'>,
  rows: readonly LoanPersonRow[],
): string[] {
  const known = new Set(rows.map(({ other_person_id }) => other_person_id));
  const fromTheStart = agreed
    .filter(({ personId, loanRelationType }) => loanRelationType === 'coBorrower' && !known.has(personId))
    .map(({ personId }) => personId);
  const recorded = rows
    .filter(({ relation }) => relation === 'coBorrower')
    .filter(({ start_date, end_date }) => start_date <= day && (end_date === null || end_date >= day))
    .map(({ other_person_id }) => other_person_id);
  return [...new Set([main, ...fromTheStart, ...recorded])];
}

/** The principal that was open as the day began, with what was charged off of it; zero before the books begin. */
export async function principalOpenBefore(
  reader: Reader,
  { personId, loanId }: LoanKeys,
  on: CivilDate,
): Promise<number> {
  const [loan] = await wholeLoans(reader, [{ person_id: personId, id: loanId }]);
  if (loan === undefined || loan.row.started_on === null) return 0;
  const { row, facts } = loan;
  const product = productOf(row);
  const terms = termsOf(row);
  // A number, because the calendar has no day before its first one.
  const through = dayOf(on) - 1;
  const state = await inSlices(product.replaying(terms, facts, { through, knownAt: undefined }));
  if (state.position.standing === 'pending') return 0;
  const amounts = product.amounts(terms, state);
  const open = buckets.reduce((sum, bucket) => sum + amounts.buckets[bucket].principal, 0);
  return open + amounts.chargedOff.principal;
}
