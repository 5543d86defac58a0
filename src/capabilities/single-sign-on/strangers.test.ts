// Who has begun nothing, or has never come in, keeps nobody else from signing in by SAML.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '../../../tests/support/eventually.ts';
import { useHouse } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { aUser } from '../../../tests/support/signed-in.ts';
import { agentsDomain, behindHash, refusedFor, withSaml } from '../../../tests/support/single-sign-on.ts';
import { type Coming, placeInLane } from './lanes.ts';

describe('a response of SAML', () => {
  const { house, aCompany } = useHouse({ works: false, config: { trustProxy: true }, lockWaitMs: 30_000 });
  async function withAda(rules: object = {}) {
    const { test: api } = await aCompany();
    await aUser(house(), api, { email: 'ada@acme.example', withPassword: false });
    return { api, sso: await withSaml(house(), api, rules) };
  }
  const garbled = (xml: string) => xml.replace(/<ds:SignatureValue>[^<]{8}/, '<ds:SignatureValue>AAAAAAAA');

  test('to no request of ours is not read', async () => {
    const { sso } = await withAda();
    const other = await withAda();
    const { xmlOf } = sso.provider;
    refusedFor(await sso.post(garbled(await xmlOf({ inResponseTo: '_never' }))), 'request');
    refusedFor(
      await sso.post(garbled(await xmlOf({ inResponseTo: (await other.sso.asked()).inResponseTo }))),
      'request',
    );
    refusedFor(await sso.post(garbled(await xmlOf())), 'notAsked');
    const { inResponseTo, cookie } = await sso.asked();
    const escaped = inResponseTo.replace('_', '&#95;');
    const written = (await xmlOf({ inResponseTo })).replaceAll(inResponseTo, escaped);
    refusedFor(await sso.post(garbled(written), { cookie }), 'request');
    const two = (xml: string) =>
      xml.replace('InResponseTo="', 'InResponseTo="_never').replace('_never_never', '_never');
    refusedFor(await sso.post(two(garbled(await xmlOf({ inResponseTo }))), { cookie }), 'request');
    behindHash(await sso.post(await xmlOf({ inResponseTo }), { cookie }));
  });

  test('uses its request up, whatever is in it, and of many to one request one is taken', async () => {
    const { sso } = await withAda();
    const { xmlOf } = sso.provider;
    const first = await sso.asked();
    refusedFor(await sso.post(garbled(await xmlOf(first)), first), 'signature');
    refusedFor(await sso.post(await xmlOf(first), first), 'request');
    const second = await sso.asked();
    const responses = await Promise.all(Array.from({ length: 8 }, () => xmlOf(second)));
    // Some of a network find no place, which uses nothing up.
    const answers = await Promise.all(responses.map((xml, i) => sso.post(xml, { ...second, from: `192.0.2.${i}` })));
    assert.deepEqual(answers.filter(({ status }) => status === 303).length, 1);
    for (const answer of answers.filter(({ status }) => status !== 303)) refusedFor(answer, 'request');
  });

  test('that says unsigned which request it answers does not pass for an answer', async () => {
    const { sso } = await withAda({ allowsProviderStart: true });
    const { inResponseTo, cookie } = await sso.asked();
    const xml = await sso.provider.xmlOf();
    const claimed = xml.replace('<samlp:Response ', `<samlp:Response InResponseTo="${inResponseTo}" `);
    refusedFor(await sso.post(claimed, { cookie }), 'request');
  });

  test('goes back to the page of its request, whatever RelayState it brings', async () => {
    const { api, sso } = await withAda({ allowsProviderStart: true });
    const other = await withAda({ allowsProviderStart: true });
    const { inResponseTo, cookie } = await sso.asked();
    const foreign = `https://${agentsDomain(other.api)}/`;
    const answer = await sso.post(await sso.provider.xmlOf({ inResponseTo }), { cookie, relayState: foreign });
    assert.equal(answer.headers.location?.split('#')[0], `https://${agentsDomain(api)}/`);
    // Where nobody has asked it is looked at before the response is read, so the response may come again.
    const unasked = await sso.provider.xmlOf();
    refusedAt(await sso.post(unasked, { relayState: foreign }), 'RelayState');
    behindHash(await sso.post(unasked));
  });

  test('of strangers waits for its place, that of a network from which somebody came in does not', async () => {
    const { sso } = await withAda();
    const { xmlOf } = sso.provider;
    const [crowd, home, elsewhere] = ['198.51.100.7', '2001:db8:1:1::1', '2001:db8:1:2::1'];
    const comes = async (from: string) => {
      const request = await sso.asked();
      return sso.post(await xmlOf(request), { ...request, from });
    };
    behindHash(await comes(home));
    const requests = await Promise.all(Array.from({ length: 4 }, () => sso.asked()));
    const client = await house().service.database.pools.test.connect();
    try {
      await client.query('begin; lock table single_sign_on_requests in row exclusive mode');
      await client.query('select 1 from single_sign_on_requests for update');
      const waiting = requests.map(async (one) => sso.post(garbled(await xmlOf(one)), { ...one, from: crowd }));
      await eventually('four wait', async () => {
        const { rows } = await client.query(
          "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        return rows[0].n >= 4;
      });
      const fifth = await comes(crowd);
      assert.deepEqual(
        [fifth.status, fifth.body.errorType, fifth.headers['retry-after']],
        [429, 'TooManyRequests', '1'],
      );
      behindHash(await comes(elsewhere));
      behindHash(await comes(home));
      await client.query('rollback');
      for (const answer of await Promise.all(waiting)) refusedFor(answer, 'signature');
      behindHash(await comes(crowd));
    } finally {
      client.release();
    }
  });
});

describe('the lanes', () => {
  const realm = { mode: 'test', companyId: 'CP-1' } as const;
  const coming = (address: string, more: Partial<Coming> = {}): Coming => ({
    address,
    isKnown: false,
    isAsked: true,
    ...more,
  });
  const placesFor = (count: number, one: (i: number) => Coming) =>
    Array.from({ length: count }, (_, i) => placeInLane(realm, one(i)));

  test('have few places for strangers, fewer for one network, and others for those who come unasked', () => {
    const asked = placesFor(12, (i) => coming(`192.0.2.${i}`));
    assert.throws(() => placeInLane(realm, coming('192.0.2.99')), /first time/);
    const unasked = placesFor(4, () => coming('192.0.2.1', { isAsked: false }));
    assert.throws(() => placeInLane(realm, coming('192.0.2.1', { isAsked: false })), /first time/);
    const known = placesFor(40, (i) => coming(`192.0.2.${i}`, { isKnown: true, isAsked: i % 2 === 0 }));
    const elsewhere = placeInLane({ ...realm, companyId: 'CP-2' }, coming('192.0.2.99'));
    for (const { giveBack } of [...asked, ...unasked, ...known, elsewhere]) giveBack();
    for (const { giveBack } of placesFor(12, (i) => coming(`192.0.2.${i}`))) giveBack();
  });

  test('are one for all strangers of a company, and one for each known network', () => {
    const of = (one: Coming) => {
      const { holder, giveBack } = placeInLane(realm, one);
      giveBack();
      return holder.actor.id;
    };
    assert.equal(of(coming('192.0.2.1')), of(coming('2001:db8::1')));
    assert.notEqual(of(coming('192.0.2.1')), of(coming('192.0.2.1', { isAsked: false })));
    const known = (address: string) => of(coming(address, { isKnown: true }));
    assert.equal(known('2001:db8::1'), known('2001:db8::2'));
    assert.notEqual(known('2001:db8::1'), known('2001:db8:0:1::1'));
  });
});
