// What somebody becomes, they must be able to give; and a borrower's user signs in by what is the borrower's.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answer, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { aSecondPerson, aUser, password, signedIn, signedInBy, signInQuery } from '../../../tests/support/signed-in.ts';
import { moveClock } from '../../../tests/support/test-clock.ts';

const mine = 'mallory@evil.example';
const theirs = 'ada@home.example';

interface Code {
  readonly text: string;
  readonly purpose: string;
}

describe('the user of a borrower', () => {
  const { house, aCompany } = useHouse();

  const keyBy = async (api: Client, permissions?: readonly string[]): Promise<Client> => {
    const { key } = await api.made('/keys', { name: 'a key', ...(permissions && { permissions }) });
    return house().client(key, api.realm);
  };
  const anotherThan = (api: Client): Promise<Client> => aSecondPerson(house(), api);
  const contactBy = (api: Client, personId: string, value: string, more: object = {}) =>
    api.made(`/people/${personId}/contacts`, { contactType: 'email', label: 'personal', value, ...more });
  const bodyOf = (personId: string, authType: object) => ({
    userType: 'borrower',
    authType,
    associatedPersonId: personId,
  });
  const mailTo = async (api: Client, to: string): Promise<Code[]> =>
    (await api.get(`/test-mailbox?to=${encodeURIComponent(to)}`)).body.data;
  const moveDays = async (api: Client, days: number): Promise<void> => {
    const { now } = (await api.get('/test-clock')).body.data;
    await moveClock(api, new Date(Date.parse(now) + days * 86_400_000).toISOString());
  };

  /** A borrower with an email of long ago, and a key of somebody who was not there. */
  async function aCase() {
    const { test: api } = await aCompany();
    const { id: personId } = await api.made('/people', aPerson());
    const { id: contactId } = await contactBy(api, personId, theirs);
    return { api, personId, contactId, mallory: await anotherThan(api) };
  }
  const statusOf = async (api: Client, id: string): Promise<string> => (await api.get(`/users/${id}`)).body.data.status;

  async function mustStayOut(api: Client, userId: string, username: string): Promise<void> {
    const query = `?mode=test&userType=borrower`;
    const path = `/companies/${api.realm.companyId}/auth/send-one-time-code${query}`;
    assert.equal((await house().call(undefined, 'POST', path, { body: { username } })).status, 200);
    const codes = (await mailTo(api, username)).filter(({ purpose }) => purpose === 'oneTimeCode');
    assert.deepEqual(codes, [], 'no code to sign in');
    assert.equal((await api.post('/auth/exchange-token', { userId })).status, 404, 'no exchange token');
    assert.equal(await statusOf(api, userId), 'pending');
  }
  const forbids = ({ status, body }: Answer): void => {
    assert.equal(status, 403, JSON.stringify(body));
    assert.ok(body.data.permission, JSON.stringify(body.data));
  };

  test('is made, and given a token, by nobody who has less than its roles', async () => {
    const { api, personId } = await aCase();
    const narrow = await keyBy(api, ['user:create', 'exchange.token:create', 'user.auth:update']);
    for (const path of ['/users', '/companies/current/users']) {
      forbids(await narrow.post(path, bodyOf(personId, { email: mine })));
      forbids(await narrow.post(path, bodyOf(personId, { email: theirs })));
    }
    const { id, status } = await api.made('/users', bodyOf(personId, { email: theirs }));
    assert.equal(status, 'active');
    forbids(await narrow.post('/auth/exchange-token', { userId: id }));
    forbids(await narrow.post('/auth/exchange-token', { personId }));
    forbids(await narrow.put(`/users/${id}/auth`, { authType: { email: mine } }));
    const { permissions } = (await api.get('/roles?limit=100')).body.data.find(
      (role: { defaultRole: string }) => role.defaultRole === 'borrower',
    );
    const enough = await keyBy(api, [...permissions, 'exchange.token:create']);
    assert.ok((await enough.post('/auth/exchange-token', { userId: id })).status < 300);
  });

  test('waits where its email is none that the borrower had, and the borrower hears of it', async () => {
    const { api, personId, mallory } = await aCase();
    const made = await mallory.made('/users', bodyOf(personId, { email: mine }));
    assert.equal(made.status, 'pending');
    await mustStayOut(api, made.id, mine);
    const [notice] = await mailTo(api, theirs);
    assert.equal(notice?.purpose, 'userChanged');
    assert.match(notice?.text ?? '', /A company/);
    const listed = (await api.get('/users?status=pending')).body.data.map(({ id }: { id: string }) => id);
    assert.deepEqual(listed, [made.id]);
  });

  test('does not stop waiting by any other change of it', async () => {
    const { api, personId, mallory } = await aCase();
    const { id } = await mallory.made('/users', { ...bodyOf(personId, { email: mine }), status: 'active' });
    await mallory.put(`/users/${id}`, { status: 'active' });
    await mustStayOut(api, id, mine);
    await mallory.put(`/users/${id}`, { status: 'inactive' });
    assert.equal(await statusOf(api, id), 'inactive');
    await mallory.put(`/users/${id}`, { status: 'active', externalId: 'x' });
    await mustStayOut(api, id, mine);
    await mallory.put(`/users/${id}/auth`, { authType: { email: mine, username: 'ada' }, password });
    await mustStayOut(api, id, mine);
    const query = signInQuery(api, 'borrower');
    const { status } = await house().call(undefined, 'POST', `/auth/token${query}`, {
      body: { username: 'ada', password },
    });
    assert.equal(status, 401);
    await mallory.delete(`/users/${id}`);
    const again = await mallory.made('/users', bodyOf(personId, { email: mine }));
    assert.equal(again.status, 'pending');
    const inactive = await aCase();
    const body = { ...bodyOf(inactive.personId, { email: mine }), status: 'inactive' };
    const slept = await inactive.mallory.made('/users', body);
    await inactive.mallory.put(`/users/${slept.id}`, { status: 'active' });
    await mustStayOut(inactive.api, slept.id, mine);
  });

  test('waits anew when it is given other names, and its sessions end', async () => {
    const { api, personId, mallory } = await aCase();
    const { id } = await api.made('/users', bodyOf(personId, { email: theirs }));
    const { exchangeToken } = (await api.post('/auth/exchange-token', { userId: id })).body;
    const own = signedInBy(house(), await house().call(undefined, 'POST', '/auth/token', { body: { exchangeToken } }));
    assert.equal((await own.get(`/people/${personId}`)).status, 200);
    const { status, body } = await mallory.put(`/users/${id}/auth`, { authType: { email: mine } });
    assert.deepEqual([status, body.data.status], [200, 'pending']);
    await mustStayOut(api, id, mine);
    assert.equal((await mailTo(api, theirs)).length, 2, 'of making it and of changing it');
    const back = await mallory.put(`/users/${id}/auth`, { authType: { email: theirs } });
    assert.equal(back.body.data.status, 'active', 'with names of the borrower nothing waits');
  });

  test('waits where the contact was put there first, in whatever way', async () => {
    const ways: ((mallory: Client, personId: string, contactId: string) => Promise<unknown>)[] = [
      (mallory, personId) => contactBy(mallory, personId, mine),
      (mallory, personId, id) => mallory.put(`/people/${personId}/contacts/${id}`, { value: mine }),
      (mallory, personId, id) => mallory.post(`/people/${personId}/contacts/${id}/clone`, { value: mine }),
      async (mallory, personId) => {
        const { id } = await contactBy(mallory, personId, mine, { affiliation: 'spouse' });
        await mallory.put(`/people/${personId}/contacts/${id}`, { affiliation: 'self' });
      },
    ];
    for (const [i, way] of ways.entries()) {
      const { api, personId, contactId, mallory } = await aCase();
      await way(mallory, personId, contactId);
      const { id } = await mallory.made('/users', bodyOf(personId, { email: mine }));
      assert.equal(await statusOf(api, id), 'pending', `way ${i}`);
      const code = await mallory.post(`/users/${id}/confirmation-codes`, {});
      if (code.status === 200)
        assert.deepEqual(
          (await mailTo(api, mine)).map(({ purpose }) => purpose),
          ['userChanged'],
        );
    }
  });

  test('counts with a contact that has been there for ten days, whoever changed what else of it', async () => {
    const { api, personId, mallory } = await aCase();
    const { id: contactId } = await contactBy(mallory, personId, mine);
    await moveDays(api, 9);
    await api.put(`/people/${personId}/contacts/${contactId}`, { label: 'work', value: mine });
    const early = await mallory.made('/users', bodyOf(personId, { email: mine }));
    assert.equal(early.status, 'pending');
    await mallory.delete(`/users/${early.id}`);
    await moveDays(api, 2);
    assert.equal((await mallory.made('/users', bodyOf(personId, { email: mine }))).status, 'active');
  });

  test('counts at once with contacts that came with the borrower, made by whoever made the borrower', async () => {
    const { api, mallory } = await aCase();
    const { id: personId } = await api.made('/people', aPerson());
    await contactBy(mallory, personId, mine);
    await contactBy(api, personId, 'new@home.example');
    await contactBy(api, personId, '+13175551212', { contactType: 'phone' });
    assert.equal((await api.post('/users', bodyOf(personId, { email: mine }))).body.data.status, 'pending');
    const other = await api.made('/people', aPerson());
    await contactBy(api, other.id, 'new@home.example');
    await contactBy(api, other.id, '+13175551212', { contactType: 'phone' });
    const names = { email: 'NEW@home.example', phone: '(317) 555-1212' };
    assert.equal((await api.made('/users', bodyOf(other.id, names))).status, 'active');
  });

  test('waits with the subject of an identity provider, not with a name of its own alone', async () => {
    const { personId, mallory } = await aCase();
    const made = await mallory.made('/users', bodyOf(personId, { email: theirs, samlSubjectNameId: 'mallory' }));
    assert.equal(made.status, 'pending');
    const named = await mallory.put(`/users/${made.id}/auth`, { authType: { username: 'ada' } });
    assert.equal(named.body.data.status, 'active');
  });

  test('is confirmed by a code to a contact that was there, and to no other', async () => {
    const { api, personId, contactId, mallory } = await aCase();
    const { id } = await mallory.made('/users', bodyOf(personId, { email: mine }));
    const path = `/users/${id}`;
    const { id: newContact } = await contactBy(mallory, personId, mine);
    const refused = await mallory.post(`${path}/confirmation-codes`, { contactId: newContact });
    assert.deepEqual([refused.status, refused.body.data.path], [400, 'contactId']);
    assert.equal((await api.post(`${path}/confirmation-codes`, { contactId })).status, 200);
    const [code] = await mailTo(api, theirs);
    assert.equal(code?.purpose, 'confirmUser');
    const right = /\d{6}/.exec(code?.text ?? '')?.[0] as string;
    const wrong = right === '000000' ? '111111' : '000000';
    const failed = await mallory.post(`${path}/confirm`, { code: wrong });
    assert.deepEqual([failed.status, failed.body.data.path], [400, 'code']);
    const { body } = await mallory.post(`${path}/confirm`, { code: right });
    assert.equal(body.data.status, 'active');
    assert.equal((await api.post('/auth/exchange-token', { userId: id })).status, 200);
    assert.equal((await api.post(`${path}/confirmation-codes`, {})).body.errorType, 'UserIsConfirmed');
    await mallory.put(`${path}/auth`, { authType: { email: 'again@evil.example' } });
    await api.post(`${path}/confirm`, { code: right });
    assert.equal(await statusOf(api, id), 'pending', 'a code counts once');
  });

  test('ends its code after five tries, and with each change of names', async () => {
    const { api, personId, mallory } = await aCase();
    const { id } = await mallory.made('/users', bodyOf(personId, { email: mine }));
    const codeOf = async (): Promise<string> => {
      assert.equal((await api.post(`/users/${id}/confirmation-codes`, {})).status, 200);
      return /\d{6}/.exec((await mailTo(api, theirs))[0]?.text ?? '')?.[0] as string;
    };
    const first = await codeOf();
    await mallory.put(`/users/${id}/auth`, { authType: { email: 'second@evil.example' } });
    assert.equal((await api.post(`/users/${id}/confirm`, { code: first })).status, 400);
    const right = await codeOf();
    const wrong = right === '000000' ? '111111' : '000000';
    let tries = 0;
    for (; tries < 5; tries += 1) {
      if ((await mallory.post(`/users/${id}/confirm`, { code: wrong })).status === 429) break;
    }
    const late = await mallory.post(`/users/${id}/confirm`, { code: right });
    assert.ok([400, 429].includes(late.status), JSON.stringify(late.body));
    assert.equal(await statusOf(api, id), 'pending');
  });

  test('is confirmed by a second person, who is not behind whoever set it up', async () => {
    const { api, personId, mallory } = await aCase();
    const second = await keyBy(mallory);
    const third = await keyBy(second);
    const { id } = await second.made('/users', bodyOf(personId, { email: mine }));
    const straw = 'straw@evil.example';
    await aUser(house(), third, { email: straw });
    const strawMan = await signedIn(house(), third, straw);
    const maker = await anotherThan(api);
    const made = await keyBy(maker);
    const { id: other } = await made.made(
      '/users',
      bodyOf((await api.made('/people', aPerson())).id, { email: 'x@evil.example' }),
    );
    assert.equal((await maker.post(`/users/${other}/confirm`, {})).status, 409, 'whoever made the maker');
    for (const hand of [mallory, second, third, strawMan]) {
      const { status, body } = await hand.post(`/users/${id}/confirm`, {});
      assert.deepEqual([status, body.errorType], [409, 'AnotherMustDecide']);
    }
    forbids(await (await keyBy(api, ['user:confirm'])).post(`/users/${id}/confirm`, {}));
    const { body } = await api.post(`/users/${id}/confirm`, {});
    assert.equal(body.data.status, 'active');
  });
});
