// What would let a contact through by two steps, each allowed by itself: none of them does.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { aCall, aCollectedBorrower, blocking } from '../../../tests/support/collected-borrower.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { setClock } from '../../../tests/support/test-clock.ts';
import { loanBody } from '../../../tests/support/world.ts';

const monday = '2026-09-14T16:00:00Z';

describe('no contact is allowed', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });
  beforeEach(() => setClock(api, monday));

  const ask = (path: string, more: object = {}) =>
    api.made(`${path}/can-interact`, { channel: 'voice', theme: 'opsCollDebt', ...more });

  test('because the number was agreed to that stood there before', async () => {
    const { path, phoneId: contactId } = await aCollectedBorrower(api);
    const text = { channel: 'text', contactId };
    const agreed = { consentType: 'priorExpress', channel: 'text', text: 'You may text me.', contactId };
    await api.made(`${path}/consents`, agreed);
    const inbound = { channel: 'text', direction: 'inbound', theme: 'opsServicing', status: 'succeeded', contactId };
    await api.made(`${path}/interactions`, inbound);
    assert.deepEqual(blocking(await ask(path, text)), []);
    await setClock(api, '2026-09-15T16:00:00Z');
    assert.equal((await api.put(`${path}/contacts/${contactId}`, { value: '+13175550199' })).status, 200);
    const refused = blocking(await ask(path, text));
    assert.ok(refused.includes('FED-TCPA-CELL') && refused.includes('FED-TEXT-PROC'), refused.join());
    // What was asked about a moment before the change is as it was.
    assert.deepEqual(blocking(await ask(path, { ...text, at: monday })), []);
    await api.made(`${path}/consents`, agreed);
    assert.ok(!blocking(await ask(path, text)).includes('FED-TCPA-CELL'), 'agreed to anew');
  });

  test('because nobody says that its subject offers something', async () => {
    const { path, phoneId: contactId } = await aCollectedBorrower(api);
    await api.made(`${path}/consents`, {
      consentType: 'priorExpress',
      channel: 'text',
      text: 'You may text me.',
      contactId,
    });
    const text = { channel: 'text', contactId, theme: 'opsServicing' };
    const offer = { ...text, subject: 'autopayEnableReminder' };
    assert.deepEqual(blocking(await ask(path, { ...text, subject: 'autopayEnabled' })), []);
    assert.ok(blocking(await ask(path, offer)).includes('FED-TCPA-CELL'));
    refusedAt(await api.post(`${path}/can-interact`, { ...offer, isTransactional: true }), 'isTransactional');
  });

  test('because a call that has begun is called off', async () => {
    const { path, phoneId: contactId } = await aCollectedBorrower(api);
    const { id } = await api.made(`${path}/interactions`, { ...aCall, contactId, status: 'inProgress' });
    refusedAt(await api.put(`/interactions/${id}`, { status: 'canceled' }), 'status');
  });

  test('about two loans because a rule is muted for the type of one', async () => {
    const { path, loanId, phoneId: contactId } = await aCollectedBorrower(api);
    const { id: other } = await api.made(`${path}/loans`, loanBody);
    const type = await api.made('/loan-types', { name: 'Another' });
    const { id: third } = await api.made(`${path}/loans`, { ...loanBody, loanTypeId: type.id });
    for (const id of [other, third]) await api.made(`${path}/loans/${id}/activate`, {});
    const reason = 'Counsel has looked at it.';
    await api.made('/compliance/rules/FED-BK-STAY/changes', { action: 'mute', loanTypeId: type.id, reason });
    const fields = { courtCaseChapter: 'chapter7', courtCaseFiledDate: '2026-09-14', courtCaseLastStatus: 'filed' };
    await api.made(`${path}/cases`, { caseType: 'bankruptcy', fields, loanIds: [third] });
    const onLoans = async (...loanIds: readonly string[]) => blocking(await ask(path, { contactId, loanIds }));
    assert.deepEqual(await onLoans(third), []);
    assert.deepEqual(await onLoans(third, loanId), ['FED-BK-STAY'], 'and a case that names one loan is about all');
    assert.deepEqual(await onLoans(), ['FED-BK-STAY']);
  });
});
