// Accounts that a vendor links, and the names of banks by the operator's list.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { loadBanks } from '#app/cli-routing.ts';
import { CommandFailed } from '#app/command.ts';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { aLink, anAccount, ofSomebody } from '../../../tests/support/instruments.ts';
import { ids, refusedAt } from '../../../tests/support/refusals.ts';

describe('accounts of a link', () => {
  const { aCompany } = useHouse({ works: false });

  test('are verified and active at once, each an instrument of its own', async () => {
    const { test: api } = await aCompany();
    const path = await ofSomebody(api);
    const made = await api.made(path, aLink({ accountIds: ['checking', 'savings'] }));
    assert.deepEqual(
      made.map((one: Record<string, unknown>) => [one.instrumentType, one.accountType, one.status, one.verified]),
      [
        ['bankAccount', 'checking', 'active', true],
        ['bankAccount', 'savings', 'active', true],
      ],
    );
    assert.equal(made[0].accountLink.status, 'connected');
    assert.ok(!JSON.stringify(made).includes('test_link_ok'), 'the token is shown to nobody');
  });

  test('are refused by field, and in live mode while there is no vendor', async () => {
    const { test: api, live } = await aCompany();
    const path = await ofSomebody(api);
    for (const [overrides, at] of [
      [{ accessToken: undefined }, 'accessToken'],
      [{ accountIds: undefined }, 'accountIds'],
      [{ accountNumber: '000123456789' }, 'accountNumber'],
      [{ isExternal: true }, 'isExternal'],
    ] as const) {
      refusedAt(await api.post(path, aLink(overrides)), at);
    }
    const failed = ({ status, body }: Answer) => [status, body.errorType];
    assert.equal(
      (await api.post(path, aLink({ accessToken: 'test_link_unknown' }))).body.errorType,
      'AccountLinkFailed',
    );
    assert.deepEqual(failed(await live.post(await ofSomebody(live), aLink())), [409, 'AccountLinkNotConfigured']);
    assert.deepEqual(ids(await api.get(path)), []);
  });
});

/** A line of the list of participants. */
const line = (number: string, name: string, { type = '1', newNumber = '000000000' } = {}): string =>
  `${number}O011000015${type}010226${newNumber}${name.padEnd(36)}${'1 MAIN STREET'.padEnd(36)}${'BOSTON'.padEnd(20)}MA021100001617555000011     `;

describe("the operator's list of banks", () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  test('is taken whole or not at all', async () => {
    await assert.rejects(
      loadBanks(house().service, `${line('021000021', 'A BANK')}\nshort\n`),
      (error: Error) => error instanceof CommandFailed && /line 2 has 5 characters/.test(error.message),
    );
    await assert.rejects(loadBanks(house().service, ''), CommandFailed);
    const path = await ofSomebody(api);
    const [made] = await api.made(path, anAccount({ institutionName: 'What the client says' }));
    assert.equal(made.institutionName, 'What the client says', 'without a list nothing is invented');
  });

  test('names banks, follows numbers that were replaced, and refuses what is not on it without force', async () => {
    const list = [
      line('021000021', 'THE FIRST BANK'),
      line('011000015', 'AN OLD BANK', { type: '2', newNumber: '021000021' }),
    ];
    assert.match(await loadBanks(house().service, list.join('\n')), /^2 banks loaded/);
    const path = await ofSomebody(api);
    const [first] = await api.made(path, anAccount({ institutionName: 'Whatever' }));
    assert.deepEqual([first.institutionName, first.routingNumber], ['THE FIRST BANK', '021000021']);
    const [second] = await api.made(path, anAccount({ accountNumber: '1234567', routingNumber: '011000015' }));
    assert.equal(second.routingNumber, '021000021');
    const unknown = anAccount({ accountNumber: '7654321', routingNumber: '121000248' });
    refusedAt(await api.post(path, unknown), 'routingNumber');
    assert.equal((await api.post(`${path}?force=true`, unknown)).status, 201);
    const simulated = anAccount({ accountNumber: '900000000001', routingNumber: '110000013' });
    assert.equal((await api.made(path, simulated))[0].institutionName, 'Simulated Bank 1');
  });
});
