// Notifications of change: the numbers of the account change on the same instrument, those before are kept sealed, and
// what is known of the account goes along (tests/support/ach-story.ts).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountToken } from '#capabilities/moving-money/orders/order/account-token.ts';
import { bankFolder, bytesOf, filesAre } from '../../../../../tests/support/ach-bank.ts';
import { entriesSent } from '../../../../../tests/support/ach-returns.ts';
import { type AchStory, anAchStory } from '../../../../../tests/support/ach-story.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { anAccount } from '../../../../../tests/support/instruments.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';
import { told } from '../../../../../tests/support/told.ts';

describe('a notification of change', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory });
  const pool = () => house().service.database.pools.test;
  const aStory = async (): Promise<AchStory> => {
    const story = await anAchStory(house(), bankFilesDirectory, await aCompany());
    await moveClock(story.api, '2027-05-19T12:00:00Z');
    return story;
  };
  const list = ({ loan }: AchStory) => `/people/${loan.personId}/payment-instruments`;
  const account = async (story: AchStory) =>
    (await story.api.get(`${list(story)}/${story.loan.instrumentId}`)).body.data;
  const numbersOf = async (story: AchStory) => {
    const { routingNumber, accountNumberLastFour, accountType, verified, status } = await account(story);
    return [routingNumber, accountNumberLastFour, accountType, verified, status];
  };

  test('of the number changes it where it is: the next file has it, and the one before is kept sealed', async () => {
    const story = await aStory();
    const { api, loan, entry, bring, breaks } = story;
    const before = await account(story);
    // As if money had gone to it.
    const counted = 'update payment_attempts set account_token = $2 where person_id = $1';
    await pool().query(counted, [loan.personId, Buffer.from('before')]);
    const reading = await bring([{ of: entry, code: 'C01', corrected: '930100000064' }], '2027-05-19');
    assert.deepEqual([reading.taken, reading.breaks], [1, 0]);
    const now = await account(story);
    const { rows: attempts } = await pool().query('select account_token from payment_attempts where person_id = $1', [
      loan.personId,
    ]);
    const asNow = accountToken({ vault: house().service.vault, realm: api.realm }, '0930100000064');
    for (const { account_token } of attempts) assert.deepEqual(account_token, asNow, 'it counts as the account of now');
    assert.deepEqual(await numbersOf(story), [before.routingNumber, '0064', before.accountType, true, 'active']);
    assert.notEqual(now.accountNumber, before.accountNumber, 'another mask');
    const events = await told(house(), api, `personId=${loan.personId}&events=payment.instrument.updated`);
    assert.equal(
      events.at(-1)?.eventDetails?.causedBy ?? events.at(-1)?.causedBy,
      'notificationOfChange',
      JSON.stringify(events.at(-1)),
    );
    const { rows } = await pool().query(
      'select number, code, numbers_sealed from former_numbers where person_id = $1',
      [loan.personId],
    );
    assert.deepEqual(
      rows.map(({ number, code }) => [number, code]),
      [[1, 'C01']],
    );
    assert.ok(!rows[0].numbers_sealed.toString('latin1').includes(entry.line.slice(12, 29).trim()));
    await moveClock(api, '2027-05-20T18:00:00Z');
    await loan.collect(100);
    await moveClock(api, '2027-05-20T20:00:00Z');
    const names = await filesAre(bankFilesDirectory, api, 2);
    const [next] = entriesSent(bytesOf(bankFilesDirectory, api, names[1] as string));
    assert.equal(next?.line.slice(12, 29).trim(), '930100000064');
    assert.deepEqual(await breaks(), []);
    assert.equal((await story.status())[0], 'succeeded', 'a change undoes nothing');
  });

  test('of all three is taken; one that says the same, or is older, changes nothing', async () => {
    const story = await aStory();
    const { entry, bring, breaks, loan } = story;
    await bring([{ of: entry, code: 'C07', corrected: `110000013${'93010000006422'.padEnd(17)}37` }], '2027-05-19');
    assert.deepEqual((await numbersOf(story)).slice(0, 3), ['110000013', '6422', 'savings']);
    const count = async () =>
      (await pool().query('select 1 from former_numbers where person_id = $1', [loan.personId])).rowCount;
    assert.equal(await count(), 1);
    await bring([{ of: entry, code: 'C01', corrected: '93010000006422' }], '2027-05-19', { at: '0900' });
    assert.equal(await count(), 1, 'the same');
    await bring([{ of: entry, code: 'C01', corrected: '77777777' }], '2027-05-17');
    assert.equal(await count(), 1, 'made before the one that was read first');
    assert.deepEqual(await breaks(), []);
  });

  test('that cannot be right, or leads to another account of the borrower, is for a person', async () => {
    const story = await aStory();
    const { api, entry, bring, breaks } = story;
    const before = await numbersOf(story);
    const [other] = await api.made(list(story), anAccount({ accountNumber: '555500001111' }));
    const reading = await bring(
      [
        { of: entry, code: 'C02', corrected: '110000014' },
        { of: entry, code: 'C13', corrected: '' },
        { of: entry, code: 'C09', corrected: 'SOMETHING' },
        { of: entry, code: 'C05', corrected: '47' },
        { of: entry, code: 'C01', corrected: '555500001111' },
      ],
      '2027-05-19',
    );
    assert.equal(reading.state, 'read');
    assert.deepEqual(await numbersOf(story), before);
    assert.ok((await breaks()).every((kind) => kind === 'changeOpen'));
    assert.ok((await breaks()).length >= 1);
    // What a return has stopped is not reached by a correction either.
    await api.put(`${list(story)}/${other.id}`, { isBlockedForDebits: true });
    await api.put(`${list(story)}/${other.id}`, { status: 'inactive' });
    await bring([{ of: entry, code: 'C01', corrected: '555500001111' }], '2027-05-19', { at: '1500' });
    assert.deepEqual(await numbersOf(story), before);
  });

  test('takes what was counted of the account along', async () => {
    const story = await aStory();
    const { entry, bring, loan } = story;
    const hashes = async (table: string) =>
      (
        await pool().query(`select account_hash::text as hash from ${table} where person_id = $1`, [loan.personId])
      ).rows.map(({ hash }) => hash);
    const before = await hashes('payment_authorizations');
    const trials = await hashes('trial_deposits');
    assert.equal(before.length, 1);
    await pool().query(
      `insert into stopped_accounts (person_id, account_hash, company_id, failures, updated_at)
       select person_id, account_hash, company_id, 1, now() from payment_authorizations where person_id = $1`,
      [loan.personId],
    );
    await bring([{ of: entry, code: 'C01', corrected: '930100000064' }], '2027-05-19');
    const after = await hashes('payment_authorizations');
    assert.notDeepEqual(after, before);
    assert.ok((await hashes('stopped_accounts')).includes(after[0]), 'a failure before counts');
    if (trials.length > 0) assert.notDeepEqual(await hashes('trial_deposits'), trials);
  });

  test('by a bridge goes the same way', async () => {
    const story = await aStory();
    await story.loan.hears(story.id, 'corrected', { code: 'C01', corrected: '930100000064', rail: 'ach' });
    assert.equal((await numbersOf(story))[1], '0064');
  });
});
