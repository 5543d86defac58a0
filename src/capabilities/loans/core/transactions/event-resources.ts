// The payload of an event shows the whole transaction that it is about.
import { sql } from 'kysely';
import type { DeclaredResource } from '#platform/event-views/payload.ts';
import { paymentApplied } from '../loan/events.ts';
import { transactionEvents } from './events.ts';
import { Transaction } from './schemas.ts';
import { presentTransactions } from './transaction.ts';

const transaction: DeclaredResource = {
  name: 'transaction',
  schema: Transaction,
  permission: 'transaction:read',
  madeBy: ['payment.scheduled', 'payment.initiated', 'servicecredit.created'],
  isShownBy: (kind) => kind === paymentApplied || transactionEvents.includes(kind),
  // The id of a transaction is unique for its person, so both ids are needed to find it.
  idOf: ({ personId, transactionId }) => (transactionId === null ? null : `${personId} ${transactionId}`),
  async load(reader, _, keys) {
    const people = keys.map((key) => key.split(' ')[0] as string);
    const ids = keys.map((key) => key.split(' ')[1] as string);
    const rows = await reader.rows(
      reader.db
        .selectFrom('transactions')
        .selectAll()
        .where(sql<boolean>`person_id = any(${people}::text[])`)
        .where(sql<boolean>`id = any(${ids}::text[])`),
    );
    const shown = await presentTransactions(reader, rows);
    return new Map(shown.map((one) => [`${one.mainBorrowerId} ${one.id}`, one]));
  },
};

export const transactionResources: readonly DeclaredResource[] = [transaction];
