// Accounts of the simulator to which two trial deposits go: in test mode always 0.11 and 0.32.
import type { Client, House } from './house.ts';
import { anAccount, anInstrument } from './instruments.ts';
import { moveClock } from './test-clock.ts';

export interface TriedAccount {
  readonly id: string;
  readonly path: string;
}

let drawn = 0;

/** Each is another account: `90…` is good. */
export const goodAccount = (): string => String(900_900_000_000 + ++drawn);

export async function aTriedAccount(
  api: Client,
  personId: string,
  accountNumber: string = goodAccount(),
): Promise<TriedAccount> {
  const path = `/people/${personId}/payment-instruments`;
  const { id } = await anInstrument(api, path, anAccount({ accountNumber, routingNumber: '110000013' }));
  return { id, path: `${path}/${id}` };
}

export async function moveDays(api: Client, days: number): Promise<void> {
  const { now } = (await api.get('/test-clock')).body.data;
  await moveClock(api, new Date(Date.parse(now) + days * 86_400_000).toISOString());
}

/** Both have arrived. */
export async function depositedAccount(api: Client, personId: string): Promise<TriedAccount> {
  const account = await aTriedAccount(api, personId);
  await moveDays(api, 5);
  return account;
}

/** The same where nobody works. */
export async function depositedUnworked({ service }: House, api: Client, personId: string): Promise<TriedAccount> {
  const account = await aTriedAccount(api, personId);
  await service.database.pools.test.query(
    `update trial_deposits set first_outcome = 'settled', second_outcome = 'settled', open_until = '2199-01-01'
     where instrument_id = $1`,
    [account.id],
  );
  return account;
}
