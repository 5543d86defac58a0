// On what debits rest: written once, shown, revoked, and asked for when a debit is released.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { erasePersonByHand } from '#app/erase-person.ts';
import { Refusal } from '#platform/errors.ts';
import { authorizeCall } from '../../../../../tests/support/authorize.ts';
import { everythingStored } from '../../../../../tests/support/everything-stored.ts';
import { aPerson, type Client, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aCard, anAccount, anInstrument } from '../../../../../tests/support/instruments.ts';
import { validAuthorization } from './valid-authorization.ts';

const day = (text: string) => text as CivilDate;

describe('an authorization of a debit', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  let api: Client;
  before(async () => {
    company = await aCompany();
    api = company.test;
  });

  async function aDebit(instrument: object = anAccount(), client = api) {
    const personId: string = (await client.made('/people', aPerson())).id;
    const { id } = await anInstrument(client, `/people/${personId}/payment-instruments`, instrument);
    return {
      personId,
      instrumentId: id as string,
      loanId: 'LN-AAAA-AAAA',
      amount: cents(5_000),
      date: day('2026-02-15'),
    };
  }
  const shown = async (personId: string, id: string) =>
    (await api.get(`/people/${personId}/payment-authorizations/${id}`)).body.data;

  test('is made by the call that orders it, and says by whom, in which way and of which account', async () => {
    const debit = await aDebit();
    const given = { channel: 'phone', authenticatedBy: 'recording', recordingId: 'call-1', textVersion: '7' } as const;
    const id = await authorizeCall(house(), api.realm, { ...debit, given });
    const one = await shown(debit.personId, id);
    assert.match(id, /^AZ-/);
    const { channel, secCode, kind, terms, accountLastFour, recordingId, givenByType, revokedAt } = one;
    assert.deepEqual(
      [channel, secCode, kind, accountLastFour, recordingId, givenByType, revokedAt],
      ['phone', 'TEL', 'single', '6789', 'call-1', 'key', null],
    );
    assert.deepEqual(terms, { amountMax: 50, rule: null, from: '2026-02-15', until: null });
    const { body } = await api.get(`/people/${debit.personId}/payment-authorizations?kind=single`);
    assert.deepEqual(body.data, [one]);
  });

  test('goes by the kind of entry of its channel and account; a card has none', async () => {
    const of = async (instrument: object, channel: 'written' | 'web' | 'phone') => {
      const debit = await aDebit(instrument);
      return (await shown(debit.personId, await authorizeCall(house(), api.realm, { ...debit, given: { channel } })))
        .secCode;
    };
    assert.equal(await of(anAccount(), 'written'), 'PPD');
    assert.equal(await of(anAccount(), 'web'), 'WEB');
    assert.equal(await of(anAccount({ accountHolderType: 'business' }), 'phone'), 'CCD');
    assert.equal(await of(aCard(), 'web'), null);
  });

  test('of a borrower who has signed in is one by the web, whatever the body says', async () => {
    const debit = await aDebit();
    const caller = { reach: { personId: debit.personId, sharedLoans: [] } };
    const id = await authorizeCall(house(), api.realm, { ...debit, given: { channel: 'phone' } }, caller);
    const { channel, secCode, authenticatedBy } = await shown(debit.personId, id);
    assert.deepEqual([channel, secCode, authenticatedBy], ['web', 'WEB', 'session']);
  });

  test('by a key needs a channel in live mode: of the body, or of the company', async () => {
    const { live } = company;
    const debit = await aDebit(anAccount(), live);
    const call = (given: object | undefined) => authorizeCall(house(), live.realm, { ...debit, given });
    await assert.rejects(call(undefined), (error) => {
      assert.ok(error instanceof Refusal);
      assert.deepEqual([error.kind.status, error.name], [409, 'AuthorizationChannelNotSet']);
      return true;
    });
    assert.ok(await call({ channel: 'written' }));
    const set = await live.put('/companies/current', { defaultAuthorizationChannel: 'phone' });
    assert.equal(set.body.data.defaultAuthorizationChannel, 'phone');
    const id = await call(undefined);
    const one = (await live.get(`/people/${debit.personId}/payment-authorizations/${id}`)).body.data;
    assert.equal(one.channel, 'phone');
  });

  test('given in the future is refused by its field', async () => {
    const debit = await aDebit();
    const call = authorizeCall(house(), api.realm, { ...debit, given: { givenAt: '2199-01-01T00:00:00Z' as never } });
    await assert.rejects(call, { name: 'InvalidRequest', message: 'authorization.givenAt: is in the future' });
  });

  test('covers its own account, its amount or less, its day or a later one, until it is revoked', async () => {
    const debit = await aDebit();
    const other = await aDebit();
    const id = await authorizeCall(house(), api.realm, { ...debit, given: undefined });
    const covers = async (changes: object) => {
      const reader = house().service.database.reader(api.realm);
      return (await validAuthorization(reader, { ...debit, authorizationId: id, ...changes })) !== undefined;
    };
    assert.equal(await covers({}), true);
    assert.equal(await covers({ amount: cents(4_999), date: day('2026-03-01') }), true);
    assert.equal(await covers({ amount: cents(5_001) }), false, 'more than was agreed');
    assert.equal(await covers({ date: day('2026-02-14') }), false, 'earlier than was agreed');
    assert.equal(await covers({ instrumentId: other.instrumentId }), false, 'another account');
    assert.equal(await covers({ personId: other.personId }), false, 'another borrower');
    assert.equal(await covers({ authorizationId: null }), false, 'none');
    const path = `/people/${debit.personId}/payment-authorizations/${id}/revoke`;
    const stopped = await api.made(path, { date: '2026-03-01' });
    assert.deepEqual([stopped.stoppedDates, stopped.revokedAt], [['2026-03-01'], null]);
    assert.equal(await covers({ date: day('2026-03-01') }), false, 'stopped on that day');
    assert.equal(await covers({}), true, 'and on no other');
    const revoked = await api.made(path, { reason: 'asked' });
    assert.equal(await covers({}), false, 'revoked');
    const again = await api.made(path, { reason: 'asked again' });
    assert.deepEqual([again.revokedAt, again.revokedReason], [revoked.revokedAt, 'asked'], 'never overwritten');
  });

  test('is not found with another borrower', async () => {
    const [mine, theirs] = [await aDebit(), await aDebit()];
    const id = await authorizeCall(house(), api.realm, { ...mine, given: undefined });
    const path = `/people/${theirs.personId}/payment-authorizations/${id}`;
    assert.equal((await api.get(path)).status, 404);
    assert.equal((await api.post(`${path}/revoke`, {})).status, 404);
    assert.equal((await shown(mine.personId, id)).revokedAt, null);
  });

  test('keeps evidence and account sealed, and loses both with the person', async () => {
    const debit = await aDebit(anAccount({ accountNumber: '000718281828' }));
    const given = { ipAddress: '198.51.100.77', device: 'Telltale browser', recordingId: 'telltale-1' };
    await authorizeCall(house(), api.realm, { ...debit, given });
    for (const [table, text] of await everythingStored(house())) {
      assert.equal(/198\.51\.100\.77|telltale|000718281828/i.exec(text)?.[0], undefined, table);
    }
    const { service } = house();
    const stored = async () => {
      const { rows } = await service.database.pools.test.query(
        `select account_last_four, account_hash is null as gone, evidence_sealed is null as silent, revoked_by_type
         from payment_authorizations where person_id = $1`,
        [debit.personId],
      );
      return rows[0];
    };
    assert.deepEqual(await stored(), { account_last_four: '1828', gone: false, silent: false, revoked_by_type: null });
    await erasePersonByHand(service, api.realm, debit.personId, { evenWithOpenLoans: false });
    assert.deepEqual(await stored(), { account_last_four: null, gone: true, silent: true, revoked_by_type: 'system' });
  });
});
