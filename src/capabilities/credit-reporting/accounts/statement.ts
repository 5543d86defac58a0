// What somebody says of a loan to all agencies: read for many loans, and put in place of what the books say.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { End, Facts } from '@tenor/metro2/month/facts.ts';
import type { LoanOfMonth } from '#capabilities/loans/index.ts';
import { preparedOfPeople } from '#platform/db/prepared-of-people.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { creditStatements, type StatementRow } from '../tables.ts';

interface Keys {
  readonly personId: string;
  readonly loanId: string;
}

const statementsOfPeople = preparedOfPeople<StatementRow>((db, isOneOfThem) =>
  db.selectFrom('credit_statements').select(creditStatements.all).where(isOneOfThem('person_id')),
);

/** A borrower has few loans: those that nobody asked for are read along. */
export async function statementsOf(reader: Reader, loans: readonly Keys[]): Promise<ReadonlyMap<string, StatementRow>> {
  if (loans.length === 0) return new Map();
  const people = [...new Set(loans.map(({ personId }) => personId))];
  const rows = await reader.rows(statementsOfPeople(reader.db, people, {}));
  return new Map(rows.map((row) => [row.loan_id, row]));
}

/** How it ends by what somebody has said; undefined: nobody has said that it does. */
export function endSaid(said: StatementRow | undefined, asOf: CivilDate): End | undefined {
  if (said === undefined || said.ending === null || said.ended_on === null || said.ended_on > asOf) return undefined;
  const on = said.ended_on;
  switch (said.ending) {
    case 'sold':
      return { kind: 'sold', on, to: (said.sold_to ?? '').toUpperCase() };
    case 'transferred':
      return { kind: 'transferred', on, newAccountNumber: said.new_account_number ?? '' };
    case 'deletedForFraud':
      return { kind: 'deleted', because: 'fraud' };
    default:
      return { kind: 'deleted', because: 'mistake' };
  }
}

type ByCode = Pick<Facts, 'dispute' | 'closedByConsumerOn'>;

const disputed = (law: 'FCRA' | 'FCBA', state: NonNullable<Facts['dispute']>['state']): Facts['dispute'] => ({
  law,
  state,
});

/** What a code means that somebody has set in place of what cases say; null: it removes what was said. */
const byCode: Readonly<Record<string, { readonly isClosed: boolean; readonly dispute: Facts['dispute'] } | null>> = {
  XA: { isClosed: true, dispute: null },
  XB: { isClosed: false, dispute: disputed('FCRA', 'open') },
  XC: { isClosed: false, dispute: disputed('FCRA', 'consumerDisagrees') },
  XD: { isClosed: true, dispute: disputed('FCRA', 'open') },
  XE: { isClosed: true, dispute: disputed('FCRA', 'consumerDisagrees') },
  XF: { isClosed: false, dispute: disputed('FCBA', 'open') },
  XG: { isClosed: false, dispute: disputed('FCBA', 'consumerDisagrees') },
  XH: { isClosed: false, dispute: disputed('FCRA', 'settled') },
  XJ: { isClosed: true, dispute: disputed('FCBA', 'open') },
  XR: null,
};

export function complianceOf(
  { compliance }: LoanOfMonth,
  said: StatementRow | undefined,
  ofCases: Facts['dispute'],
  asOf: CivilDate,
): ByCode {
  const closedOn = said?.closed_by_consumer_on ?? null;
  const closed = closedOn !== null && closedOn <= asOf ? closedOn : null;
  if (compliance === null) return { dispute: ofCases, closedByConsumerOn: closed };
  const means = byCode[compliance.code];
  if (means == null) return { dispute: null, closedByConsumerOn: null };
  return { dispute: means.dispute, closedByConsumerOn: means.isClosed ? (closed ?? compliance.on) : null };
}
