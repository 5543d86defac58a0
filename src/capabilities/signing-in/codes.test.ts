// Codes and exchange tokens through the interface, and how a borrower gets in by them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { standingClock } from '../../../tests/support/clock.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { aUser, password, signedInBy, signInQuery } from '../../../tests/support/signed-in.ts';

const username = 'ada@example.com';
const day = 24 * 3_600 + 1;
const answer = { status: 200, message: 'If there is such a user, a code is on its way.' };

describe('a code', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ clock, works: false });

  const ask = (api: Client, body: object, userType: 'agent' | 'borrower' = 'agent') =>
    house().call(
      undefined,
      'POST',
      `/companies/${api.realm.companyId}/auth/send-one-time-code${signInQuery(api, userType)}`,
      { body },
    );
  const use = (api: Client, code: string, name = username, userType: 'agent' | 'borrower' = 'agent') =>
    house().call(undefined, 'POST', `/auth/token${signInQuery(api, userType)}`, { body: { username: name, code } });
  const mailbox = async (api: Client, to: string): Promise<{ to: string; text: string; channel: string }[]> =>
    (await api.get(`/test-mailbox?to=${encodeURIComponent(to)}`)).body.data;
  const codeIn = ({ text }: { text: string }): string => /\d{6}/.exec(text)?.[0] ?? '';
  async function sentTo(api: Client, name: string, userType: 'agent' | 'borrower' = 'agent', more = {}) {
    assert.deepEqual((await ask(api, { username: name, ...more }, userType)).body, answer);
    return codeIn((await mailbox(api, name))[0]!);
  }
  async function aBorrower(api: Client, email: string) {
    const { id: personId } = await api.made('/people', aPerson());
    const userId = await aUser(house(), api, {
      email,
      userType: 'borrower',
      role: 'borrower',
      personId,
      withPassword: false,
    });
    return { personId, userId };
  }

  test('from the mailbox signs a borrower in, who sees what is theirs', async () => {
    const { test: api } = await aCompany();
    const { personId } = await aBorrower(api, username);
    const { personId: other } = await aBorrower(api, 'bob@example.com');
    const code = await sentTo(api, username, 'borrower');
    const me = signedInBy(house(), await use(api, code, username, 'borrower'));
    assert.equal((await me.get(`/people/${personId}/loans`)).status, 200);
    assert.equal((await me.get(`/people/${other}/loans`)).status, 404);
    assert.equal((await me.get('/keys')).status, 403);
    assert.equal((await use(api, code, username, 'borrower')).status, 401, 'it works once');
  });

  test('goes to nobody for a name that is unknown, and the answer is the same', async () => {
    const { test: api } = await aCompany();
    assert.deepEqual((await ask(api, { username: 'nobody@example.com' })).body, answer);
    assert.deepEqual(await mailbox(api, 'nobody@example.com'), []);
    const unknown = { ...api, realm: { ...api.realm, companyId: 'CP-AAAA-AAAA' } };
    assert.equal((await ask(unknown, { username })).status, 404);
  });

  test('goes to the address that is kept, however it was written', async () => {
    const { test: api } = await aCompany();
    await aUser(house(), api, { email: username });
    assert.deepEqual((await ask(api, { username: 'ADA@Example.com' })).body, answer);
    assert.deepEqual(
      (await mailbox(api, username)).map(({ to, channel }) => [to, channel]),
      [[username, 'email']],
    );
    await ask(api, { username, channel: 'text' });
    assert.equal((await mailbox(api, username)).length, 1, 'there is no telephone number');
  });

  test('comes in the language of the company', async () => {
    const { test: api } = await aCompany();
    assert.equal((await api.put('/companies/current', { ui: { locale: 'es-US' } })).status, 200);
    await aUser(house(), api, { email: username });
    await ask(api, { username });
    const [message] = await mailbox(api, username);
    assert.match(message?.text ?? '', /^Su código para iniciar sesión es \d{6}\. Vale durante diez minutos/);
  });

  test('is good for its user, its purpose, its company and its mode alone', async () => {
    const { test: api, live } = await aCompany();
    const { test: stranger } = await aCompany();
    for (const client of [api, live, stranger]) await aUser(house(), client, { email: username });
    await aUser(house(), api, { email: 'bob@example.com' });
    const ofAda = await sentTo(api, username);
    await sentTo(api, 'bob@example.com');
    await sentTo(stranger, username);
    assert.equal((await use(api, ofAda, 'bob@example.com')).status, 401);
    assert.equal((await use(stranger, ofAda)).status, 401);
    assert.equal((await use(live, ofAda)).status, 401);
    const forPassword = await sentTo(api, username, 'agent', { purpose: 'password' });
    if (forPassword !== ofAda) assert.equal((await use(api, forPassword)).status, 401);
    assert.equal((await use(api, ofAda)).status, 200, 'one for another purpose does not replace it');
  });

  test('ends after ten minutes and after five wrong tries, and all end with the one that is used', async () => {
    const { test: api } = await aCompany();
    await aUser(house(), api, { email: username });
    const late = await sentTo(api, username);
    clock.moveOn(601);
    assert.equal((await use(api, late)).status, 401);
    clock.moveOn(day);
    const tried = await sentTo(api, username);
    const wrong = tried === '000000' ? '111111' : '000000';
    for (let i = 0; i < 5; i++) assert.equal((await use(api, wrong)).status, 401);
    assert.equal((await use(api, tried)).status, 429, 'whoever tries wrong ones waits');
    clock.moveOn(6);
    assert.equal((await use(api, tried)).status, 401);
    clock.moveOn(day);
    const before = await sentTo(api, username);
    const after = await sentTo(api, username);
    assert.equal((await use(api, before)).status, 200, 'one that is asked for later does not end it');
    assert.equal((await use(api, after)).status, 401);
  });

  test('is tried by somebody else in vain, and not for ever: an unknown name makes them wait as well', async () => {
    const { test: api } = await aCompany();
    await aUser(house(), api, { email: username });
    for (const name of [username, 'nobody@example.com']) {
      const statuses = [];
      for (let i = 0; i < 6; i++) statuses.push((await use(api, 'abcdef', name)).status);
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429], name);
    }
    const code = await sentTo(api, username);
    assert.equal((await use(api, code)).status, 429);
    clock.moveOn(6);
    assert.equal((await use(api, code)).status, 200, 'no try of it was used up meanwhile');
  });

  test('too many is a 429 with when, for a known and an unknown name alike', async () => {
    const { test: api } = await aCompany();
    await aUser(house(), api, { email: username });
    for (const name of [username, 'nobody@example.com']) {
      const statuses = [];
      for (let i = 0; i < 6; i++) statuses.push((await ask(api, { username: name })).status);
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429], name);
    }
    assert.match((await ask(api, { username })).headers['retry-after'] ?? '', /^\d+$/);
  });

  test('in live mode without a way to send is a 409 that says what to set up, whoever asks', async () => {
    const { live } = await aCompany();
    await aUser(house(), live, { email: username });
    for (const name of [username, 'nobody@example.com']) {
      const { status, body } = await ask(live, { username: name });
      assert.deepEqual([status, body.errorType], [409, 'NoWayToSend']);
    }
  });

  test('that is an exchange token gives one session of the borrower, within a minute', async () => {
    const { test: api } = await aCompany();
    const { personId, userId } = await aBorrower(api, username);
    const exchange = (exchangeToken: string) =>
      house().call(undefined, 'POST', '/auth/token', { body: { exchangeToken } });
    const { exchangeToken } = (await api.post('/auth/exchange-token', { userId })).body;
    const me = signedInBy(house(), await exchange(exchangeToken));
    assert.equal((await me.get(`/people/${personId}/loans`)).status, 200);
    assert.equal((await me.post('/auth/exchange-token', { userId })).status, 403, 'borrowers get none');
    assert.equal((await exchange(exchangeToken)).status, 401, 'it works once');
    const late = (await api.post('/auth/exchange-token', { userId })).body.exchangeToken;
    clock.moveOn(61);
    assert.equal((await exchange(late)).status, 401);
    const edited = (await api.post('/auth/exchange-token', { userId })).body.exchangeToken;
    const other = await aBorrower(api, 'bob@example.com');
    assert.equal((await exchange(edited.replace(userId, other.userId))).status, 401);
    assert.equal((await exchange(edited)).status, 200);
  });

  test('that is an exchange token is made for borrowers of the company alone', async () => {
    const { test: api, live } = await aCompany();
    const agentId = await aUser(house(), api, { email: username });
    const { userId } = await aBorrower(api, 'bob@example.com');
    assert.equal((await api.post('/auth/exchange-token', { userId: agentId })).status, 404);
    assert.equal((await live.post('/auth/exchange-token', { userId })).status, 404);
    assert.equal((await api.post('/auth/exchange-token', {})).status, 400);
    const body = { username, password };
    assert.equal((await house().call(undefined, 'POST', `/auth/token${signInQuery(api)}`, { body })).status, 200);
  });
});
