// Who else gets a message about a loan than its main borrower: a row of their own for each of them.
import { type OtherOwing, othersOwing } from '#capabilities/loans/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Recipients } from './notice.ts';
import type { NewPending } from './pending.ts';

export interface Addressed {
  readonly row: NewPending;
  readonly to: Recipients;
}

/** What is about the main borrower alone costs nothing. */
export async function withOthers(reader: Reader, all: readonly Addressed[]): Promise<NewPending[]> {
  const shared = all.filter(({ row, to }) => to !== 'main' && row.loan_id != null);
  const loans = new Map(
    shared.map(({ row }) => [row.loan_id, { person_id: row.person_id, id: row.loan_id as string }]),
  );
  const others = Map.groupBy(await othersOwing(reader, [...loans.values()]), ({ loanId }) => loanId);
  return all.flatMap(({ row, to }) => [
    row,
    ...(others.get(row.loan_id ?? '') ?? [])
      .filter((one) => isMeant(one, to))
      .map(({ personId }) => ({ ...row, person_id: personId, loan_person_id: row.person_id })),
  ]);
}

const isMeant = ({ owing }: OtherOwing, to: Recipients): boolean =>
  to === 'owing' || (to === 'borrowers' && owing === 'borrower');
