// Sends two small amounts to an account. In test mode they are those of the simulator, so that a tester knows them.
import { randomInt } from 'node:crypto';
import { cents } from '@tenor/engine/values/cents.ts';
import { type InstrumentOwner, openedInstrument } from '#capabilities/instruments/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Realm } from '#platform/db/realm.ts';
import { type Tx, wholeCompany } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { entryOfNow } from '../../orders/attempts/calendar.ts';
import { giveOrder } from '../../orders/attempts/give-order.ts';
import { carrierIfAny } from '../../orders/companies-providers/carrier.ts';
import { trialDepositCents } from '../../orders/providers/simulated/account.ts';
import { trialAccountHash } from './account-hash.ts';
import { mayBeTried } from './may-be-tried.ts';
import { type Amounts, sealAmounts } from './pair.ts';

const smallest = 1;
const largest = 99;

/**
 * False: nobody carries them, or the account has had two pairs within 30 days. Pairs count by account, whichever
 * borrower has it, so that nobody gets more tries by making the instrument anew.
 */
export async function sendPair(
  ctx: CommandContext,
  tx: Tx,
  owner: InstrumentOwner,
  instrumentId: string,
): Promise<boolean> {
  const personId = owner.person_id;
  const sealer = ctx.vault.sealer(personId, owner.data_key);
  const carrier = await carrierIfAny(tx, ctx, { instrumentType: 'bankAccount', deed: 'credit' });
  const account = await openedInstrument(tx, sealer, personId, instrumentId);
  if (carrier === undefined || !account?.number || account.routingNumber === null) return false;
  const { routingNumber, number: accountNumber } = account;
  const hash = trialAccountHash(ctx.vault, ctx.realm, { routingNumber, accountNumber });
  if (!(await mayBeTried(ctx, wholeCompany(tx), 'trial_deposits', hash))) return false;
  const id = newId('VD');
  const amounts = drawn(ctx.realm);
  tx.write(
    tx.db.insertInto('trial_deposits').values({
      person_id: personId,
      id,
      position: ctx.position(),
      instrument_id: instrumentId,
      carrier_id: carrier.id,
      account_hash: hash,
      amounts_sealed: sealAmounts(sealer, id, amounts),
      first_outcome: null,
      second_outcome: null,
      open_until: null,
      created_at: ctx.now,
      end_reason: null,
      ended_at: null,
    }),
    redraw('trial_deposits_pkey'),
  );
  const common = {
    ...({ subject: { kind: 'trialDeposit', id }, personId, instrumentId, rail: 'ach', deed: 'credit' } as const),
    entryDate: entryOfNow(carrier.provider.can, ctx.now),
    isSameDay: false,
    authorizationId: null,
    of: null,
    sendAt: null,
  };
  const sec = account.holderType === 'business' ? ('CCD' as const) : ('PPD' as const);
  const entry = { sec, isRecurring: false, description: 'ACCTVERIFY', id, name: '' };
  for (const [i, amount] of amounts.entries()) {
    await giveOrder(ctx, tx, carrier, { ...common, entry, number: i + 1, amount: cents(amount) });
  }
  return true;
}

/** The two amounts always differ. */
function drawn({ mode }: Realm): Amounts {
  if (mode === 'test') return trialDepositCents;
  const first = randomInt(smallest, largest + 1);
  const second = randomInt(smallest, largest);
  return [first, second >= first ? second + 1 : second];
}
