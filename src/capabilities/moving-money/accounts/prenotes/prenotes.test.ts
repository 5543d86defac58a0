// Prenotes, from the order to the account that is verified, refused or corrected. The bank takes files at 16:00 of New
// York; what is ordered on Thursday 2027-05-13 settles on Friday, and three banking days later it is Wednesday the 19th.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bankFolder, bytesOf, entriesIn, filesAre, filesIn, nameBank } from '../../../../../tests/support/ach-bank.ts';
import { type Back, backFile, entriesSent } from '../../../../../tests/support/ach-returns.ts';
import { breaksOf, readBack } from '../../../../../tests/support/ach-story.ts';
import { aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { anAccount, anExternal } from '../../../../../tests/support/instruments.ts';
import { aRoundLoan } from '../../../../../tests/support/round-loan.ts';
import { moveClock, setClock } from '../../../../../tests/support/test-clock.ts';
import { goodAccount } from '../../../../../tests/support/trial-deposits.ts';

describe('a prenote', () => {
  const bankFilesDirectory = bankFolder();
  const { house, aCompany } = useHouse({ bankFilesDirectory });

  async function aBanked(start = '2027-05-13T18:00:00Z'): Promise<Client> {
    const { test: api } = await aCompany();
    await setClock(api, start);
    assert.equal((await nameBank(api)).status, 200);
    return api;
  }

  async function anAsked(api: Client, more: object = {}, personId?: string) {
    const person = personId ?? (await api.made('/people', aPerson())).id;
    const list = `/people/${person}/payment-instruments`;
    const account = anAccount({ accountNumber: goodAccount(), routingNumber: '110000013', ...more });
    const [{ id }] = await api.made(list, account);
    const path = `${list}/${id}`;
    return {
      id,
      path,
      account,
      order: () => api.post(`${path}/prenote`),
      async stands() {
        const { status, verified, inactiveReason } = (await api.get(path)).body.data;
        const prenote = (await api.get(`${path}/prenote`)).body.data;
        return [prenote.status, status, verified, inactiveReason];
      },
    };
  }

  /** By the cut-off of the 13th it is in the file of the bank. */
  async function sent(api: Client, id: string) {
    await moveClock(api, '2027-05-13T20:00:00Z');
    const [name] = await filesAre(bankFilesDirectory, api, 1);
    const text = bytesOf(bankFilesDirectory, api, name as string);
    const entry = entriesSent(text).find((one) => one.id === id);
    assert.ok(entry, text);
    return { entry, text };
  }

  const bring = (api: Client, back: Back, on = '2027-05-18') => readBack(api, backFile({ on, backs: [back] }));

  test('stands in the next file without money, and its silence lets the first debit by the web go', async () => {
    const api = await aBanked('2027-05-03T18:00:00Z');
    const loan = await aRoundLoan(api);
    await loan.at('2027-05-13T18:00:00Z');
    const { id, path, order, stands } = await anAsked(api, {}, loan.personId);
    const made = await order();
    assert.equal(made.status, 200, JSON.stringify(made.body));
    const { number, status, settlesOn, verifiesOn } = made.body.data;
    assert.deepEqual([number, status, settlesOn, verifiesOn], [1, 'underWay', '2027-05-14', '2027-05-19']);
    const { text } = await sent(api, id);
    assert.ok(entriesIn(text).includes(`PPD LOAN PMT 270514 28 0 ${id}`), text);
    await moveClock(api, '2027-05-19T03:59:59Z');
    assert.deepEqual(await stands(), ['underWay', 'pending', false, null]);
    await moveClock(api, '2027-05-19T04:00:00Z');
    assert.deepEqual(await stands(), ['verified', 'active', true, null]);
    await loan.at('2027-05-19T15:00:00Z');
    const debit = { type: 'oneTime', amount: 500, paymentInstrumentId: id, authorization: { channel: 'web' } };
    assert.equal((await api.post(`${loan.path}/transactions`, debit)).status, 201);
    const { rows } = await house().service.database.pools.test.query(
      `select 1 from cash_postings p join prenotes n on n.attempt_id = p.attempt_id where n.company_id = $1`,
      [api.realm.companyId],
    );
    assert.deepEqual(rows, [], 'no book has a line of it');
    assert.equal((await api.post(`${path}/prenote`)).status, 200, 'what is verified may be asked for again');
  });

  test('that comes back makes the account inactive, and says why', async () => {
    const api = await aBanked();
    const { id, order, stands } = await anAsked(api, { accountHolderType: 'business' });
    await order();
    const { entry, text } = await sent(api, id);
    assert.ok(entriesIn(text).includes(`CCD LOAN PMT 270514 28 0 ${id}`), text);
    await bring(api, { of: entry, code: 'R03' });
    assert.deepEqual(await stands(), ['returned', 'inactive', false, 'accountNotFound']);
    assert.deepEqual(await breaksOf(house(), api), []);
    await moveClock(api, '2027-05-20T12:00:00Z');
    assert.deepEqual(await stands(), ['returned', 'inactive', false, 'accountNotFound']);
    const again = await order();
    assert.deepEqual([again.status, again.body.data?.reason], [409, 'inactive']);
  });

  test('of an account that was verified blocks its debits where its holder wants none', async () => {
    const api = await aBanked();
    const { id, path, order, stands } = await anAsked(api);
    await api.put(path, { status: 'active', verified: true });
    await order();
    const { entry } = await sent(api, id);
    await bring(api, { of: entry, code: 'R10' });
    assert.deepEqual(await stands(), ['returned', 'active', true, null]);
    assert.equal((await api.get(path)).body.data.isBlockedForDebits, true);
    const again = await order();
    assert.deepEqual([again.status, again.body.data?.reason], [409, 'blocked']);
  });

  test('after which the numbers are corrected verifies nothing: the right ones are asked for by another', async () => {
    const api = await aBanked();
    const { id, path, order, stands } = await anAsked(api);
    await order();
    const { entry } = await sent(api, id);
    await bring(api, { of: entry, code: 'C01', corrected: '930100000064' });
    await moveClock(api, '2027-05-20T12:00:00Z');
    assert.deepEqual(await stands(), ['corrected', 'pending', false, null]);
    assert.equal((await api.get(path)).body.data.accountNumberLastFour, '0064');
    assert.equal((await order()).body.data?.number, 2);
    await moveClock(api, '2027-05-28T12:00:00Z');
    assert.deepEqual(await stands(), ['verified', 'active', true, null]);
    const third = await order();
    assert.deepEqual([third.status, third.body.data?.reason], [409, 'tooMany'], 'it is the same account');
  });

  test('of which the bank says what only a person can settle verifies nothing', async () => {
    const api = await aBanked();
    const { id, order, stands } = await anAsked(api);
    await order();
    const { entry } = await sent(api, id);
    await bring(api, { of: entry, code: 'C13', corrected: '' });
    await moveClock(api, '2027-05-20T12:00:00Z');
    assert.deepEqual(await stands(), ['unclear', 'pending', false, null]);
    assert.deepEqual(await breaksOf(house(), api), ['changeOpen']);
  });

  test('goes once at a time and twice in 30 days to an account, whichever borrower has it', async () => {
    const api = await aBanked();
    const first = await anAsked(api);
    const at = await Promise.all(Array.from({ length: 5 }, () => first.order()));
    assert.deepEqual(at.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
    assert.equal(at.find(({ status }) => status === 409)?.body.data.reason, 'underWay');
    const numbers = { accountNumber: first.account.accountNumber };
    const [second, third] = [await anAsked(api, numbers), await anAsked(api, numbers)];
    assert.equal((await second.order()).status, 200);
    const refused = await third.order();
    assert.deepEqual([refused.status, refused.body.data?.reason], [409, 'tooMany']);
    assert.equal((await api.get(`${third.path}/prenote`)).status, 404);
    assert.equal(filesIn(bankFilesDirectory, api).length, 0);
  });

  test('goes to no external account, and nowhere without an originator', async () => {
    const { test: api } = await aCompany();
    const without = await (await anAsked(api)).order();
    assert.deepEqual([without.status, without.body.errorType], [409, 'PaymentProcessorNotConfigured']);
    await nameBank(api);
    const list = `/people/${(await api.made('/people', aPerson())).id}/payment-instruments`;
    const [{ id }] = await api.made(list, anExternal());
    const external = await api.post(`${list}/${id}/prenote`);
    assert.deepEqual([external.status, external.body.data?.reason], [409, 'notVerifiable']);
  });
});
