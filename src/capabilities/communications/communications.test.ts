// Messages to borrowers over HTTP: what is sent, held and dropped, and what becomes of it.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aReader, aReminder, sendTo, sentTo } from '../../../tests/support/a-reader.ts';
import type { CollectedBorrower } from '../../../tests/support/collected-borrower.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { type Answer, anEmail, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused, refusedAt } from '../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../tests/support/test-clock.ts';

const noon = '2026-09-14T16:00:00Z';

describe('a message', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let reader: CollectedBorrower;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, noon);
    reader = await aReader(api);
  });

  const interaction = async (id: string): Promise<Answer['body']> => (await api.get(`/interactions/${id}`)).body.data;
  const message = async (id: string): Promise<Answer['body']> =>
    (await api.get(`/communicator/messages/${id}`)).body.data;
  const become = (id: string, state: string) =>
    eventually(`the message ${id} is ${state}`, async () => {
      const found = await message(id);
      return found.state === state && found;
    });

  test('is queued, goes out, and its interaction says so', async () => {
    const sent = await sentTo(api, reader, { loanId: reader.loanId });
    assert.deepEqual(
      [sent.object, sent.messageState, sent.status, sent.sendAt],
      ['interaction', 'queued', 'scheduled', null],
    );
    assert.deepEqual([sent.contactId, sent.loanIds, sent.theme], [reader.emailId, [reader.loanId], 'opsServicing']);
    const gone = await become(sent.messageId, 'sent');
    assert.deepEqual([gone.attempts, gone.interactionId, gone.contactId], [1, sent.id, reader.emailId]);
    assert.notEqual(gone.text, '');
    const told = await interaction(sent.id);
    assert.deepEqual([told.status, told.statusDetails, told.isExternal], ['succeeded', 'emailSent', false]);
    assert.equal(told.content.text, gone.text);
    assert.equal((await api.get(`/interactions/${sent.id}/verdict`)).body.data.result, true);
    const mail = (await api.get('/test-mailbox')).body.data.find(({ id }: { id: string }) => id === sent.messageId);
    assert.deepEqual([mail.channel, mail.purpose], ['email', 'paymentDueDateReminder']);
  });

  test('asked for again by the same key is one message', async () => {
    const body = { ...aReminder, personId: reader.personId };
    const headers = { 'idempotency-key': 'the-same' };
    const first = await api.post('/communicator/send', body, headers);
    const again = await api.post('/communicator/send', body, headers);
    assert.deepEqual(again.body, first.body);
  });

  test('for later waits, can be taken back, and goes out at its time', async () => {
    const own = await aReader(api);
    const waits = await sentTo(api, own, { sendAt: '2026-09-14T18:00:00Z' });
    assert.deepEqual(
      [waits.messageState, waits.status, waits.statusDetails],
      ['scheduled', 'scheduled', 'waitsForItsTime'],
    );
    const other = await sentTo(api, own, { sendAt: '2026-09-14T18:00:00Z' });
    const canceled = await api.put(`/interactions/${other.id}`, { status: 'canceled' });
    assert.equal(canceled.status, 200, JSON.stringify(canceled.body));
    assert.equal((await message(other.messageId)).state, 'canceled');
    refusedAt(await api.put(`/interactions/${waits.id}`, { status: 'succeeded' }), 'status');
    await moveClock(api, '2026-09-14T18:00:01Z');
    assert.equal((await become(waits.messageId, 'sent')).sendAt, null);
    assert.equal((await message(other.messageId)).state, 'canceled');
    await setClock(api, noon);
  });

  test('is refused by the field that is wrong', async () => {
    const refusedFor = async (more: object, path: string) => refusedAt(await sendTo(api, reader, more), path);
    await refusedFor({ subject: 'Not A Word' }, 'subject');
    await refusedFor({ channel: 'fax' }, 'channel');
    await refusedFor({ subject: 'freeForm' }, 'theme');
    await refusedFor({ subject: 'freeForm', theme: 'agentNotification' }, 'theme');
    await refusedFor({ subject: 'caseEscalation' }, 'subject');
    await refusedFor({ sendAt: '2028-01-01T00:00:00Z' }, 'sendAt');
    await refusedFor({ sendAt: '2026-09-01T00:00:00Z' }, 'sendAt');
    await refusedFor({ companyId: 'CP-AAAA-AAAA' }, 'companyId');
    await refusedFor({ useTemplate: false }, 'useTemplate');
    await refusedFor({ contactId: reader.phoneId }, 'contactId');
    await refusedFor({ isAutodialed: true }, 'isAutodialed');
    await refusedFor({ statementId: 'SM-AAAA-AAAA' }, 'statementId');
    await refusedFor({ attachments: ['DD-AAAA-AAAA'] }, 'attachments[0]');
    await refusedFor({ channel: 'text', attachments: ['DD-AAAA-AAAA'] }, 'attachments');
    await refusedFor({ context: { deep: [[[[[[[[[[[1]]]]]]]]]]] } }, 'context');
    await refusedFor({ context: { large: 'x'.repeat(100_001) } }, 'context');
    refused(await sendTo(api, reader, { personId: 'BO-AAAA-AAAA' }), 404, 'NotFound', 'personId');
    refused(await sendTo(api, reader, { contactId: 'CT-AAAA-AAAA' }), 404, 'NotFound', 'contactId');
    refused(await sendTo(api, reader, { loanId: 'LN-AAAA-AAAA' }), 404, 'NotFound', 'loanId');
    refused(await sendTo(api, reader, { caseId: 'CS-AAAA-AAAA' }), 404, 'NotFound', 'caseId');
    refused(
      await sendTo(api, reader, { previousInteractionId: 'IN-AAAA-AAAA' }),
      404,
      'NotFound',
      'previousInteractionId',
    );
    refused(await sendTo(api, reader, { subject: 'custom20', theme: 'opsServicing' }), 409, 'NoTemplate', 'subject');
  });

  test('goes to nobody else: not to the contact of another borrower, nor about their loan', async () => {
    const other = await aReader(api);
    refused(await sendTo(api, reader, { contactId: other.emailId }), 404, 'NotFound', 'contactId');
    refused(await sendTo(api, reader, { loanIds: [reader.loanId, other.loanId] }), 404, 'NotFound', 'loanIds[1]');
  });

  test('to an archived contact or one that does not work is refused, and to nobody there is none', async () => {
    const own = await aReader(api);
    await api.put(`${own.path}/contacts/${own.emailId}`, { valid: false });
    refusedAt(await sendTo(api, own, { contactId: own.emailId }), 'contactId');
    refused(await sendTo(api, own), 409, 'NoContact', 'contactId');
    await api.put(`${own.path}/contacts/${own.emailId}`, { valid: true, status: 'archived' });
    refusedAt(await sendTo(api, own, { contactId: own.emailId }), 'contactId');
    refused(await sendTo(api, own), 409, 'NoContact', 'contactId');
  });

  test('to an address with letters of another script, which may look like another one, is refused', async () => {
    const own = await aReader(api);
    // Both have a Cyrillic letter that looks like an a: the first one in "ada", the second one in "example".
    for (const value of ['аda@example.com', 'ada@exаmple.com']) {
      const { id } = await api.made(
        `${own.path}/contacts`,
        anEmail({ affiliation: 'self', status: 'additional', value }),
      );
      refusedAt(await sendTo(api, own, { contactId: id }), 'contactId');
    }
    assert.equal((await sentTo(api, own)).contactId, own.emailId);
  });

  test('that is forbidden is held or dropped, not refused, and its interaction carries the verdict', async () => {
    const own = await aReader(api);
    const aCase = await api.made(`${own.path}/cases`, { caseType: 'generic', name: 'No contact' });
    const blocks = `${own.path}/cases/${aCase.id}/do-not-interacts`;
    await api.made(blocks, { channels: ['email'], themes: ['all'], endDate: '2026-09-20' });
    const held = await sentTo(api, own);
    assert.deepEqual([held.messageState, held.blockedBy, held.status], ['held', ['DO-NOT-INTERACT'], 'scheduled']);
    assert.equal(held.statusDetails, 'heldByRules');
    assert.ok(held.sendAt > '2026-09-20', held.sendAt);
    const verdict = (await api.get(`/interactions/${held.id}/verdict`)).body.data;
    assert.deepEqual([verdict.result, verdict.rules[0].ruleId], [false, 'DO-NOT-INTERACT']);
    const current = (await api.get('/companies/current')).body.data;
    await api.put(`/companies/${current.id}`, {
      compliance: { whenBlocked: [{ theme: 'opsServicing', becomes: 'dropped' }] },
    });
    const dropped = await sentTo(api, own);
    assert.deepEqual(
      [dropped.messageState, dropped.status, dropped.statusDetails],
      ['dropped', 'canceled', 'droppedByRules'],
    );
    await api.put(`/companies/${current.id}`, { compliance: null });
  });

  test('by text goes to a personal phone that takes texts', async () => {
    const own = await aReader(api);
    const sent = await sentTo(api, own, { channel: 'text' });
    assert.deepEqual([sent.messageState, sent.contactId, sent.blockedBy], ['queued', own.phoneId, []]);
    assert.equal((await interaction((await become(sent.messageId, 'sent')).interactionId)).statusDetails, 'textSent');
  });

  test('on a page is there at once, and nothing is handed over', async () => {
    const shown = await sentTo(api, reader, {
      subject: 'autopayAgreement',
      channel: 'gui',
      context: { paymentMethod: 'card' },
    });
    assert.deepEqual([shown.messageState, shown.status, shown.contactId], ['sent', 'succeeded', null]);
    assert.equal((await message(shown.messageId)).attempts, 0);
  });

  test('at night is held until the morning of the borrower', async () => {
    const company = await aCompany();
    const own = company.test;
    await setClock(own, noon);
    const late = await aReader(own);
    const current = (await own.get('/companies/current')).body.data;
    await own.put(`/companies/${current.id}`, { communication: { quietHours: { from: '21:00', to: '08:00' } } });
    await setClock(own, '2026-09-15T03:00:00Z');
    const held = await sentTo(own, late);
    assert.deepEqual(
      [held.messageState, held.blockedBy, held.statusDetails],
      ['held', ['quietHours'], 'heldForQuietHours'],
    );
    assert.equal(held.sendAt, '2026-09-15T12:00:00.000000+00:00');
    await moveClock(own, '2026-09-15T12:00:01Z');
    await eventually('it went out', async () => {
      const { data } = (await own.get(`/communicator/messages/${held.messageId}`)).body;
      return data.state === 'sent';
    });
  });

  test('follows its thread, and a list finds it by person, interaction and state', async () => {
    const own = await aReader(api);
    const first = await sentTo(api, own);
    const next = await sentTo(api, own, {
      previousInteractionId: first.id,
      interactionExternalId: `next-${own.personId}`,
    });
    assert.deepEqual([next.threadId, next.previousInteractionId], [first.id, first.id]);
    refused(
      await sendTo(api, own, { interactionExternalId: `next-${own.personId}` }),
      409,
      'DuplicateExternalId',
      'interactionExternalId',
    );
    const listed = async (query: string) => (await api.get(`/communicator/messages?${query}`)).body.data;
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
    assert.deepEqual(ids(await listed(`personId=${own.personId}`)), [next.messageId, first.messageId]);
    assert.deepEqual(ids(await listed(`interactionId=${next.id}`)), [next.messageId]);
    await become(next.messageId, 'sent');
    assert.deepEqual(ids(await listed(`personId=${own.personId}&state=canceled`)), []);
    assert.equal('text' in (await listed(`personId=${own.personId}`))[0], false);
  });

  test('of an erased borrower is not sent, and nothing of what it said is left', async () => {
    const { id } = await api.made('/people', { name: { firstName: 'Ida', lastName: 'Gone' } });
    await api.made(`/people/${id}/contacts`, anEmail({ affiliation: 'self' }));
    const sent = await api.made('/communicator/send', { ...aReminder, personId: id, sendAt: '2026-10-01T12:00:00Z' });
    await erasePersonByHand(house().service, api.realm, id, { evenWithOpenLoans: true });
    const left = await message(sent.messageId);
    assert.deepEqual([left.state, left.text, left.subjectLine], ['canceled', null, null]);
    refused(await api.post('/communicator/send', { ...aReminder, personId: id }), 409, 'PersonErased', 'personId');
  });
});

