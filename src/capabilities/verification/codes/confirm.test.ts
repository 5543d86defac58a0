// A contact is confirmed by a code that is sent to it, by an agent or by the borrower.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aBorrower } from '../../../../tests/support/a-borrower.ts';
import { standingClock } from '../../../../tests/support/clock.ts';
import { anAddress, anEmail, aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { refused, refusedAt } from '../../../../tests/support/refusals.ts';
import { codeSentTo, otherCode } from '../../../../tests/support/verifiable.ts';

const minute = 60;

describe('confirming a contact', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ clock, works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  let made = 0;
  async function aContact() {
    made += 1;
    const { id: personId } = await api.made('/people', aPerson());
    const value = `ada-${made}@example.com`;
    const { id: contactId } = await api.made(`/people/${personId}/contacts`, anEmail({ value }));
    return { personId, contactId, value, path: `/people/${personId}/contacts/${contactId}` };
  }
  const sent = (path: string) => api.post(`${path}/confirmation-codes`, {});
  const confirm = (path: string, code: string) => api.post(`${path}/confirm`, { code });

  test('by the code: it is verified, and says when', async () => {
    const { path, value } = await aContact();
    assert.deepEqual(
      [(await api.get(path)).body.data.verified, (await api.get(path)).body.data.confirmedAt],
      [false, null],
    );
    assert.equal((await sent(path)).status, 200);
    const { status, body } = await confirm(path, await codeSentTo(api, value));
    assert.deepEqual([status, body.data.verified, typeof body.data.confirmedAt], [200, true, 'string']);
    assert.deepEqual((await api.get(path)).body.data, body.data);
    assert.deepEqual((await confirm(path, '123456')).body.data, body.data, 'it waits for no code');
  });

  test('in the words of the company, in the language of the borrower', async () => {
    const { personId, path, value } = await aContact();
    await api.put(`/people/${personId}`, { commPreferences: { language: 'es' } });
    await sent(path);
    const [{ subject, text }] = (await api.get(`/test-mailbox?to=${encodeURIComponent(value)}`)).body.data;
    assert.match(subject, /código/);
    assert.match(text, /\b\d{6}\b.*10 minutos/s);
    await confirm(path, await codeSentTo(api, value));
    assert.equal((await api.get(path)).body.data.verified, true);
  });

  test('five wrong tries end a code, and so do ten minutes', async () => {
    const { path, value } = await aContact();
    await sent(path);
    const code = await codeSentTo(api, value);
    for (let i = 0; i < 5; i++) refusedAt(await confirm(path, otherCode(code)), 'code');
    refusedAt(await confirm(path, code), 'code');
    await sent(path);
    const late = await codeSentTo(api, value);
    clock.moveOn(10 * minute + 1);
    refusedAt(await confirm(path, late), 'code');
  });

  test('three codes go to a contact within ten minutes, and ten to a borrower in a day', async () => {
    const { personId, path } = await aContact();
    for (let i = 0; i < 3; i++) assert.equal((await sent(path)).status, 200);
    const { status, body, headers } = await sent(path);
    assert.deepEqual([status, body.errorType, Number(headers['retry-after']) > 0], [429, 'TooManyRequests', true]);
    for (let i = 0; i < 7; i++) {
      const more = await api.made(
        `/people/${personId}/contacts`,
        anEmail({ value: `more-${i}@example.com`, status: 'additional' }),
      );
      assert.equal((await sent(`/people/${personId}/contacts/${more.id}`)).status, 200);
    }
    clock.moveOn(11 * minute);
    assert.equal((await sent(path)).status, 429);
    clock.moveOn(24 * 60 * minute);
    assert.equal((await sent(path)).status, 200);
  });

  test('a code is for its contact and its value alone; another value is unconfirmed', async () => {
    const [one, two] = [await aContact(), await aContact()];
    await sent(one.path);
    const code = await codeSentTo(api, one.value);
    await sent(two.path);
    refusedAt(await confirm(two.path, code), 'code');
    await api.put(one.path, { value: 'eve@example.com' });
    refusedAt(await confirm(one.path, code), 'code');
    await sent(one.path);
    await confirm(one.path, await codeSentTo(api, 'eve@example.com'));
    const { data } = (await api.put(one.path, { value: 'mallory@example.com' })).body;
    assert.deepEqual([data.verified, data.confirmedAt], [false, null]);
    const { data: same } = (await api.put(two.path, { label: 'work' })).body;
    assert.equal(same.verified, false);
  });

  test('while it is made, by the code that was sent to its value', async () => {
    const { personId } = await aContact();
    const base = `/people/${personId}/contacts`;
    const ask = (value: string) => api.post(`${base}/confirmation-codes`, { contactType: 'phone', value });
    assert.equal((await ask('(317) 555-1299')).status, 200);
    refusedAt(await ask('12'), 'value');
    const code = await codeSentTo(api, '+13175551299');
    const make = (value: string, given: string) =>
      api.post(`${base}?confirmationCode=${given}`, { contactType: 'phone', label: 'personal', value });
    refusedAt(await make('317-555-1299', otherCode(code)), 'confirmationCode');
    refusedAt(await make('317-555-1298', code), 'confirmationCode', 'InvalidRequest');
    const { status, body } = await make('317-555-1299', code);
    assert.deepEqual([status, body.data?.verified, typeof body.data?.confirmedAt], [201, true, 'string']);
    const address = await api.post(`${base}?confirmationCode=${code}`, anAddress());
    refusedAt(address, 'confirmationCode');
    assert.equal((await api.get(base)).body.total, 2);
  });

  test('while it is changed or cloned, by the code that was sent to it or to its new value', async () => {
    const { personId, path, value } = await aContact();
    const base = `/people/${personId}/contacts`;
    await sent(path);
    const own = await codeSentTo(api, value);
    const put = (code: string, body: object) => api.put(`${path}?confirmationCode=${code}`, body);
    refusedAt(await put(otherCode(own), { label: 'work' }), 'confirmationCode');
    refusedAt(await put(own, { value: 'new@example.com' }), 'confirmationCode');
    assert.equal((await api.get(path)).body.data.value, value, 'nothing was changed');
    const changed = await put(own, { label: 'work', verified: false });
    assert.deepEqual(
      [changed.status, changed.body.data?.verified, typeof changed.body.data?.confirmedAt],
      [200, true, 'string'],
      JSON.stringify(changed.body),
    );
    const ask = (email: string) => api.post(`${base}/confirmation-codes`, { contactType: 'email', value: email });
    assert.equal((await ask('new@example.com')).status, 200);
    const renewed = await put(await codeSentTo(api, 'new@example.com'), { value: 'new@example.com' });
    assert.deepEqual([renewed.status, renewed.body.data?.verified], [200, true], JSON.stringify(renewed.body));
    clock.moveOn(11 * minute);
    assert.equal((await ask('copy@example.com')).status, 200);
    const code = await codeSentTo(api, 'copy@example.com');
    const clone = (given: string) => api.post(`${path}/clone?confirmationCode=${given}`, { value: 'copy@example.com' });
    refusedAt(await clone(otherCode(code)), 'confirmationCode');
    assert.notEqual((await api.get(path)).body.data.status, 'archived', 'nothing was changed');
    const copy = await clone(code);
    assert.deepEqual([copy.status, copy.body.data?.verified], [201, true], JSON.stringify(copy.body));
  });

  test('not of an address, nor of what is archived', async () => {
    const { personId, path } = await aContact();
    const address = await api.made(`/people/${personId}/contacts`, anAddress());
    refusedAt(await sent(`/people/${personId}/contacts/${address.id}`), 'contactId');
    await api.put(path, { status: 'archived' });
    refusedAt(await sent(path), 'contactId');
  });

  test('by the borrower, of their own contacts alone', async () => {
    const { personId, contactId, path, value } = await aContact();
    const other = await aContact();
    const own = await aBorrower(house(), api, personId);
    assert.equal((await own.post(`/own-contacts/${contactId}/confirmation-codes`, {})).status, 200);
    refused(await own.post(`/own-contacts/${other.contactId}/confirmation-codes`, {}), 404, 'NotFound', 'contactId');
    assert.equal((await own.post(`${path}/confirmation-codes`, {})).status, 403);
    const code = await codeSentTo(api, value);
    assert.equal((await own.post(`${other.path}/confirm`, { code })).status, 404);
    const { status, body } = await own.post(`${path}/confirm`, { code });
    assert.deepEqual([status, body.data?.verified], [200, true], JSON.stringify(body));
  });

  test('a wrong code of the borrower takes a try too', async () => {
    const { personId, contactId, path, value } = await aContact();
    const own = await aBorrower(house(), api, personId);
    await own.post(`/own-contacts/${contactId}/confirmation-codes`, {});
    const code = await codeSentTo(api, value);
    for (let i = 0; i < 5; i++) refusedAt(await own.post(`${path}/confirm`, { code: otherCode(code) }), 'code');
    refusedAt(await own.post(`${path}/confirm`, { code }), 'code');
  });

  test('demonstrates the electronic consents of the contact, which count from then on', async () => {
    const { personId, contactId, path, value } = await aContact();
    const agreed = { consentType: 'esign', channel: 'email', contactId, text: 'Send me papers there.' };
    const { id } = await api.made(`/people/${personId}/consents`, agreed);
    const consent = `/people/${personId}/consents/${id}`;
    assert.equal((await api.get(consent)).body.data.demonstratedAt, null);
    const plain = await api.made(`/people/${personId}/consents`, { ...agreed, consentType: 'express' });
    await sent(path);
    const { confirmedAt } = (await confirm(path, await codeSentTo(api, value))).body.data;
    assert.equal((await api.get(consent)).body.data.demonstratedAt, confirmedAt);
    assert.equal((await api.get(`/people/${personId}/consents/${plain.id}`)).body.data.demonstratedAt, null);
    refusedAt(
      await api.post(`/people/${personId}/consents`, {
        ...agreed,
        consentType: 'express',
        demonstratedAt: '2020-01-01T00:00:00Z',
      }),
      'demonstratedAt',
    );
    const elsewhere = await api.made(`/people/${personId}/consents`, {
      ...agreed,
      demonstratedAt: '2020-01-01T00:00:00Z',
    });
    assert.ok(elsewhere.demonstratedAt.startsWith('2020-01-01'));
  });
});
