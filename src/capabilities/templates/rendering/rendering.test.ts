// Texts are chosen and rendered for callers: as text, HTML and PDF, into a document, with a draft, strictly.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { whole } from '#app/capabilities.ts';
import { backgroundReads } from '#platform/http/background-reads.ts';
import { idIn } from '../../../../tests/support/agreement.ts';
import { type Answer, type Client, useHouse } from '../../../../tests/support/house.ts';
import { refused } from '../../../../tests/support/refusals.ts';
import { aRoundLoan } from '../../../../tests/support/round-loan.ts';
import { paperOfSubject } from './pdf.ts';

const descriptors = '/communicator/templatedescriptors';
const render = '/communicator/render';

describe('rendering', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let personId: string;
  let loanId: string;
  let loanTypeId: string;
  before(async () => {
    api = (await aCompany()).test;
    const loan = await aRoundLoan(api);
    personId = loan.personId;
    loanId = idIn(loan.path);
    loanTypeId = (await api.get(loan.path)).body.data.loanTypeId;
  });

  async function aText(about: object, texts: object, isPublished = true) {
    const { body: descriptor } = await api.post(descriptors, about);
    const { body: version } = await api.post('/communicator/templates', { descriptorId: descriptor.id, ...texts });
    assert.ok(version.id, JSON.stringify([descriptor, version]));
    if (!isPublished) return { descriptor, version };
    const published = await api.put(`${descriptors}/${descriptor.id}`, { activeVersionId: version.id });
    assert.equal(published.status, 200, JSON.stringify(published.body));
    return { descriptor, version };
  }
  const text = (contentTextTemplate: string) => ({ subjectLineTemplate: 'S', contentTextTemplate });
  const shown = async (asked: object, path = render) => {
    const answer = await house().app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
      payload: JSON.stringify(asked),
    });
    return {
      status: answer.statusCode,
      type: String(answer.headers['content-type']),
      bytes: answer.rawPayload,
      text: answer.body,
    };
  };

  test('a paper is made by the text for documents, or else by the letter, each as the loan type has it', async () => {
    const channels = ['document', 'mail'] as const;
    const own = async (subject: string, channel: (typeof channels)[number], more: object = {}) =>
      (await aText({ subject, channel, ...more }, text('A paper'))).version.id;
    const { database, vault, clock } = house().service;
    const service = { name: 'a test', permissions: whole.permissions, timezone: 'America/New_York' };
    const ctx = backgroundReads({ reader: database.reader(api.realm), vault, clock }, service);
    const made = async (subject: string, ofLoan: string | null) =>
      (await paperOfSubject(whole, ctx, { subject, personId, loanId: ofLoan, caseId: null })).templateVersionId;

    const letter = await own('custom8', 'mail');
    assert.deepEqual([await made('custom8', loanId), await made('custom8', null)], [letter, letter]);
    const document = await own('custom8', 'document', { productId: loanTypeId });
    assert.deepEqual([await made('custom8', loanId), await made('custom8', null)], [document, letter]);
    const only = await own('custom9', 'mail', { productId: loanTypeId });
    assert.equal(await made('custom9', loanId), only);
    await assert.rejects(made('custom9', null), /no text for custom9 by document or mail/);
    const off = { subject: 'custom9', channel: 'document', productId: loanTypeId, enabled: false };
    assert.ok((await api.post(descriptors, off)).status < 300);
    await assert.rejects(made('custom9', loanId), /no text for custom9/, 'what is disabled is not made as a letter');
  });

  test('objects are what their reads answer, with amounts as texts; what the caller gives comes beside them', async () => {
    await aText(
      { subject: 'custom1', channel: 'text' },
      text(
        '{{ person.id }} {{ loan.id }} {{ loans | length }} {{ company.brandName }} {{ word }} {{ amount | money }} [{{ nothing }}]',
      ),
    );
    const asked = { subject: 'custom1', channel: 'text', personId, loanId, context: { word: '<b>', amount: '3.5' } };
    const { status, type, text: said } = await shown(asked);
    assert.equal(status, 200, said);
    assert.equal(type, 'text/plain; charset=utf-8');
    const { name } = (await api.get('/companies/current')).body.data;
    assert.equal(said, `${personId} ${loanId} 1 ${name} <b> $3.50 []`);
  });

  test('HTML escapes what it prints; text, HTML and PDF are asked for in both forms', async () => {
    await aText(
      { subject: 'custom2', channel: 'email' },
      { subjectLineTemplate: 'S', contentTextTemplate: 'T {{ x }}', contentHtmlTemplate: '<p>H {{ x }}</p>' },
    );
    const asked = { subject: 'custom2', context: { x: '<script>1</script>' } };
    const html = await shown(asked);
    assert.equal(html.text, '<p>H &lt;script&gt;1&lt;&#x2f;script&gt;</p>');
    assert.equal(html.type, 'text/html; charset=utf-8');
    assert.equal((await shown(asked, `${render}?fmt=text`)).text, 'T <script>1</script>');
    assert.equal((await shown({ ...asked, fmt: 'text' })).text, 'T <script>1</script>');
    const pdf = await shown({ ...asked, format: 'pdf' });
    assert.equal(pdf.type, 'application/pdf', pdf.text.slice(0, 200));
    assert.equal(pdf.bytes.subarray(0, 5).toString(), '%PDF-');
  });

  test('the text for the loan type comes first, then that of the company, then the shipped one; in each the language', async () => {
    const subject = 'loanOverdueFirstNotice';
    const asked = { subject, channel: 'text', personId, loanId, context: { daysOverdue: 3, overdueAmount: '5.00' } };
    const said = async (more: object = {}) => (await shown({ ...asked, ...more })).text;
    const shipped = await said();
    const inSpanish = await said({ language: 'es' });
    assert.notEqual(shipped, inSpanish);
    const own = await aText({ subject, channel: 'text' }, text('own'));
    assert.equal(await said(), 'own');
    assert.equal(await said({ language: 'es' }), 'own', 'Spanish falls back to English before what is shipped');
    await aText({ subject, channel: 'text', productId: loanTypeId }, text('of the type'));
    assert.equal(await said(), 'of the type');
    await aText({ subject, channel: 'text', productId: loanTypeId, language: 'es' }, text('del tipo'));
    await api.put(`/people/${personId}`, { commPreferences: { language: 'es' } });
    assert.equal(await said(), 'del tipo', 'in the language of the borrower');
    await api.put(`/people/${personId}`, { commPreferences: { language: null } });
    assert.equal(await said({ loanId: null }), 'own');
    await api.put(`${descriptors}/${own.descriptor.id}`, { enabled: false });
    const disabled = await api.post(render, { ...asked, loanId: null });
    refused(disabled, 404, 'TemplateMissing', 'subject');
  });

  test('a draft is tried out with a real loan by who may read templates', async () => {
    const { version } = await aText({ subject: 'custom3', channel: 'text' }, text('draft of {{ loan.id }}'), false);
    const asked = { subject: 'custom3', channel: 'text', personId, loanId };
    refused(await api.post(render, asked), 404, 'TemplateMissing', 'subject');
    assert.equal((await shown({ ...asked, templateVersionId: version.id })).text, `draft of ${loanId}`);
    const other = { ...asked, subject: 'custom4', templateVersionId: version.id };
    refused(await api.post(render, other), 400, 'InvalidRequest', 'templateVersionId');
    await api.put(`/communicator/templates/${version.id}`, { contentTextTemplate: 'changed' });
    assert.equal((await shown({ ...asked, templateVersionId: version.id })).text, 'changed');
  });

  test('strictly, a variable without a value is refused by its name', async () => {
    await aText(
      { subject: 'custom5', channel: 'text' },
      text('Hi\n{{ nickname }}{% if nick and nick.x %}{{ nick.x }}{% endif %}'),
    );
    const asked = { subject: 'custom5', channel: 'text' };
    assert.equal((await shown(asked)).text, 'Hi\n');
    const answer = await api.post(render, { ...asked, strict: true });
    refused(answer, 422, 'TemplateNotRendered', 'context.nickname');
    const { reason, line, column, name } = answer.body.data;
    assert.deepEqual([reason, line, column, name], ['undefined', 2, 4, 'nickname']);
    assert.equal((await shown({ ...asked, strict: true, context: { nickname: 'A', nick: null } })).text, 'Hi\nA');
  });

  test('what is too much is refused', async () => {
    await aText(
      { subject: 'custom6', channel: 'text' },
      text('{% for a in list %}{% for b in list %}{{ big }}{% endfor %}{% endfor %}'),
    );
    const asked = { subject: 'custom6', channel: 'text' };
    const reason = async (context: object) => (await api.post(render, { ...asked, context })).body.data.reason;
    assert.equal(await reason({ list: [...'x'.repeat(100)], big: 'x'.repeat(1_000) }), 'tooLarge');
    assert.equal(await reason({ list: [...'x'.repeat(2_000)], big: '' }), 'tooSlow');
    assert.equal(await reason({ big: 'x'.repeat(200_001) }), 'tooLarge');
    let deep: object = {};
    for (let i = 0; i < 11; i += 1) deep = { deep };
    assert.equal(await reason(deep), 'tooLarge');
  });

  test('what the caller may not read cannot come into a text', async () => {
    await aText({ subject: 'custom7', channel: 'text' }, text('{{ loan.id }}'));
    const key = async (...permissions: string[]) =>
      house().client((await api.made('/keys', { name: 'k', permissions })).key, api.realm);
    const asked = { subject: 'custom7', channel: 'text', personId, loanId };
    const forbidden = await (await key('communicator:render')).post(render, asked);
    assert.deepEqual([forbidden.status, forbidden.body.data.permission], [403, 'loan:read']);
    assert.equal((await (await key('communicator:render', 'loan:read')).post(render, asked)).status, 200);
    const { id: other } = await api.made('/people', {
      borrowerType: 'person',
      name: { firstName: 'A', lastName: 'B' },
    });
    refused(await api.post(render, { ...asked, personId: other }), 404, 'NotFound', 'loanId');
    refused(await api.post(render, { ...asked, personId: null }), 400, 'InvalidRequest', 'loanId');
    refused(await api.post(render, { ...asked, companyId: 'CP-AAAA-AAAA' }), 400, 'InvalidRequest', 'companyId');
  });

  test('a document gets its content from a text, as a draft or a new one', async () => {
    const texts = { contentHtmlTemplate: '<h1>Autopay</h1><p>Of {{ loan.id }}, by {{ lenderName }}</p>' };
    const { version } = await aText({ subject: 'autopayAgreement', channel: 'document' }, texts);
    const documents = `/people/${personId}/documents`;
    const { body: draft } = await api.post(documents, { type: 'loanAutopayAgreement', status: 'draft', loanId });
    const asked = { subject: 'autopayAgreement', channel: 'document', format: 'pdf', personId, loanId };
    const filled = await api.post('/communicator/render-to-document', {
      ...asked,
      documentId: draft.id,
      context: { lenderName: 'Acme' },
    });
    assert.equal(filled.status, 200, JSON.stringify(filled.body));
    const { id, contentType, templateVersionId, autogenerated } = filled.body;
    assert.deepEqual(
      [id, contentType, templateVersionId, autogenerated],
      [draft.id, 'application/pdf', version.id, true],
    );
    await api.put(`${documents}/${draft.id}`, { status: 'accepted' });
    const again = await api.post('/communicator/render-to-document', { ...asked, documentId: draft.id });
    assert.equal(again.body.errorType, 'ContentIsFinal');
    const made = await api.post('/communicator/render-to-document', asked);
    assert.deepEqual(
      [made.status, made.body.type, made.body.loanId, made.body.status],
      [200, 'other', loanId, 'draft'],
    );
    const strange = await api.post('/communicator/render-to-document', { ...asked, documentId: 'DD-AAAA-AAAA' });
    assert.equal(strange.status, 404);
  });

  test('a document that is described with a version has its content at once, for whoever may render and read', async () => {
    const { version } = await aText({ subject: 'custom8', channel: 'document' }, text('Of {{ loan.id }}'), false);
    const documents = `/people/${personId}/documents`;
    const described = { type: 'other', loanId, templateVersionId: version.id };
    const made = await api.post(documents, described);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.deepEqual([made.body.contentType, made.body.templateVersionId], ['application/pdf', version.id]);
    const content = await api.get(`${documents}/${made.body.id}/content`);
    assert.equal(content.status, 200);
    refused(
      await api.post(documents, { ...described, templateVersionId: 'TV-AAAA-AAAA' }),
      404,
      'NotFound',
      'templateVersionId',
    );
    assert.equal((await api.post(documents, { ...described, templateVersionId: '12' })).body.contentType, null);
    const permissions = ['document.descriptor:create', 'communicator.template:read', 'loan:read'];
    const { key } = await api.made('/keys', { name: 'k', permissions });
    const forbidden = await house().client(key, api.realm).post(documents, described);
    assert.deepEqual([forbidden.status, forbidden.body.data.permission], [403, 'communicator:render']);
  });

  test('a free email is shown with the layout around it, and its HTML is held to the rules', async () => {
    const asked = { subjectLine: 'A question', text: 'Dear {{ person.name.firstName }}, a <b>', personId };
    const { status, text: page } = await shown(asked, '/communicator/preview');
    assert.equal(status, 200, page);
    const { firstName } = (await api.get(`/people/${personId}`)).body.data.name;
    assert.match(page, new RegExp(`Dear ${firstName}, a &lt;b&gt;`));
    const preview = (body: object): Promise<Answer> => api.post('/communicator/preview', body);
    refused(await preview({ html: '<script>1</script>' }), 400, 'InvalidRequest', 'html');
    refused(await preview({}), 400, 'InvalidRequest', 'text');
  });
});