describe('a message that is queued while no worker runs', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('does not go out once it is forbidden', async () => {
    const { test: api } = await aCompany();
    await setClock(api, noon);
    const [one, other] = [await aReader(api), await aReader(api)];
    const revoked = await sentTo(api, one, { channel: 'text' });
    const blocked = await sentTo(api, other);
    assert.deepEqual([revoked.messageState, blocked.messageState], ['queued', 'queued']);
    const consents = (await api.get(`${one.path}/consents`)).body.data;
    const { id } = consents.find(({ channel }: { channel: string }) => channel === 'text');
    await api.made(`${one.path}/consents/${id}/revoke`, {});
    const aCase = await api.made(`${other.path}/cases`, { caseType: 'generic', name: 'No contact' });
    await api.made(`${other.path}/cases/${aCase.id}/do-not-interacts`, {});
    await house().service.startWork();
    for (const { messageId, id: interactionId } of [revoked, blocked]) {
      await eventually('it is dropped', async () => {
        const { data } = (await api.get(`/communicator/messages/${messageId}`)).body;
        return data.state === 'dropped' || data.state === 'failed';
      });
      const { status } = (await api.get(`/interactions/${interactionId}`)).body.data;
      assert.ok(status === 'canceled' || status === 'failed', status);
    }
    assert.deepEqual((await api.get('/test-mailbox')).body.data, []);
  });
});
