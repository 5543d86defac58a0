// The payload of an event shows the whole loan that it is about.
import type { DeclaredResource } from '#platform/event-views/payload.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { oneOf } from '../loan/named-loans.ts';
import { itsStanding } from '../loan/standing.ts';
import { presentLoans, shownColumns, shownState } from './present-loan.ts';
import { Loan } from './schemas.ts';

/** Events that name a loan, also those of transactions. */
const tellsOfLoan = ({ fields }: EventKind): boolean => 'loanExternalId' in fields.properties;

const loan: DeclaredResource = {
  name: 'loan',
  schema: Loan,
  permission: 'loan:read',
  madeBy: ['loan.created'],
  isShownBy: tellsOfLoan,
  // The id of a loan is unique for its person, so both ids are needed to find it.
  idOf: ({ personId, loanId }) => (loanId === null ? null : `${personId} ${loanId}`),
  async load(reader, vault, keys) {
    const people = keys.map((key) => key.split(' ')[0] as string);
    const ids = keys.map((key) => key.split(' ')[1] as string);
    const rows = await reader.rows(
      reader.db
        .selectFrom('loans')
        .innerJoin('loan_standing', itsStanding)
        .select(shownColumns)
        .select(shownState.as('state'))
        .where('loans.person_id', '=', oneOf(people))
        .where('loans.id', '=', oneOf(ids)),
    );
    const shown = await presentLoans(reader, vault, rows);
    return new Map(shown.map((one) => [`${one.mainBorrowerId} ${one.id}`, one]));
  },
};

export const loanResources: readonly DeclaredResource[] = [loan];
