// Begins a filing of a year that is over: the first one closes the year, and each after it has what has changed since the
// one before was sent.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { isTaken } from '#platform/sqlstate.ts';
import { start } from '#platform/states.ts';
import { startOperation } from '#platform/work/operations/operations.ts';
import { taxErrors } from '../errors.ts';
import { noneLeftOut } from '../forms/left-out.ts';
import { type FilingRow, taxFilings } from '../tables.ts';
import { tellFiling } from './filing.ts';
import { filingJob } from './job.ts';
import { type FilingState, filingTable } from './states.ts';

interface Asked {
  readonly taxYear: number;
  readonly includesInterest: boolean | undefined;
}

/** Errors: InvalidRequest, TaxFilingThere. */
export async function startFiling(
  ctx: CommandContext,
  tx: Tx,
  { taxYear, includesInterest }: Asked,
): Promise<FilingRow> {
  const today = dateInZone(ctx.now, (await timezoneOf(tx)) ?? 'UTC');
  const lastYear = Number(today.slice(0, 4)) - 1;
  if (taxYear > lastYear) throw refuseField('taxYear', 'is not over', `${lastYear}, or a year before it`);
  const open = await filingIn(tx, taxYear, [...filingTable.from('fail'), ...filingTable.from('discard')]);
  if (open !== undefined) throw alreadyThere(open.id);
  const sent = await filingIn(tx, taxYear, [filingTable.to('send')]);
  if (sent !== undefined && includesInterest !== undefined && includesInterest !== sent.includes_interest)
    throw refuseField(
      'includesInterest',
      'is not what the filings of the year have said before',
      `${sent.includes_interest}, or nothing`,
    );
  const id = newId('TF');
  const row: FilingRow = {
    id,
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    tax_year: taxYear,
    is_correction: sent !== undefined,
    includes_interest: sent?.includes_interest ?? includesInterest ?? false,
    state: filingTable.move(start, 'initiate').to,
    operation_id: startOperation(ctx, tx, filingJob, { filingId: id }).id,
    num_forms: null,
    num_without_tin: null,
    total_amount: null,
    left_out: noneLeftOut,
    sent_on: null,
    receipt_id: null,
    error_message: null,
    finished_at: null,
    created_at: ctx.now,
    updated_at: null,
  };
  const { company_id: _, ...columns } = row;
  tx.write(tx.db.insertInto('tax_filings').values({ ...columns, left_out: JSON.stringify(row.left_out) }), (error) =>
    isTaken(error, 'tax_filings_once') ? alreadyThere(null, error) : error,
  );
  tellFiling(ctx.emit, row.company_id, row);
  return row;
}

/** The newest of the year in one of these states. */
const filingIn = (reader: Reader, taxYear: number, states: readonly FilingState[]): Promise<FilingRow | undefined> =>
  reader.row(
    reader.db
      .selectFrom('tax_filings')
      .select(taxFilings.all)
      .where('tax_year', '=', taxYear)
      .where('state', 'in', states)
      .orderBy('position', 'desc')
      .limit(1),
  ) as Promise<FilingRow | undefined>;

const alreadyThere = (taxFilingId: string | null, cause?: unknown): Refusal =>
  new Refusal(taxErrors.TaxFilingThere, 'The year has a filing that is being made, or that is not sent yet.', {
    data: { path: 'taxYear', taxFilingId },
    cause,
  });
