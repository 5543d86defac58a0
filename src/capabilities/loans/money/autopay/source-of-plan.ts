// The instrument and the authorization by which a plan pays; or why the plan does not go on.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { findInstrument, instrumentErrors } from '#capabilities/instruments/index.ts';
import { type Ordering, standingSeries } from '#capabilities/moving-money/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { transactionErrors } from '../../core/transactions/errors.ts';
import { type HeldInstrument, isCovered, mustBeUsable, type Way, wayOf } from '../collecting/checks.ts';
import type { Stop } from './items.ts';
import type { PlanRow } from './tables.ts';

interface Source {
  readonly source: HeldInstrument;
  /** Undefined: nobody carries such payments now. */
  readonly way: Way | undefined;
  readonly amountMax: Cents | null;
}

export async function sourceOf(
  ctx: Pick<Ordering, 'now' | 'vault' | 'asked'>,
  reader: Reader,
  loan: LoanRow,
  row: PlanRow,
): Promise<Source | Stop> {
  const { holder_id: holderId, instrument_id, authorization_id } = row;
  const [instrument, series] = await Promise.all([
    findInstrument(reader, holderId, instrument_id),
    standingSeries(reader, holderId, authorization_id),
  ]);
  if (series === undefined) return { verb: 'cancel', reason: 'authorizationRevoked' };
  if (series.isStopped && (await isCovered(reader, loan))) return { verb: 'pause', reason: 'failedTwice' };
  if (instrument === undefined) return { verb: 'pause', reason: 'instrumentInactive' };
  if (instrument.debits_blocked_at !== null) return { verb: 'pause', reason: 'blocked' };
  try {
    mustBeUsable(ctx, loan, instrument);
    const way = await wayOf(ctx, reader, instrument, 'debit');
    return { source: { holderId, instrument }, way, amountMax: series.amountMax };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.kind === transactionErrors.InstrumentCannotBeCharged)
      return { verb: 'pause', reason: 'instrumentInactive' };
    if (error.kind !== instrumentErrors.PaymentProcessorNotConfigured) throw error;
    return { source: { holderId, instrument }, way: undefined, amountMax: series.amountMax };
  }
}
