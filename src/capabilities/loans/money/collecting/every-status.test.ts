// Law 19 in full: a payment in each status hears each thing that a provider may tell, and does what the table of its
// statuses says, or nothing. Its loan has the money exactly where the status says so.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  aCollectedLoan,
  type CollectedLoan,
  nameProvider,
  verifiedAccount,
} from '../../../../../tests/support/collected.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { reportKinds } from '../../../moving-money/orders/providers/provider.ts';
import { collectedStates } from '../../core/transactions/states.ts';

type Status = (typeof collectedStates.states)[number];
type What = (typeof reportKinds)[number];
type Verb = Parameters<typeof collectedStates.move>[1];

/** What brings a payment that was ordered into a status. */
const ways: Readonly<Record<Exclude<Status, 'scheduled'>, readonly What[]>> = {
  initiated: [],
  pending: ['accepted'],
  succeeded: ['accepted', 'settled', 'confirmed'],
  failed: ['accepted', 'settled', 'returned'],
  inDispute: ['accepted', 'confirmed', 'disputed'],
  chargeback: ['accepted', 'confirmed', 'disputeLost'],
  canceled: ['accepted', 'voided'],
};

/** The verb for each message of a provider. Where a status does not allow the first one, the second is tried. */
const verbs: Readonly<Record<What, readonly Verb[]>> = {
  accepted: ['accept'],
  settled: ['accept'],
  refused: ['refuse', 'return'],
  voided: ['void'],
  confirmed: ['confirm', 'reinstate'],
  returned: ['return', 'chargeBack'],
  disputed: ['dispute'],
  disputeWon: ['win', 'reinstate'],
  disputeLost: ['chargeBack'],
  corrected: [],
};
/** Money that moved was accepted before, though nobody told of it. */
const impliesAccepted: readonly What[] = ['confirmed', 'returned', 'disputed', 'disputeWon', 'disputeLost'];
/** A late no is a return, of what is still on its way: what is safe comes back by the network alone. */
const safe: readonly Status[] = ['succeeded', 'inDispute'];

const isOpen = (verb: Verb, status: Status): boolean => collectedStates.from(verb).includes(status);

function expected(status: Status, what: What): Status {
  if (what === 'refused' && safe.includes(status)) return status;
  const from = status === 'initiated' && impliesAccepted.includes(what) ? collectedStates.to('accept') : status;
  const verb = verbs[what].find((one) => isOpen(one, from));
  return verb === undefined ? from : collectedStates.move(from, verb).to;
}

/** On the books of its loan. */
const isOn: readonly Status[] = ['pending', 'succeeded', 'inDispute'];

const codes: Partial<Record<What, object>> = {
  refused: { code: 'R04', reason: 'accountInvalid' },
  returned: { code: 'R01', reason: 'insufficientFunds' },
  disputed: { code: 'R10', reason: 'unauthorized' },
  disputeLost: { code: 'R10', reason: 'unauthorized' },
};

describe('a payment of each status', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let loan: CollectedLoan;
  before(async () => {
    api = (await aCompany()).test;
    await nameProvider(api);
    // Without a fee for what comes back, so that what is owed tells of the payment alone.
    loan = await aCollectedLoan(house(), api, { type: { fees: { late: { graceDays: 5, flatAmount: 15 } } } });
    await loan.at('2026-01-02T17:00:00Z');
  });

  let cents = 1_000;
  async function aPaymentOf(status: Status): Promise<{ id: string; amount: number; owed: number }> {
    const amount = ++cents / 100;
    const owed = await loan.owed();
    const paymentInstrumentId = await verifiedAccount(api, loan.personId);
    const later = status === 'scheduled' ? { scheduledDate: '2026-01-20' } : {};
    const { id } = await loan.collect(amount, { paymentInstrumentId, ...later });
    if (status !== 'scheduled') for (const what of ways[status]) await loan.hears(id, what, codes[what]);
    return { id, amount, owed };
  }

  for (const status of collectedStates.states) {
    for (const what of reportKinds) {
      const becomes = expected(status, what);
      const says = becomes === status ? 'stays as it is' : `becomes ${becomes}`;
      test(`${status}, told that it was ${what}, ${says}`, async () => {
        const { id, amount, owed } = await aPaymentOf(status);
        const was = await loan.transaction(id);
        assert.equal(was.status, status);
        const is = await loan.hears(id, what, codes[what]);
        assert.equal(is.status, becomes);
        if (becomes === status && what !== 'settled') {
          assert.deepEqual(is.timestamps, { ...was.timestamps, updatedAt: is.timestamps.updatedAt });
        }
        const paid = Math.round((owed - (await loan.owed())) * 100);
        assert.equal(
          paid,
          isOn.includes(becomes) ? Math.round(amount * 100) : 0,
          `${becomes}: what the loan has of it`,
        );
      });
    }
  }
});
