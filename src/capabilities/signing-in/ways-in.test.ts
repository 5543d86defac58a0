// The kinds of signing in that a company has opened, for its agents and for its borrowers.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answer, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { aUser, password, signedInBy, signInQuery } from '../../../tests/support/signed-in.ts';

const email = 'ada@example.com';
const username = 'ada.of.acme';
const phone = '+13175550123';
const newPassword = 'another four words';
type Names = Readonly<Record<string, string>>;

describe('the ways in', () => {
  const { house, aCompany } = useHouse({ works: false });
  const post = (path: string, body: object) => house().call(undefined, 'POST', path, { body });
  const pathOf = (api: Client, userType: 'agent' | 'borrower' | 'api' = 'agent') =>
    `/auth/token${signInQuery(api, userType)}`;
  const askPath = ({ realm }: Client, userType: 'agent' | 'borrower' = 'agent') =>
    `/companies/${realm.companyId}/auth/send-one-time-code${signInQuery({ realm } as Client, userType)}`;
  const set = async (api: Client, settings: object) =>
    assert.equal((await api.put('/companies/current', settings)).status, 200);
  async function codeTo(api: Client, to: string, body: object, userType: 'agent' | 'borrower' = 'agent') {
    const { status, body: said } = await post(askPath(api, userType), body);
    assert.equal(status, 200, JSON.stringify(said));
    const [last] = (await api.get(`/test-mailbox?to=${encodeURIComponent(to)}`)).body.data;
    const digits = String(last?.text).replaceAll(/(?<=\d) (?=\d)/g, '');
    return { code: /\d{6}/.exec(digits)?.[0] ?? 'none', channel: last?.channel };
  }
  async function anAgent(names: Names = { email, username, phone }) {
    const { test: api } = await aCompany();
    const userId = await aUser(house(), api, { email });
    await api.put(`/users/${userId}/auth`, { authType: names, password });
    return { api, userId };
  }
  function refused({ status, body }: Answer, path: string): void {
    assert.deepEqual([status, body.errorType, body.data?.path], [400, 'InvalidRequest', path], JSON.stringify(body));
  }

  test('where nothing is set are passwords and codes, by any name', async () => {
    const { api } = await anAgent();
    for (const name of [email, username, phone]) {
      assert.equal((await post(pathOf(api), { username: name, password })).status, 200, name);
    }
    for (const channel of ['email', 'text', 'voice']) {
      const { code } = await codeTo(api, channel === 'email' ? email : phone, { username, channel });
      assert.equal((await post(pathOf(api), { username, code })).status, 200, channel);
    }
  });

  test('by codes alone refuse passwords before anybody is looked for, and other channels', async () => {
    const { api } = await anAgent();
    const { code: byEmail } = await codeTo(api, email, { username: email });
    await set(api, { agentAuthType: 'oneTimeCodeText' });
    for (const name of [email, 'nobody@example.com']) {
      for (const given of [password, 'a wrong one']) {
        refused(await post(pathOf(api), { username: name, password: given }), 'password');
      }
      refused(await post(askPath(api), { username: name, channel: 'email' }), 'channel');
      refused(await post(askPath(api), { username: name, purpose: 'password' }), 'purpose');
    }
    const asReset = { username: email, password, newPassword };
    refused(await post(`/auth/password${signInQuery(api)}`, asReset), 'newPassword');
    assert.equal((await post(pathOf(api), { username: email, code: byEmail })).status, 401, 'it came by email');
    const { code, channel } = await codeTo(api, phone, { username: email });
    assert.equal(channel, 'text', 'the channel that is open is the usual one');
    const me = signedInBy(house(), await post(pathOf(api), { username: email, code }));
    refused(await me.post('/auth/password', { password, newPassword }), 'newPassword');
    const { code: said } = await codeTo(api, phone, { username: email, channel: 'voice' });
    assert.equal((await post(pathOf(api), { username: email, code: said })).status, 200);
    await set(api, { agentAuthType: 'oneTimeCodeEmail' });
    refused(await post(askPath(api), { username: email, channel: 'voice' }), 'channel');
    assert.equal((await codeTo(api, email, { username: phone })).channel, 'email');
  });

  test('by single sign-on let nobody in but through the provider; programs and compliance tools too', async () => {
    const { api } = await anAgent();
    const { code } = await codeTo(api, email, { username: email });
    const programId = await aUser(house(), api, { email: 'program@example.com', userType: 'api', role: 'readOnly' });
    assert.ok(programId);
    for (const agentAuthType of ['SAML', 'google']) {
      await set(api, { agentAuthType });
      refused(await post(pathOf(api), { username: email, password }), 'password');
      refused(await post(`/compliance/auth/token${signInQuery(api)}`, { username: email, password }), 'password');
      refused(await post(askPath(api), { username: email }), 'channel');
      assert.equal((await post(pathOf(api), { username: email, code })).status, 401);
    }
    const program = { username: 'program@example.com', password };
    assert.equal((await post(pathOf(api, 'api'), program)).status, 200, 'a program has no provider to go to');
    await set(api, { agentAuthType: null });
    assert.equal((await post(pathOf(api), { username: email, password })).status, 200);
  });

  test('of borrowers are theirs, and a token of the lender’s server is always one', async () => {
    const { api } = await anAgent();
    const { id: personId } = await api.made('/people', aPerson());
    const userId = await aUser(house(), api, { email, userType: 'borrower', role: 'borrower', personId });
    await set(api, { borrowerAuthType: 'google' });
    refused(await post(pathOf(api, 'borrower'), { username: email, password }), 'password');
    refused(await post(askPath(api, 'borrower'), { username: email }), 'channel');
    assert.equal((await post(pathOf(api), { username: email, password })).status, 200, 'agents go on');
    const { exchangeToken } = (await api.post('/auth/exchange-token', { userId })).body;
    const me = signedInBy(house(), await post('/auth/token', { exchangeToken }));
    refused(await me.post('/auth/password', { newPassword }), 'newPassword');
  });

  test('by one kind of name refuse the others as unknown', async () => {
    const { api } = await anAgent();
    await set(api, { agentAuthValueType: 'username' });
    assert.equal((await post(pathOf(api), { username, password })).status, 200);
    assert.equal((await post(pathOf(api), { username: email, password })).status, 401);
    assert.equal((await post(pathOf(api), { username: phone, password })).status, 401);
    refused(await post(`${pathOf(api)}&authValueType=email`, { username: email, password }), 'authValueType');
    assert.equal((await post(`${pathOf(api)}&authValueType=username`, { username, password })).status, 200);
    assert.equal((await codeTo(api, email, { username })).channel, 'email', 'a code goes to the address that is kept');
  });

  test('are found by the domain of the page too, which names company and mode', async () => {
    const { api } = await anAgent();
    const domain = `agents-${api.realm.companyId.toLowerCase()}.example`;
    await set(api, { domains: [{ domain, appDomainType: 'agent' }] });
    const at = (query: string, body: object = { username: email, password }) => post(`/auth/token?${query}`, body);
    assert.equal((await at(`domain=${domain}`)).status, 200);
    assert.equal((await at(`domain=${domain}&companyId=${api.realm.companyId}`)).status, 200);
    assert.equal((await at(`domain=${domain}&mode=live`)).status, 200, 'the mode is that of the domain');
    assert.equal((await at(`domain=${domain}&companyId=CP-AAAA-AAAA`)).status, 401);
    assert.equal((await at(`domain=x${domain}`)).status, 401);
    assert.equal((await at(`domain=${domain}&userType=borrower`)).status, 401);
    await set(api, { agentAuthType: 'SAML' });
    refused(await at(`domain=${domain}`), 'password');
  });
});
