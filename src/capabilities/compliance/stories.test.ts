// May this borrower be contacted: stories of federal law over HTTP. The borrower lives in Indianapolis, four hours behind
// UTC in September, and an agency collects; each expected rule and moment is read off the law.
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { aCall, aCollectedBorrower, blocking } from '../../../tests/support/collected-borrower.ts';
import { anEmail, aPhone, type Client, useHouse } from '../../../tests/support/house.ts';
import { setClock } from '../../../tests/support/test-clock.ts';

/** Monday noon in Indianapolis. */
const monday = '2026-09-14T16:00:00Z';
const instant = (text: string): string => `${text.slice(0, 19)}.000000+00:00`;

describe('a borrower may be contacted', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });
  beforeEach(() => setClock(api, '2026-09-08T15:00:00Z'));

  const ask = (path: string, more: object = {}) =>
    api.made(`${path}/can-interact`, { channel: 'voice', theme: 'opsCollDebt', at: monday, ...more });
  const call = (path: string, more: object) => api.made(`${path}/interactions`, { ...aCall, ...more });

  test('by seven calls in seven days, and not by the eighth before the first is eight days old', async () => {
    const { path, phoneId: contactId } = await aCollectedBorrower(api);
    await setClock(api, monday);
    for (const day of ['08', '09', '10', '11', '12', '13']) {
      await call(path, { contactId, startedAt: `2026-09-${day}T15:30:00Z` });
    }
    assert.deepEqual(blocking(await ask(path, { contactId })), []);
    await call(path, { contactId, startedAt: '2026-09-14T15:30:00Z' });
    const eighth = await ask(path, { contactId });
    assert.deepEqual([eighth.result, eighth.party], [false, 'collector']);
    assert.deepEqual(blocking(eighth), ['FED-FREQ-7IN7']);
    const [rule] = eighth.rules;
    assert.deepEqual(
      [rule.citation, rule.severity, rule.facts.length >= 7],
      ['12 CFR 1006.14(b)(2)(i)(A)', 'block', true],
    );
    // From Tuesday on the seven days no longer hold the call of the 8th; the phone may ring from eight o'clock.
    assert.equal(eighth.nextAllowedAt, instant('2026-09-15T12:00:00'));
    assert.equal((await ask(path, { contactId, at: '2026-09-15T12:00:00Z' })).result, true);
    assert.equal((await ask(path, { contactId, at: '2026-09-15T11:59:59Z' })).result, false);
  });

  test('after a conversation on a Monday again on the next Monday', async () => {
    const { path, phoneId: contactId } = await aCollectedBorrower(api);
    await setClock(api, monday);
    await call(path, { contactId, startedAt: '2026-09-14T15:30:00Z', status: 'succeeded', conversation: true });
    const verdict = await ask(path, { contactId });
    assert.deepEqual(blocking(verdict), ['FED-FREQ-POSTCONV']);
    assert.equal(verdict.nextAllowedAt, instant('2026-09-21T12:00:00'));
    assert.equal((await ask(path, { contactId, at: '2026-09-20T16:00:00Z' })).result, false);
    assert.equal((await ask(path, { contactId, at: '2026-09-21T12:00:00Z' })).result, true);
  });

  test('after a letter that asks to cease by one notice of each kind, and by nothing else', async () => {
    const { path } = await aCollectedBorrower(api);
    await setClock(api, monday);
    const fields = { requestChannel: 'mail', requestReceivedDate: '2026-09-12', ceaseReason: 'ceaseContact' };
    await api.made(`${path}/cases`, { caseType: 'ceaseCommunication', fields });
    for (const channel of ['voice', 'mail']) {
      const verdict = await ask(path, { channel });
      assert.ok(blocking(verdict).includes('FED-CEASE'), channel);
      assert.deepEqual([verdict.nextAllowedAt, verdict.ifSent.becomes], [null, 'dropped']);
    }
    const notice = { channel: 'mail', theme: null, subject: 'ceaseCommunicationAcknowledgement' };
    assert.deepEqual(blocking(await ask(path, notice)), []);
    await api.made(`${path}/interactions`, { ...notice, status: 'succeeded', startedAt: '2026-09-14T14:00:00Z' });
    assert.deepEqual(blocking(await ask(path, notice)), ['FED-CEASE']);
  });

  test('not beside an attorney, who is contacted instead', async () => {
    const { path } = await aCollectedBorrower(api);
    const attorney = { representativeType: 'attorney', firmName: 'Belmont & Partners' };
    const { id: legalRepresentativeId } = await api.made(`${path}/legal-representatives`, attorney);
    const office = aPhone({ value: '+13175550177', status: 'additional', affiliation: 'attorney', label: 'work' });
    const { id: contactId } = await api.made(`${path}/contacts`, { ...office, legalRepresentativeId });
    assert.ok(blocking(await ask(path)).includes('FED-ATTORNEY'));
    assert.deepEqual(blocking(await ask(path, { contactId })), []);
  });

  test('not in a bankruptcy until it is dismissed and the case is over; a discharge is for ever', async () => {
    const { path } = await aCollectedBorrower(api);
    await setClock(api, monday);
    const fields = { courtCaseChapter: 'chapter7', courtCaseFiledDate: '2026-09-10', courtCaseLastStatus: 'filed' };
    const { id } = await api.made(`${path}/cases`, { caseType: 'bankruptcy', fields });
    assert.deepEqual(blocking(await ask(path)), ['FED-BK-STAY']);
    const dismissed = { courtCaseDebtorDisposition: 'dismissed', courtCaseDebtorDispositionDate: '2026-09-13' };
    const change = async (body: object) => {
      const { status, body: answered } = await api.put(`${path}/cases/${id}`, body);
      assert.equal(status, 200, JSON.stringify(answered));
    };
    await change({ status: 'processing', fields: dismissed });
    assert.deepEqual(blocking(await ask(path)), ['FED-BK-STAY'], 'somebody still looks at it');
    await change({ status: 'completed', outcome: 'resolved' });
    assert.deepEqual(blocking(await ask(path)), []);
    await change({ status: 'reopened', fields: { courtCaseDebtorDisposition: 'discharged' } });
    await change({ status: 'completed', outcome: 'approved' });
    const discharged = await ask(path);
    assert.deepEqual([blocking(discharged), discharged.nextAllowedAt], [['FED-BK-DISCHARGE'], null]);
  });

  test('not about a loan together with somebody under chapter 13', async () => {
    const other = await aCollectedBorrower(api);
    const { path, loanId } = await aCollectedBorrower(api, { coBorrowerId: other.personId });
    const onLoan = (at: string) => `${other.path}/loans/${at}`;
    assert.deepEqual(blocking(await ask(onLoan(loanId))), []);
    const fields = { courtCaseChapter: 'chapter13', courtCaseFiledDate: '2026-09-08', courtCaseLastStatus: 'filed' };
    await api.made(`${path}/cases`, { caseType: 'bankruptcy', fields });
    assert.deepEqual(blocking(await ask(onLoan(loanId))), ['FED-BK-CODEBTOR']);
    assert.deepEqual(blocking(await ask(onLoan(other.loanId))), [], 'a loan of their own is free');
  });

  test('not when dead, but for the executor; a death by mistake is no death', async () => {
    const { path, phoneId } = await aCollectedBorrower(api);
    const executor = { representativeType: 'executor', lastName: 'Holt' };
    const { id: legalRepresentativeId } = await api.made(`${path}/legal-representatives`, executor);
    const phone = aPhone({ value: '+13175550188', status: 'additional', affiliation: 'otherFamily', label: 'home' });
    const { id: executorsId } = await api.made(`${path}/contacts`, { ...phone, legalRepresentativeId });
    const fields = { dateOfDeath: '2026-09-01', deathSource: 'family', proofLevel: 'verified' };
    const { id } = await api.made(`${path}/cases`, { caseType: 'deceased', fields });
    assert.ok(blocking(await ask(path, { contactId: phoneId })).includes('FED-DEC-STOP'));
    assert.deepEqual(blocking(await ask(path, { contactId: executorsId })), []);
    await api.put(`${path}/cases/${id}`, { status: 'canceled' });
    assert.deepEqual(blocking(await ask(path, { contactId: phoneId })), []);
  });

  test('in no night: of a New York number in Hawaii both clocks count', async () => {
    const address = { addressLine1: '1 Bishop St', city: 'Honolulu', state: 'HI', postalCode: '96813' };
    const { path, phoneId: contactId } = await aCollectedBorrower(api, { phone: '+12125550100', address });
    const early = await ask(path, { contactId });
    assert.deepEqual(blocking(early), ['FED-TIME']);
    assert.deepEqual(early.timeZones.map(({ zone }: { zone: string }) => zone).sort(), [
      'America/New_York',
      'Pacific/Honolulu',
    ]);
    assert.deepEqual(early.jurisdictions.map(({ code }: { code: string }) => code).sort(), ['HI', 'NY', 'federal']);
    // It is eight in Honolulu at 18:00, and nine in the evening in New York at 01:00 in UTC.
    assert.equal(early.nextAllowedAt, instant('2026-09-14T18:00:00'));
    assert.equal((await ask(path, { contactId, at: '2026-09-14T18:00:00Z' })).result, true);
    assert.equal((await ask(path, { contactId, at: '2026-09-15T00:59:59Z' })).result, true);
    assert.equal((await ask(path, { contactId, at: '2026-09-15T01:00:00Z' })).result, false);
    assert.equal((await ask(path, { contactId, checkAtCompanyNoon: true, at: '2026-09-15T03:00:00Z' })).result, false);
  });

  test('by text with consent and a text of their own of the last sixty days', async () => {
    const { path, phoneId: contactId } = await aCollectedBorrower(api);
    const text = { channel: 'text', contactId };
    const refused = await ask(path, text);
    assert.ok(blocking(refused).includes('FED-TCPA-CELL') && blocking(refused).includes('FED-TEXT-PROC'));
    const agreed = { consentType: 'priorExpress', channel: 'text', text: 'You may text me.', contactId };
    await api.made(`${path}/consents`, { ...agreed, givenAt: '2026-09-08T14:00:00Z' });
    const inbound = { channel: 'text', direction: 'inbound', theme: 'opsServicing', status: 'succeeded', contactId };
    await api.made(`${path}/interactions`, { ...inbound, startedAt: '2026-09-08T14:30:00Z' });
    assert.deepEqual(blocking(await ask(path, text)), []);
    // 8 September is the first day, so 6 November is the sixtieth.
    assert.deepEqual(blocking(await ask(path, { ...text, at: '2026-11-06T18:00:00Z' })), []);
    assert.deepEqual(blocking(await ask(path, { ...text, at: '2026-11-07T18:00:00Z' })), ['FED-TEXT-PROC']);
  });

  test('by email once they have written from it, or agreed to it', async () => {
    const { path, emailId: contactId } = await aCollectedBorrower(api);
    const email = { channel: 'email', contactId };
    assert.deepEqual(blocking(await ask(path, email)), ['FED-EMAIL-PROC']);
    const inbound = { channel: 'email', direction: 'inbound', theme: 'opsServicing', status: 'succeeded', contactId };
    await api.made(`${path}/interactions`, { ...inbound, startedAt: '2026-09-08T14:30:00Z' });
    assert.deepEqual(blocking(await ask(path, email)), []);
    const other = anEmail({ value: 'work@acme.example', status: 'additional', affiliation: 'self' });
    const { id } = await api.made(`${path}/contacts`, other);
    assert.deepEqual(blocking(await ask(path, { ...email, contactId: id })), ['FED-EMAIL-PROC']);
    const agreed = { consentType: 'express', channel: 'email', text: 'Write to me there.', contactId: id };
    await api.made(`${path}/consents`, agreed);
    assert.deepEqual(blocking(await ask(path, { ...email, contactId: id })), []);
  });

  test('by email to the address that the creditor passed on, after thirty-five days in which they could object', async () => {
    const { path } = await aCollectedBorrower(api);
    const passedOn = { value: 'passed-on@example.com', status: 'additional', affiliation: 'self' };
    const contact = anEmail({ ...passedOn, transferNoticeDate: '2026-08-10' });
    const { id: contactId } = await api.made(`${path}/contacts`, contact);
    const email = { channel: 'email', contactId };
    const early = await ask(path, { ...email, at: '2026-09-14T16:00:00Z' });
    assert.deepEqual(blocking(early), ['FED-EMAIL-PROC']);
    // The notice went out on 10 August: 11 August is the first whole day, 14 September the thirty-fifth. From the next day
    // on an email may go, as any contact from eight o'clock.
    assert.equal(early.nextAllowedAt, instant('2026-09-15T12:00:00'));
    assert.deepEqual(blocking(await ask(path, { ...email, at: '2026-09-15T00:59:59Z' })), ['FED-EMAIL-PROC']);
    assert.deepEqual(blocking(await ask(path, { ...email, at: '2026-09-15T12:00:00Z' })), []);
  });

  test('on active duty, of which a warning tells; the law bounds the interest at 6 % and not the contact', async () => {
    const { path, loanId, phoneId: contactId } = await aCollectedBorrower(api);
    await setClock(api, '2026-09-12T16:00:00Z');
    const fields = { dutyBeginDate: '2026-09-10', serviceComponent: 'AC' };
    await api.made(`${path}/cases`, { caseType: 'militaryDuty', fields });
    const verdict = await ask(path, { contactId });
    assert.deepEqual([verdict.result, blocking(verdict)], [true, []]);
    const warned = verdict.rules.filter(({ outcome }: { outcome: string }) => outcome === 'warns');
    assert.ok(warned.some(({ ruleId }: { ruleId: string }) => ruleId === 'FED-SCRA-HOLD'));
    const { id } = await api.made(`${path}/military-services`, { startDate: '2026-09-10' });
    const notice = { militaryServiceId: id, noticeReceivedDate: '2026-09-12' };
    const cap = await api.made(`${path}/loans/${loanId}/scra-caps`, notice);
    assert.deepEqual([cap.annualRate, cap.cappedFrom, cap.status], [0.06, '2026-09-10', 'active']);
  });

  test('not on the weekdays that they have called inconvenient, until they take it back', async () => {
    const { path, phoneId: contactId } = await aCollectedBorrower(api);
    await setClock(api, monday);
    const said = { kind: 'inconvenient', daysOfWeek: [1] };
    const { id } = await api.made(`${path}/contact-preferences`, said);
    const tuesday = '2026-09-15T16:00:00Z';
    const results = async () => [
      (await ask(path, { contactId })).result,
      (await ask(path, { contactId, at: tuesday })).result,
    ];
    assert.deepEqual(await results(), [false, true]);
    assert.equal((await ask(path, { contactId })).nextAllowedAt, instant('2026-09-15T12:00:00'));
    await api.made(`${path}/contact-preferences/${id}/withdraw`, {});
    assert.deepEqual(await results(), [true, true]);
  });

  test('not at a number of which they have said so', async () => {
    const { path, phoneId: contactId } = await aCollectedBorrower(api);
    const work = aPhone({ value: '+13175550166', status: 'additional', affiliation: 'self', label: 'personal' });
    const { id: other } = await api.made(`${path}/contacts`, work);
    await api.made(`${path}/contact-preferences`, { kind: 'inconvenient', contactId: other, inWriting: true });
    assert.ok(blocking(await ask(path, { contactId: other })).includes('FED-MEDIUM'));
    assert.deepEqual(blocking(await ask(path, { contactId })), []);
  });

  test('by the creditor where only a collector may not', async () => {
    const { path, phoneId: contactId } = await aCollectedBorrower(api, { byAgency: false });
    const early = await ask(path, { contactId, at: '2026-09-14T10:00:00Z' });
    assert.deepEqual([early.party, early.result], ['creditor', true]);
  });
});
