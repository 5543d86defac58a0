// A loan that was overpaid from outside, with a verified account of its borrower that is old enough to get money.
import { addKey, keyCreated } from '#capabilities/access/index.ts';
import { workNow } from '#platform/business-clock.ts';
import { machineClock } from '#platform/clock.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import type { Shown } from './begun-loan.ts';
import { aCollectedLoan, type CollectedLoan, verifiedAccount } from './collected.ts';
import type { Client, House } from './house.ts';

/** On 2026-02-06, at noon in New York: 3,686.00 were owed that day. */
export async function anOverpaidLoan(house: House, api: Client, credit = 2_000): Promise<CollectedLoan> {
  const loan = await aCollectedLoan(house, api);
  await loan.at('2026-02-06T17:00:00Z');
  const owed = await loan.owed();
  await loan.pay(owed + credit, { allowOverpayment: true });
  return loan;
}

/** A key that nobody of the company has made, as the command line makes it. */
export const aKeyByHand = ({ service: { database, vault }, client }: House, { realm }: Client): Promise<Client> =>
  database.transact(realm, async (tx) => {
    const now = await workNow(tx, machineClock);
    const maker = { realm, now, position: () => machineClock.micros(), declared: [keyCreated] };
    const { key } = await recordingByHand(maker, tx, async (emit) =>
      addKey({ ...maker, vault, emit }, tx, { name: 'by hand', permissions: null }),
    );
    return client(key, realm);
  });

/** Somebody else than `api` has ordered more than one person may, for a borrower of its own. */
export async function aWaitingReimbursement(
  house: House,
  api: Client,
  { path, personId }: { readonly path: string; readonly personId: string },
): Promise<Shown> {
  const paid = { type: 'oneTime', isExternal: true, amount: 9_000, allowOverpayment: true };
  await api.made(`${path}/transactions`, paid);
  const paymentInstrumentId = await verifiedAccount(api, personId);
  await house.service.database.pools.test.query(
    "update payment_instruments set created_at = created_at - interval '30 days' where id = $1",
    [paymentInstrumentId],
  );
  // Who makes the account is not to approve that it gets money.
  await house.service.database.pools.test.query(
    "update events set created_at = created_at - interval '30 days' where subject_id = $1 and event_type ~ 'instrument|contact'",
    [personId],
  );
  const other = await aKeyByHand(house, api);
  return other.made(`${path}/reimburse`, { reimbursementAmount: 725, paymentInstrumentId });
}
