// A debit of 500.00 of which the bank has had the file since Thursday 2027-05-13 at 16:00 of New York, and what the bank
// sends back of it, brought by a person. The loan earns 1.00 a day (round-loan.ts).
import assert from 'node:assert/strict';
import { bytesOf, filesAre, nameBank } from './ach-bank.ts';
import { type Back, type BankEntry, backFile, entriesSent } from './ach-returns.ts';
import { aCollectedLoan, type CollectedLoan } from './collected.ts';
import { eventually } from './eventually.ts';
import type { Client, Company, House } from './house.ts';
import { moveClock } from './test-clock.ts';

export const readings = '/companies/current/ach-readings';

type Shown = Record<string, unknown>;

export interface AchStory {
  readonly api: Client;
  readonly loan: CollectedLoan;
  readonly id: string;
  readonly entry: BankEntry;
  /** What would be owed if it had never been paid, so many days after the 13th. */
  unpaid(days: number): number;
  bring(backs: readonly Back[], on?: string, more?: object): Promise<Shown>;
  breaks(): Promise<string[]>;
  status(): Promise<unknown[]>;
}

/** Brings a file, and waits until it was read. */
export async function readBack(api: Client, content: string, fileName = 'RETURNS.ach'): Promise<Shown> {
  const made = await api.post(readings, { fileName, content });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const { id } = made.body.data;
  return eventually(`${id} was read`, async () => {
    const { data } = (await api.get(`${readings}/${id}`)).body;
    return ['read', 'unreadable'].includes(data.state) && data;
  });
}

export async function breaksOf(house: House, api: Client): Promise<string[]> {
  const open = 'select kind from payment_breaks where company_id = $1 order by position';
  return (await house.service.database.pools.test.query(open, [api.realm.companyId])).rows.map(({ kind }) => kind);
}

export async function anAchStory(house: House, folder: string, { test: api }: Company): Promise<AchStory> {
  const loan = await aCollectedLoan(house, api, { start: '2027-03-01' });
  assert.equal((await nameBank(api)).status, 200);
  await loan.at('2027-05-13T18:00:00Z');
  const before = await loan.owed();
  const { id } = await loan.collect(500);
  await moveClock(api, '2027-05-13T20:00:00Z');
  const [name] = await filesAre(folder, api, 1);
  const [entry] = entriesSent(bytesOf(folder, api, name as string));
  return {
    api,
    loan,
    id,
    entry: entry as BankEntry,
    unpaid: (days) => before + days,
    bring: (backs, on = '2027-05-18', rest = {}) => readBack(api, backFile({ on, backs, ...rest })),
    breaks: () => breaksOf(house, api),
    async status() {
      const { status, failureReason, achReturnCode } = await loan.transaction(id);
      return [status, failureReason, achReturnCode];
    },
  };
}
