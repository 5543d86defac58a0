// The general ledger of a company as it is stored: how far it is closed, and its charts.
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { ValidChart } from './chart.ts';
import { generalLedgerErrors } from './errors.ts';
import type { GeneralLedgerRow } from './tables.ts';

export const ledgerOf = (reader: Reader): Promise<GeneralLedgerRow | undefined> =>
  reader.row(reader.db.selectFrom('general_ledgers').selectAll());

/** No day is closed until the commit. */
export const lockedLedger = (tx: Tx): Promise<GeneralLedgerRow | undefined> =>
  tx.row(tx.db.selectFrom('general_ledgers').selectAll().forNoKeyUpdate());

/** Errors: GeneralLedgerNotKept. */
export async function keptLedger(reader: Reader): Promise<GeneralLedgerRow> {
  const row = await ledgerOf(reader);
  if (row !== undefined) return row;
  throw new Refusal(generalLedgerErrors.GeneralLedgerNotKept, 'Nobody has said to which accounts is booked.');
}

/** In the order of their days. */
export const chartsOf = (reader: Reader): Promise<ValidChart[]> =>
  reader.rows(
    reader.db.selectFrom('general_ledger_charts').select(['valid_from as validFrom', 'accounts']).orderBy('valid_from'),
  );
