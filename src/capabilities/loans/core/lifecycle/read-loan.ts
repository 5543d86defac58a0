// One loan, shown. It reads only what it shows; it reads the books only if time or the index may have changed them.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { momentsOf } from '../loan/moments.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import { standingOf } from '../loan/standing.ts';
import type { LoanRow, ShownLoan } from '../loan/tables.ts';
import { todayOf } from '../loan/today.ts';
import { stateOn } from '../timeline/compute-state.ts';
import { cardIdsOf } from './agreed-cards.ts';
import { hasOtherIndex, loanOfPath, loanWithItsFacts } from './loan.ts';
import { presentLoans, shownColumns, shownState } from './present-loan.ts';
import type { Loan } from './schemas.ts';

const loanAsStored = prepared(
  (db, placeholder: PlaceholderOf<LoanKeys>) =>
    db
      .selectFrom('loans')
      .innerJoin('loan_standing', standingOf({ personId: placeholder('personId'), loanId: placeholder('loanId') }))
      .select([...shownColumns, 'version', 'lease', 'next_action_at', 'index_known'])
      .select(shownState.as('state'))
      .where('loans.person_id', '=', placeholder('personId'))
      .where('loans.id', '=', placeholder('loanId')),
  { personId: 'text', loanId: 'text' },
);

type StoredLoan = ShownLoan & Pick<LoanRow, 'version' | 'lease' | 'next_action_at' | 'index_known'>;

/** The loan of a path, to be shown. */
export const storedLoan = loanOfPath<StoredLoan>(
  (reader, ids) => reader.row(loanAsStored(reader.db, ids)),
  (stored) => ({ ...stored, hasMore: cardIdsOf(stored).length > 0 }),
);

/** The loan as it is today: changes by time since its books were stored are computed. */
export async function readLoan(reader: Reader, vault: Vault, stored: StoredLoan, now: Instant): Promise<Loan> {
  const [loan] = await presentLoans(reader, vault, [await broughtTo(reader, stored, now)]);
  return loan as Loan;
}

async function broughtTo(reader: Reader, stored: StoredLoan, now: Instant): Promise<ShownLoan> {
  const isDue = stored.next_action_at !== null && stored.next_action_at <= now;
  if (stored.state === null || !(isDue || (await hasOtherIndex(reader, stored)))) return stored;
  const loan = await loanWithItsFacts(reader, { personId: stored.person_id, loanId: stored.id });
  if (loan === undefined) throw new Error(`The loan ${stored.id} is not there any more.`);
  const { row, product } = loan;
  const { state } = await stateOn(reader, loan, todayOf(row, now));
  const { isClosed: is_closed, servicedBy: serviced_by } = state.position;
  const worked = row.state?.through ?? state.through;
  const come = state.records.events.filter(({ on }) => on > worked);
  const timestamps = { ...row.timestamps, ...momentsOf(now, row, { gone: [], come }) };
  const status = product.statusOf(state.position);
  return { ...row, state, status, is_closed, serviced_by, timestamps };
}
