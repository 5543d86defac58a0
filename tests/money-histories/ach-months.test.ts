// Months with a bank that has a reader and books of its own: what it was sent, and what it sent back, is what our cash book
// says, to the cent, on each day. Files come twice, cut off first, and are read by several workers at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readFileOf } from '#capabilities/moving-money/ach/incoming/read-job.ts';
import { bankFolder, bytesOf, filesIn, nameBank } from '../support/ach-bank.ts';
import { type Back, type BankEntry, backFile, entriesSent } from '../support/ach-returns.ts';
import { breaksOf, readBack, readings } from '../support/ach-story.ts';
import { movingMoneyTools } from '../support/ach-tools.ts';
import { booksAgree } from '../support/books-agree.ts';
import { aCollectedLoan, type CollectedLoan } from '../support/collected.ts';
import { eventually } from '../support/eventually.ts';
import { type Client, useHouse } from '../support/house.ts';
import { moveClock } from '../support/test-clock.ts';

const bankFilesDirectory = bankFolder();
const { house, aCompany } = useHouse({ bankFilesDirectory });

interface Step {
  readonly days: number;
  readonly cents: number;
  readonly loan: number;
  readonly back: 'none' | 'R01' | 'R10' | 'C01' | 'dishonored';
  readonly chaos: 'none' | 'twice' | 'cutOff' | 'workers';
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    days: fc.constantFrom(1, 1, 2, 4, 9),
    cents: fc.integer({ min: 100, max: 30_000 }),
    loan: fc.nat(1),
    back: fc.constantFrom(
      'none' as const,
      'none' as const,
      'R01' as const,
      'R10' as const,
      'C01' as const,
      'dishonored' as const,
    ),
    chaos: fc.constantFrom('none' as const, 'twice' as const, 'cutOff' as const, 'workers' as const),
  }),
  { minLength: 6, maxLength: 12, size: 'max' },
);

/** Its own books: what it has been sent, and what of that it has sent back. */
class Bank {
  readonly #read = new Set<string>();
  readonly entries: BankEntry[] = [];
  readonly #back = new Set<string>();
  net = 0;

  take(api: Client): void {
    for (const name of filesIn(bankFilesDirectory, api)) {
      if (name.endsWith('.tmp') || this.#read.has(name)) continue;
      this.#read.add(name);
      for (const entry of entriesSent(bytesOf(bankFilesDirectory, api, name))) {
        this.entries.push(entry);
        this.net += entry.isDebit ? entry.cents : -entry.cents;
      }
    }
  }

  /** The newest that has settled before and did not come back; an old one for R10. */
  candidate(on: string, isOld: boolean): BankEntry | undefined {
    const settledBefore = new Date(Date.parse(on) - (isOld ? 20 : 1) * 86_400_000)
      .toISOString()
      .slice(2, 10)
      .replaceAll('-', '');
    return this.entries.findLast((one) => one.header.slice(69, 75) <= settledBefore && !this.#back.has(one.trace));
  }

  sendBack(entry: BankEntry): void {
    this.#back.add(entry.trace);
    this.net -= entry.isDebit ? entry.cents : -entry.cents;
  }

  putBack(entry: BankEntry): void {
    this.net += entry.isDebit ? entry.cents : -entry.cents;
  }
}

async function balances(api: Client): Promise<Record<string, number>> {
  const { rows } = await house().service.database.pools.test.query(
    `select account, sum(amount_cents)::integer as cents from cash_balances
     where company_id = $1 and carrier_id <> 'simulator' group by account`,
    [api.realm.companyId],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}

/** Brings it as the world does: cut off first, twice, read by several at once. */
async function bring(api: Client, content: string, chaos: Step['chaos']): Promise<void> {
  if (chaos === 'cutOff') {
    const cut = await readBack(api, content.slice(0, Math.floor(content.length / 2)));
    assert.equal(cut.state, 'unreadable');
  }
  if (chaos === 'workers') {
    const { id } = (await api.post(readings, { fileName: 'x', content })).body.data;
    const tools = movingMoneyTools(house());
    await Promise.all([1, 2, 3].map(() => readFileOf(tools, api.realm, id)));
  }
  const read = await readBack(api, content);
  assert.deepEqual([read.state, read.breaks], ['read', 0], JSON.stringify(read));
  if (chaos === 'twice') {
    const again = await api.post(readings, { fileName: 'again', content });
    assert.equal(again.body.data.wasKnown, true);
  }
}

function backsOf({ back }: Step, bank: Bank, on: string): Back[][] {
  const entry = bank.candidate(on, back === 'R10');
  if (entry === undefined || back === 'none') return [];
  if (back === 'C01')
    return [[{ of: entry, code: 'C01', corrected: `9301${String(bank.entries.length).padStart(8, '0')}` }]];
  bank.sendBack(entry);
  if (back !== 'dishonored') return [[{ of: entry, code: back }]];
  bank.putBack(entry);
  return [[{ of: entry, code: 'R01' }], [{ of: entry, code: 'R68' }]];
}

async function live(drawn: readonly Step[]): Promise<void> {
  const { test: api } = await aCompany();
  const loans: CollectedLoan[] = [];
  for (let i = 0; i < 2; i += 1) loans.push(await aCollectedLoan(house(), api, { start: '2027-03-01' }));
  assert.equal((await nameBank(api)).status, 200);
  let day = Date.parse('2027-03-02T00:00:00Z');
  await (loans[0] as CollectedLoan).at('2027-03-02T12:00:00Z');
  const bank = new Bank();
  for (const step of drawn) {
    await (loans[step.loan] as CollectedLoan).tryToCollect(step.cents / 100);
    day += step.days * 86_400_000;
    const on = new Date(day).toISOString().slice(0, 10);
    await moveClock(api, `${on}T23:00:00Z`);
    await eventually('all files have left', async () => {
      const { rows } = await house().service.database.pools.test.query(
        `select 1 from ach_files where company_id = $1 and direction = 'out' and state <> 'uploaded'`,
        [api.realm.companyId],
      );
      return rows.length === 0;
    });
    bank.take(api);
    for (const [i, backs] of backsOf(step, bank, on).entries()) {
      await bring(api, backFile({ on, at: `18${String(10 + i)}`, backs }), step.chaos);
    }
    const { CT = 0, PR = 0, RP = 0, DT = 0, LC = 0 } = await balances(api);
    assert.equal(CT + PR + RP + DT, bank.net, `the bank and our cash book on ${on}: ${JSON.stringify(drawn)}`);
    assert.equal(LC, 0 - bank.net, 'the loans have what the bank has');
  }
  assert.deepEqual(await breaksOf(house(), api), []);
  await booksAgree(house(), api, 1);
}

test('a bank and our cash book agree to the cent on each day, whatever comes back and however', async () => {
  await fc.assert(fc.asyncProperty(steps, live), { numRuns: Number(process.env.ACH_RUNS ?? 3), endOnFailure: true });
});
