// A loan that was overpaid from outside, with a verified account of its borrower that is old enough to get money.
import { addKey, keyCreated } from '#capabilities/access/index.ts';
import { system } from '#platform/actor.ts';
import { workNow } from '#platform/business-clock.ts';
import { machineClock, machineNow } from '#platform/clock.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import type { Shown } from './begun-loan.ts';
import { aCollectedLoan, type CollectedLoan, oldAccount } from './collected.ts';
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
      addKey({ ...maker, machineNow: () => machineNow(machineClock), vault, emit, caller: { actor: system } }, tx, {
        name: 'by hand',
        permissions: null,
      }),
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
  const paymentInstrumentId = await oldAccount(house, api, personId);
  const other = await aKeyByHand(house, api);
  return other.made(`${path}/reimburse`, { reimbursementAmount: 725, paymentInstrumentId });
}
