// Whoever names both amounts sees the account. A wrong try is counted although the request is refused.
import {
  type InstrumentOwner,
  type PaymentInstrument,
  storedInstrument,
  verifyInstrument,
} from '#capabilities/instruments/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { trialErrors } from './errors.ts';
import { type Amounts, lockNewestPair, openAmounts, pairUpdate } from './pair.ts';
import type { InstrumentVerify } from './schemas.ts';
import { sendPair } from './send-pair.ts';
import type { TrialDepositsRow } from './tables.ts';

const triesMax = 3;

/** Errors: NotFound (instrument), TrialDepositsNotOpen, TrialDepositsDoNotMatch. */
export async function verifyByDeposits(
  ctx: CommandContext,
  tx: Tx,
  owner: InstrumentOwner,
  reference: string,
  { deposit1, deposit2 }: InstrumentVerify,
): Promise<PaymentInstrument> {
  const instrument = await storedInstrument(tx, owner.person_id, reference);
  ctx.was(instrument);
  if (instrument.instrument_type !== 'bankAccount' || instrument.is_external) throw notOpen('notVerifiable');
  if (instrument.inactive_at !== null) throw notOpen('inactive');
  if (instrument.verified) throw notOpen('verified');
  const pair = await lockNewestPair(tx, owner.person_id, instrument.id);
  const amounts = pair && openAmounts(ctx.vault.sealer(owner.person_id, owner.data_key), pair);
  if (pair === undefined || pair.ended_at !== null || amounts === undefined) {
    throw notOpen('none', await sendPair(ctx, tx, owner, instrument.id));
  }
  if (pair.open_until === null) throw notOpen('underWay', false);
  if (pair.open_until <= ctx.now) {
    end(tx, ctx, pair, 'expired');
    throw notOpen('expired', await sendPair(ctx, tx, owner, instrument.id));
  }
  if (!isSame(amounts, [deposit1, deposit2])) throw await wrongTry(ctx, tx, owner, pair);
  end(tx, ctx, pair, 'verified');
  return verifyInstrument(ctx, tx, owner, instrument);
}

const isSame = ([first, second]: Amounts, [one, other]: Amounts): boolean =>
  (one === first && other === second) || (one === second && other === first);

async function wrongTry(ctx: CommandContext, tx: Tx, owner: InstrumentOwner, pair: TrialDepositsRow): Promise<Refusal> {
  const tries = pair.tries + 1;
  tx.write(pairUpdate(tx.db, pair).set({ tries }));
  const triesLeft = triesMax - tries;
  let isNewPairSent = false;
  if (triesLeft === 0) {
    end(tx, ctx, pair, 'usedUp');
    isNewPairSent = await sendPair(ctx, tx, owner, pair.instrument_id);
  }
  return new Refusal(trialErrors.TrialDepositsDoNotMatch, 'These are not the two amounts.', {
    data: { path: 'deposit1', expected: 'the two amounts that arrived, in cents', triesLeft, isNewPairSent },
    keepsWrites: true,
  });
}

function end(tx: Tx, { now }: CommandContext, pair: TrialDepositsRow, reason: 'verified' | 'usedUp' | 'expired'): void {
  tx.write(pairUpdate(tx.db, pair).set({ end_reason: reason, ended_at: now }));
}

const words = {
  none: 'No pair of trial deposits is open.',
  underWay: 'The trial deposits have not arrived yet.',
  expired: 'The trial deposits were to be named within 14 days.',
  verified: 'The account is verified already.',
  inactive: 'The payment instrument is inactive.',
  notVerifiable: 'Trial deposits are sent to bank accounts that are not external.',
};

const notOpen = (reason: keyof typeof words, isNewPairSent = false): Refusal =>
  new Refusal(trialErrors.TrialDepositsNotOpen, words[reason], {
    data: { path: 'paymentInstrumentId', expected: 'an account to which two amounts have come', reason, isNewPairSent },
    keepsWrites: true,
  });
