// Whether a debit may be made: asked when it is requested, and all of it again in the commit that makes the order.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type CivilDate, partsOfDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { findInstrument, type InstrumentInBrief, instrumentNotFound, isPast } from '#capabilities/instruments/index.ts';
import {
  type Carrier,
  carrierFor,
  type Deed,
  type Ordering,
  type Rail,
  validAuthorization,
} from '#capabilities/moving-money/index.ts';
import { loanTypeVersion } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { loanStates } from '../../core/loan/states.ts';
import type { LoanRow, TransactionRow } from '../../core/loan/tables.ts';
import { type Collected, collectedOf } from '../../core/transactions/collected.ts';
import { mustTakeMoney } from '../../core/transactions/commands/create-transaction.ts';
import { transactionErrors } from '../../core/transactions/errors.ts';
import type { NamedInstrument } from '../../core/transactions/instrument-of.ts';
import { isDownPayment } from '../../core/transactions/transaction.ts';

/** An instrument, and who has it: the borrower, or an additional person of the loan. */
export interface HeldInstrument {
  readonly holderId: string;
  readonly instrument: InstrumentInBrief;
}

/** Errors: NotFound. */
export async function instrumentOfLoan(
  reader: Reader,
  { person_id, additional_people }: LoanRow,
  reference: string,
  found?: NamedInstrument,
): Promise<HeldInstrument> {
  if (found !== undefined) return { holderId: person_id, instrument: found };
  for (const holderId of [person_id, ...additional_people.map(({ personId }) => personId)]) {
    const instrument = await findInstrument(reader, holderId, reference);
    if (instrument !== undefined) return { holderId, instrument };
  }
  throw instrumentNotFound(reference);
}

const railOf = { bankAccount: 'ach', card: 'card' } as const satisfies Partial<Record<string, Rail>>;

export interface Way {
  readonly rail: Rail;
  readonly carrier: Carrier;
}

type Asking = Pick<Ordering, 'now' | 'vault' | 'asked'>;

/** The rail of a payment, and who carries it. Errors: InstrumentCannotBeCharged, PaymentProcessorNotConfigured. */
export async function wayOf(ctx: Asking, reader: Reader, instrument: InstrumentInBrief, deed: Deed): Promise<Way> {
  const { instrument_type: instrumentType } = instrument;
  if (instrumentType !== 'bankAccount' && instrumentType !== 'card')
    throw unusable('itsType', 'moves no money by itself');
  return { rail: railOf[instrumentType], carrier: await carrierFor(reader, ctx, { instrumentType, deed }) };
}

/** Errors: InstrumentCannotBeCharged. */
export function mustBeUsable({ now }: Asking, { zone }: Pick<LoanRow, 'zone'>, instrument: InstrumentInBrief): void {
  const { is_external, status, expiration_month: month, expiration_year: year } = instrument;
  if (is_external) throw unusable('external', 'is external: its money moves outside');
  if (status !== 'active') throw unusable(status, status === 'pending' ? 'is not verified yet' : 'is not active');
  if (month === null || year === null) return;
  if (isPast({ month, year }, partsOfDate(dateInZone(now, zone)))) throw unusable('expired', 'has expired');
}

/** Errors: InstrumentCannotBeCharged. */
export function mustTakeDebits({ debits_blocked_at: since }: Pick<InstrumentInBrief, 'debits_blocked_at'>): void {
  if (since !== null) throw unusable('blocked', 'is blocked for debits, since one was returned or disputed');
}

export const unusable = (reason: string, message: string): Refusal =>
  new Refusal(transactionErrors.InstrumentCannotBeCharged, `paymentInstrumentId: this instrument ${message}.`, {
    data: {
      path: 'paymentInstrumentId',
      expected: 'an active instrument of the borrower, verified for debits',
      reason,
    },
  });

interface Debit {
  readonly loan: LoanRow;
  readonly instrument: InstrumentInBrief;
  readonly collected: Collected;
  readonly on: CivilDate;
  readonly amount: Cents;
}

export type Consent = Pick<Collected, 'sec' | 'isRecurring'>;

/** Whether law stops its debits after two failures in a row. */
export async function isCovered(reader: Reader, { loan_type_id: type, loan_type_version: version }: LoanRow) {
  const { settings } = await loanTypeVersion(reader, type, version);
  return settings.payments.stopsAfterTwoFailures;
}

/** What the debit rests on. Errors: AuthorizationMissing, DebitsStopped, InstrumentCannotBeCharged. */
async function consentTo(reader: Reader, { loan, instrument, collected, on, amount }: Debit): Promise<Consent> {
  const { holderId: personId, authorizationId } = collected;
  const debit = { personId, authorizationId, instrumentId: instrument.id, amount, date: on };
  const found = await validAuthorization(reader, debit);
  if (found === undefined) {
    throw new Refusal(transactionErrors.AuthorizationMissing, 'No authorization covers this debit any more.', {
      data: { path: 'authorization', expected: 'an authorization of this account, amount and day that is not revoked' },
    });
  }
  const { secCode: sec, isRecurring, isStopped } = found;
  if (isStopped && (await isCovered(reader, loan)))
    throw new Refusal(transactionErrors.DebitsStopped, 'Two debits in a row have failed on this account.', {
      data: { path: 'authorization', expected: 'an authorization that is newer than the second failure' },
    });
  if (sec === 'WEB' && !instrument.verified)
    throw unusable('notVerified', 'is not verified, which a debit by a page needs');
  return { sec, isRecurring };
}

/** All that is asked of a debit but its amount. Errors: LoanStatusForbids, and those of the single checks. */
export async function mustBeCollectible(
  ctx: Asking,
  reader: Reader,
  { row: loan }: HeldLoan,
  row: TransactionRow,
  instrument: InstrumentInBrief,
): Promise<Consent> {
  if (isDownPayment(row)) loanStates.mustAllow(loan.status, 'payDown');
  else await mustTakeMoney(reader, loan);
  mustBeUsable(ctx, loan, instrument);
  mustTakeDebits(instrument);
  const collected = collectedOf(row) as Collected;
  return consentTo(reader, { loan, instrument, collected, on: row.effective_on, amount: row.amount as Cents });
}
