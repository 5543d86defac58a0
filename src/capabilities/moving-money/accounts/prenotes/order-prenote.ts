// Asks the bank of an account whether it has it, by an entry without money in the next file.
import { cents } from '@tenor/engine/values/cents.ts';
import {
  type InstrumentOwner,
  noProcessor,
  openedInstrument,
  storedInstrument,
} from '#capabilities/instruments/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { entryOfNow } from '../../orders/attempts/calendar.ts';
import { giveOrder } from '../../orders/attempts/give-order.ts';
import { carrierFor } from '../../orders/companies-providers/carrier.ts';
import { trialAccountHash } from '../trial-deposits/account-hash.ts';
import { mayBeTried } from '../trial-deposits/may-be-tried.ts';
import { prenoteErrors } from './errors.ts';
import { newestPrenote, presentPrenote } from './prenote.ts';
import type { Prenote } from './schemas.ts';
import type { PrenoteRow } from './tables.ts';

/** Errors: NotFound (instrument), PaymentProcessorNotConfigured, PrenoteNotPossible. */
export async function orderPrenote(
  ctx: CommandContext,
  tx: Tx,
  owner: InstrumentOwner,
  reference: string,
): Promise<Prenote> {
  const personId = owner.person_id;
  const instrument = await storedInstrument(tx, personId, reference);
  ctx.was(instrument);
  const { id: instrumentId, instrument_type, is_external, inactive_at, debits_blocked_at } = instrument;
  if (instrument_type !== 'bankAccount' || is_external) throw notPossible('notVerifiable');
  if (inactive_at !== null) throw notPossible('inactive');
  if (debits_blocked_at !== null) throw notPossible('blocked');
  const carrier = await carrierFor(tx, ctx, { instrumentType: 'bankAccount', deed: 'verify' });
  if (carrier.files === undefined) {
    throw noProcessor('Prenotes go by ACH files, and no originator is set up.', 'paymentInstrumentId', byFile);
  }
  const account = await openedInstrument(tx, ctx.vault.sealer(personId, owner.data_key), personId, instrumentId);
  if (!account?.number || account.routingNumber === null) throw notPossible('notVerifiable');
  const { routingNumber, number: accountNumber, holderType } = account;
  const account_hash = trialAccountHash(ctx.vault, ctx.realm, { routingNumber, accountNumber });
  const mayBe = await mayBeTried(ctx, tx, 'prenotes', account_hash);
  const before = await newestPrenote(tx, personId, instrumentId);
  if (before?.outcome === null) throw notPossible('underWay');
  if (!mayBe) throw notPossible('tooMany');
  const number = (before?.number ?? 0) + 1;
  const sec = holderType === 'business' ? ('CCD' as const) : ('PPD' as const);
  const attempt_id = await giveOrder(ctx, tx, carrier, {
    ...({ subject: { kind: 'prenote', id: instrumentId }, personId, instrumentId, number } as const),
    ...({ rail: 'ach', deed: 'verify', amount: cents(0), isSameDay: false } as const),
    entryDate: entryOfNow(carrier.provider.can, ctx.now),
    entry: { sec, isRecurring: false, description: 'LOAN PMT', id: instrumentId, name: '' },
    authorizationId: null,
    of: null,
    sendAt: null,
  });
  const row = { person_id: personId, instrument_id: instrumentId, number, attempt_id, account_hash };
  const fresh = { ...row, created_at: ctx.now, outcome: null, ended_at: null };
  tx.write(tx.db.insertInto('prenotes').values(fresh));
  return presentPrenote(tx, fresh as PrenoteRow);
}

const byFile = 'an account, where the payment provider of bank accounts is of the kind ach';

const words = {
  underWay: 'A prenote to the account is under way.',
  tooMany: 'The account had two prenotes within 30 days.',
  inactive: 'The payment instrument is inactive.',
  blocked: 'The account is blocked for debits.',
  notVerifiable: 'Prenotes are sent to bank accounts that are not external.',
};

const notPossible = (reason: keyof typeof words): Refusal =>
  new Refusal(prenoteErrors.PrenoteNotPossible, words[reason], {
    data: { path: 'paymentInstrumentId', expected: 'an active or pending bank account that is not external', reason },
  });
