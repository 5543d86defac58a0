// What may be asked of the guard and what is refused; that a list gets the verdicts that each would get alone, by as many
// statements; and that what was known then is what counts then.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { defaultRoles } from '#app/capabilities.ts';
import {
  aCall,
  aCollectedBorrower,
  blocking,
  type CollectedBorrower,
} from '../../../tests/support/collected-borrower.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { recordedDuring } from '../../../tests/support/recorded-statements.ts';
import { refused, refusedAt } from '../../../tests/support/refusals.ts';
import { testServer } from '../../../tests/support/server.ts';
import { setClock } from '../../../tests/support/test-clock.ts';

const noon = '2026-09-14T16:00:00Z';
const aQuestion = { channel: 'voice', theme: 'opsCollDebt', at: noon };

describe('whether a borrower may be contacted', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let ada: CollectedBorrower;
  let grace: CollectedBorrower;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, noon);
    ada = await aCollectedBorrower(api);
    grace = await aCollectedBorrower(api, { phone: '+12125550100' });
  });

  const post = (body: object, { path } = ada) => api.post(`${path}/can-interact`, body);
  const ask = (body: object, { path } = ada) => api.made(`${path}/can-interact`, { ...aQuestion, ...body });

  test('is answered with all that the verdict rests on', async () => {
    const verdict = await ask({ contactId: ada.phoneId, loanIds: [ada.loanId], at: '2026-09-14T03:00:00Z' });
    assert.deepEqual(Object.keys(verdict).sort(), [
      'at',
      'evaluatedAt',
      'ifSent',
      'jurisdictions',
      'knownAt',
      'nextAllowedAt',
      'party',
      'result',
      'ruleSet',
      'rules',
      'timeZones',
      'unknown',
      'warnings',
    ]);
    assert.deepEqual([verdict.result, verdict.party, blocking(verdict)], [false, 'collector', ['FED-TIME']]);
    assert.equal(verdict.nextAllowedAt, '2026-09-14T12:00:00.000000+00:00');
    assert.deepEqual(verdict.ifSent, { becomes: 'held', until: verdict.nextAllowedAt });
    const [state] = verdict.jurisdictions.filter(({ code }: { code: string }) => code === 'IN');
    assert.deepEqual(
      state.why.map(({ kind, contactId }: { kind: string; contactId: string }) => [kind, contactId]).sort(),
      [
        ['address', ada.addressId],
        ['areaCode', ada.phoneId],
      ],
    );
    assert.equal((await ask({ direction: 'inbound', at: '2026-09-14T03:00:00Z' })).result, true);
    assert.equal((await ask({ at: '2026-09-14T03:00:00Z', checkAtCompanyNoon: true })).result, true);
    assert.equal((await ask({ channel: null, theme: null, subject: 'loanOverdueFirstNotice' })).result, false);
  });

  const planning = testServer().cluster === null ? {} : { skip: 'A cluster plans each statement anew.' };
  test('is answered by statements whose plans the server keeps', planning, async () => {
    const sent = await recordedDuring(() => ask({}));
    const client = await house().service.database.pools.test.connect();
    try {
      for (const [i, { text, values }] of sent.entries()) {
        for (let asked = 0; asked < 7; asked += 1) await client.query({ name: `kept ${i}`, text, values: [...values] });
      }
      const anew = "select statement from pg_prepared_statements where name like 'kept %' and generic_plans = 0";
      assert.deepEqual((await client.query(anew)).rows, []);
    } finally {
      client.release(true);
    }
  });

  test('is answered by what is leaving and the history as of one moment, so that neither misses what concludes', async () => {
    const leavingIn = (sent: Awaited<ReturnType<typeof recordedDuring>>) =>
      sent.findIndex(({ text }) => text.includes('from "queued_messages"'));
    const alone = await recordedDuring(() => ask({}));
    assert.match(alone[leavingIn(alone)]?.text ?? '', /from "interactions"/);
    const people = [{ personId: ada.personId }, { personId: grace.personId }];
    const sent = await recordedDuring(() => api.made('/can-interact', { ...aQuestion, people }));
    const [leaving, history] = sent.slice(leavingIn(sent));
    assert.match(history?.text ?? '', /from "interactions"/);
    assert.equal(leaving?.piece, history?.piece, 'of many the one right after the other, over one connection');
  });

  test('is refused by the field that is wrong', async () => {
    const wrong: readonly [string, object][] = [
      ['channel', { channel: undefined }],
      ['channel', { channel: 'pigeon' }],
      ['theme', { theme: null }],
      ['theme', { theme: 'all' }],
      ['theme', { subject: 'loanOverdueFirstNotice', theme: 'opsServicing' }],
      ['subject', { subject: 'Not one word' }],
      ['at', { at: '2031-01-01T00:00:00Z' }],
      ['at', { at: '1999-01-01T00:00:00Z' }],
      ['knownAt', { knownAt: '2026-09-14T16:00:01Z' }],
      ['isAutodialed', { channel: 'email', isAutodialed: true }],
      ['voiceKind', { channel: 'text', voiceKind: 'ai' }],
      ['contactId', { contactId: ada.emailId }],
      ['contactExternalId', { contactId: ada.phoneId, contactExternalId: 'mine' }],
      ['contactDetails.value', { contactDetails: { contactType: 'phone' } }],
      ['contactDetails.value', { contactDetails: { contactType: 'phone', value: '12' } }],
      ['contactDetails.address', { channel: 'mail', contactDetails: { contactType: 'address' } }],
      ['contactDetails.contactType', { contactDetails: { contactType: 'email', value: 'a@b.example' } }],
    ];
    for (const [path, body] of wrong) refusedAt(await post({ ...aQuestion, ...body }), path);
    refused(await post({ ...aQuestion, contactId: grace.phoneId }), 404, 'NotFound', 'contactId');
    refused(await post({ ...aQuestion, externalContactId: 'nobodys' }), 404, 'NotFound', 'externalContactId');
    refused(await post({ ...aQuestion, loanIds: [ada.loanId, grace.loanId] }), 404, 'NotFound', 'loanIds[1]');
    refused(await post({ ...aQuestion, interactionId: 'IN-AAAA-AAAA' }), 404, 'NotFound', 'interactionId');
    const onLoan = await api.post(`${ada.path}/loans/${grace.loanId}/can-interact`, aQuestion);
    refused(onLoan, 404, 'NotFound', 'loanId');
    refused(await api.post('/people/BO-AAAA-AAAA/can-interact', aQuestion), 404, 'NotFound', 'personId');
  });

  test('by a contact that is not on file is compared with those that are, and never stored', async () => {
    const sent = (value: string) => ask({ contactDetails: { contactType: 'phone', value } });
    const known = await sent('(317) 555-0100');
    const zones = (verdict: typeof known) => verdict.timeZones.map(({ zone }: { zone: string }) => zone).sort();
    assert.deepEqual(zones(known), ['America/Indiana/Indianapolis']);
    assert.deepEqual(zones(await sent('+18085550100')), ['America/Indiana/Indianapolis', 'Pacific/Honolulu']);
    const { body } = await api.get(`${ada.path}/contacts`);
    assert.equal(body.data.length, 3);
  });

  test('is the same in a list as alone, and a list takes as many statements as one', async () => {
    await api.made(`${ada.path}/interactions`, {
      ...aCall,
      contactId: ada.phoneId,
      conversation: true,
      status: 'succeeded',
    });
    const early = '2026-09-15T12:30:00Z';
    const people = [
      { personId: grace.personId },
      { personId: ada.personId, contactId: ada.phoneId },
      { personId: ada.personId, contactId: ada.phoneId, loanId: ada.loanId },
    ];
    const asked = { ...aQuestion, at: early, withInforming: true, people };
    const { verdicts } = await api.made('/can-interact', asked);
    for (const [i, { personId, ...more }] of people.entries()) {
      const { personId: named, ...verdict } = verdicts[i];
      assert.equal(named, personId);
      const path = personId === ada.personId ? ada : grace;
      assert.deepEqual(verdict, await ask({ at: early, ...more }, path));
    }
    assert.deepEqual(blocking(verdicts[1]), ['FED-FREQ-POSTCONV']);
    const short = await api.made('/can-interact', { ...asked, withInforming: false });
    const outcomes = short.verdicts.flatMap(({ rules }: { rules: { outcome: string }[] }) => rules);
    assert.ok(!outcomes.some(({ outcome }: { outcome: string }) => outcome === 'informs'));
    const statements = async (many: number) => {
      const some = Array.from({ length: many }, (_, i) => ({ personId: (i % 2 === 0 ? ada : grace).personId }));
      return (await recordedDuring(() => api.made('/can-interact', { ...aQuestion, people: some }))).length;
    };
    await statements(2);
    const [two, thousand] = [await statements(2), await statements(1_000)];
    assert.equal(thousand, two, 'the number of statements does not follow that of borrowers');
  });

  test('of a list is refused by the place that is wrong', async () => {
    const list = (people: object[]) => api.post('/can-interact', { ...aQuestion, people });
    const own = { personId: ada.personId };
    refusedAt(await list([]), 'people');
    refusedAt(await list(Array.from({ length: 1_001 }, () => own)), 'people');
    refused(await list([own, { personId: 'BO-AAAA-AAAA' }]), 404, 'NotFound', 'people[1].personId');
    refused(await list([own, { personId: 'ext-nobody' }]), 404, 'NotFound', 'people[1].personId');
    refused(await list([own, { ...own, loanId: grace.loanId }]), 404, 'NotFound', 'people[1].loanId');
    refusedAt(await list([{ ...own, contactId: ada.emailId }]), 'people[0].contactId');
  });

  test('then, is asked by what was known then', async () => {
    const bob = await aCollectedBorrower(api);
    const { id } = await api.made(`${bob.path}/interactions`, { ...aCall, contactId: bob.phoneId });
    await setClock(api, '2026-09-15T16:00:00Z');
    const late = '2026-09-15T16:30:00Z';
    assert.deepEqual(blocking(await ask({ at: late }, bob)), []);
    await api.put(`/interactions/${id}`, { status: 'succeeded', conversation: true });
    assert.deepEqual(blocking(await ask({ at: late }, bob)), ['FED-FREQ-POSTCONV']);
    assert.deepEqual(blocking(await ask({ at: late, knownAt: '2026-09-15T15:00:00Z' }, bob)), []);
    assert.deepEqual(blocking(await ask({ at: late, knownAt: '2026-09-14T15:00:00Z' }, bob)), []);
    assert.deepEqual(blocking(await ask({ at: late, interactionId: id }, bob)), [], 'it does not count itself');
    await setClock(api, noon);
  });

  test('is held, sent or dropped as the company has set it by theme', async () => {
    const night = { at: '2026-09-14T03:00:00Z' };
    const set = async (whenBlocked: object[] | null) => {
      const { status, body } = await api.put('/companies/current', { compliance: whenBlocked && { whenBlocked } });
      assert.equal(status, 200, JSON.stringify(body));
    };
    const becomes = async (more: object = {}) => (await ask({ ...night, ...more })).ifSent;
    const until = '2026-09-14T12:00:00.000000+00:00';
    assert.deepEqual(await becomes(), { becomes: 'held', until });
    await set([{ theme: 'opsCollDebt', becomes: 'sent' }]);
    assert.deepEqual(await becomes(), { becomes: 'sent', until: null });
    assert.deepEqual(await becomes({ theme: 'opsServicing' }), { becomes: 'held', until });
    await set([{ theme: 'opsCollDebt', becomes: 'dropped' }]);
    assert.deepEqual(await becomes(), { becomes: 'dropped', until: null });
    await set(null);
    const twice = [
      { theme: 'opsCollDebt', becomes: 'sent' },
      { theme: 'opsCollDebt', becomes: 'held' },
    ];
    const again = await api.put('/companies/current', { compliance: { whenBlocked: twice } });
    refusedAt(again, 'compliance.whenBlocked[1].theme');
  });

  test('needs its permission, which whoever only reads has', async () => {
    const { key } = await api.made('/keys', { name: 'narrow', permissions: ['person:read'] });
    const answer = await house().client(key, api.realm).post(`${ada.path}/can-interact`, aQuestion);
    assert.deepEqual([answer.status, answer.body.data.permission], [403, 'compliance.verdict:read']);
    assert.ok(defaultRoles.readOnly.has('compliance.verdict:read'));
    assert.ok(!defaultRoles.collections.has('compliance.backtest:start'));
    assert.ok(defaultRoles.compliance.has('compliance.backtest:start'));
  });
});
