// Files that a bank sends back, brought by a person: what each entry does to its payment. The loan earns 1.00 a day and
// 500.00 come due on the first of each month (tests/support/round-loan.ts). Times of New York: in May 14:00 is 18:00Z.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { bankFolder, bytesOf, filesAre, nameBank } from '../../../../tests/support/ach-bank.ts';
import { type Back, backFile, type BankEntry, entriesSent } from '../../../../tests/support/ach-returns.ts';
import { aCollectedLoan, type CollectedLoan } from '../../../../tests/support/collected.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Client, useHouse } from '../../../../tests/support/house.ts';
import { moveClock } from '../../../../tests/support/test-clock.ts';

const readings = '/companies/current/ach-readings';

describe('a file that a bank has sent', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory });
  const pool = () => house().service.database.pools.test;

  interface Story {
    readonly api: Client;
    readonly loan: CollectedLoan;
    readonly id: string;
    readonly entry: BankEntry;
    bring(backs: readonly Back[], on?: string, more?: object): Promise<Record<string, unknown>>;
    breaks(): Promise<string[]>;
    status(): Promise<unknown[]>;
  }

  async function read(api: Client, content: string, fileName = 'RETURNS.ach'): Promise<Record<string, unknown>> {
    const made = await api.post(readings, { fileName, content });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id } = made.body.data;
    return eventually(`${id} was read`, async () => {
      const { data } = (await api.get(`${readings}/${id}`)).body;
      return ['read', 'unreadable'].includes(data.state) && data;
    });
  }

  /** A debit of 500.00, of which the bank has had the file since Thursday 2027-05-13 at 16:00. */
  async function aStory(more: object = {}): Promise<Story> {
    const { test: api } = await aCompany();
    const loan = await aCollectedLoan(house(), api, { start: '2027-03-01' });
    assert.equal((await nameBank(api)).status, 200);
    await loan.at('2027-05-13T18:00:00Z');
    const { id } = await loan.collect(500, more);
    await moveClock(api, '2027-05-13T20:00:00Z');
    const [name] = await filesAre(bankFilesDirectory, api, 1);
    const [entry] = entriesSent(bytesOf(bankFilesDirectory, api, name as string));
    return {
      ...{ api, loan, id, entry: entry as BankEntry },
      bring: (backs, on = '2027-05-18', rest = {}) => read(api, backFile({ on, backs, ...rest })),
      async breaks() {
        const open = 'select kind from payment_breaks where company_id = $1 order by position';
        return (await pool().query(open, [api.realm.companyId])).rows.map(({ kind }) => kind);
      },
      async status() {
        const { status, failureReason, achReturnCode } = await loan.transaction(id);
        return [status, failureReason, achReturnCode];
      },
    };
  }

  test('undoes the payment that it names, with its fee, and is known the second time', async () => {
    const { api, loan, entry, bring, breaks, status } = await aStory();
    await moveClock(api, '2027-05-18T12:00:00Z');
    const owed = await loan.owed();
    const reading = await bring([{ of: entry, code: 'R01', trace: '110000030000441' }]);
    assert.deepEqual([reading.state, reading.taken, reading.known, reading.breaks], ['read', 1, 0, 0]);
    assert.deepEqual((await status()).slice(0, 2), ['failed', 'insufficientFunds']);
    // 500.00 are owed again, and the fee of 20.00 for the returned item.
    assert.equal(await loan.owed(), owed + 520);
    const content = backFile({ on: '2027-05-18', backs: [{ of: entry, code: 'R01', trace: '110000030000441' }] });
    const again = await api.post(readings, { fileName: 'another-name.ach', content });
    assert.deepEqual([again.body.data.id, again.body.data.wasKnown], [reading.id, true]);
    assert.deepEqual(await breaks(), []);
    assert.equal(await loan.owed(), owed + 520);
  });
});
