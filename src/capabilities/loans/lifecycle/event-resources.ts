// What the payload of an event shows whole: the loan it is about.
import { sql } from 'kysely';
import type { DeclaredResource } from '#platform/event-views/payload.ts';
import { loanEvents } from '../loan/events.ts';
import { Loan } from '../products/installment/schemas.ts';
import { presentLoan } from './loan.ts';

const loan: DeclaredResource = {
  name: 'loan',
  schema: Loan,
  permission: 'loan:read',
  isShownBy: (kind) => loanEvents.includes(kind),
  // An id stands once with its person, so both are needed to find one.
  idOf: ({ personId, loanId }) => (loanId === null ? null : `${personId} ${loanId}`),
  async load(reader, _, keys) {
    const people = keys.map((key) => key.split(' ')[0] as string);
    const ids = keys.map((key) => key.split(' ')[1] as string);
    const rows = await reader.rows(
      reader.db
        .selectFrom('loans')
        .selectAll()
        .where(sql<boolean>`person_id = any(${people}::text[])`)
        .where(sql<boolean>`id = any(${ids}::text[])`),
    );
    return new Map(rows.map((row) => [`${row.person_id} ${row.id}`, presentLoan(row)]));
  },
};

export const loanResources: readonly DeclaredResource[] = [loan];
