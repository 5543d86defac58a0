// The payload of an event shows the whole loan that it is about.
import { sql } from 'kysely';
import type { DeclaredResource } from '#platform/event-views/payload.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { presentLoans, shownColumns, shownState } from './present-loan.ts';
import { Loan } from './schemas.ts';

/** Events that name a loan, also those of transactions. */
const tellsOfLoan = ({ fields }: EventKind): boolean => 'loanExternalId' in fields.properties;

const loan: DeclaredResource = {
  name: 'loan',
  schema: Loan,
  permission: 'loan:read',
  isShownBy: tellsOfLoan,
  // The id of a loan is unique for its person, so both ids are needed to find it.
  idOf: ({ personId, loanId }) => (loanId === null ? null : `${personId} ${loanId}`),
  async load(reader, vault, keys) {
    const people = keys.map((key) => key.split(' ')[0] as string);
    const ids = keys.map((key) => key.split(' ')[1] as string);
    const rows = await reader.rows(
      reader.db
        .selectFrom('loans')
        .select(shownColumns)
        .select(shownState.as('state'))
        .where(sql<boolean>`person_id = any(${people}::text[])`)
        .where(sql<boolean>`id = any(${ids}::text[])`),
    );
    const shown = await presentLoans(reader, vault, rows);
    return new Map(shown.map((one) => [`${one.mainBorrowerId} ${one.id}`, one]));
  },
};

export const loanResources: readonly DeclaredResource[] = [loan];
