// A company writes the texts of its messages: they are checked, published, changed and taken back.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused } from '../../../tests/support/refusals.ts';
import { aKeyByHand } from '../../../tests/support/reimbursed.ts';

const descriptors = '/communicator/templatedescriptors';
const versions = '/communicator/templates';

describe('templates of a company', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const bare = async (asked: Promise<Answer>, status = 201): Promise<Answer['body']> => {
    const answer = await asked;
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    return answer.body;
  };
  let count = 0;
  const aDescriptor = (more: object = {}, by = api) =>
    bare(by.post(descriptors, { subject: `custom${++count}`, channel: 'email', ...more }));
  const aVersion = (descriptorId: string, more: object = {}, by = api) =>
    bare(by.post(versions, { descriptorId, subjectLineTemplate: 'Hello', contentTextTemplate: 'Dear you', ...more }));
  const publish = (descriptorId: string, activeVersionId: string | null, by = api) =>
    by.put(`${descriptors}/${descriptorId}`, { activeVersionId });

  test('a text is drafted, published, changed and taken back', async () => {
    const { id } = await aDescriptor({ name: 'Greeting' });
    const first = await aVersion(id);
    assert.deepEqual([first.publishedAt, first.deprecatedAt, first.warnings], [null, null, []]);
    const draft = await bare(api.put(`${versions}/${first.id}`, { contentTextTemplate: 'Dear all' }), 200);
    assert.deepEqual([draft.id, draft.contentTextTemplate, draft.subjectLineTemplate], [first.id, 'Dear all', 'Hello']);
    assert.equal((await bare(publish(id, first.id), 200)).activeVersionId, first.id);

    const second = await bare(api.put(`${versions}/${first.id}`, { contentTextTemplate: 'Dear both' }), 200);
    assert.notEqual(second.id, first.id, 'what was sent stays as it was');
    assert.notEqual(second.publishedAt, null);
    assert.equal((await bare(api.get(`${descriptors}/${id}`), 200)).activeVersionId, second.id);
    const old = await bare(api.get(`${versions}/${first.id}`), 200);
    assert.equal(old.contentTextTemplate, 'Dear all');
    assert.notEqual(old.deprecatedAt, null);
    assert.equal(
      (await bare(api.put(`${versions}/${second.id}`, second), 200)).id,
      second.id,
      'sent as it is: nothing',
    );

    assert.equal((await bare(publish(id, first.id), 200)).activeVersionId, first.id, 'an earlier one comes back');
    assert.equal((await bare(publish(id, null), 200)).activeVersionId, null);
    const all = await bare(api.get(`${descriptors}/${id}/templates`), 200);
    assert.deepEqual(
      all.map((one: { id: string }) => one.id),
      [second.id, first.id],
    );
  });

  test('lists are bare, and in the envelope below /v2; earlier versions of the interface show a status', async () => {
    const { id } = await aDescriptor();
    const { id: versionId } = await aVersion(id);
    const list = await bare(api.get(`${versions}?limit=2`), 200);
    assert.ok(Array.isArray(list));
    const { data, total } = (await api.get(`/v2${versions}?limit=2`)).body;
    assert.deepEqual(data, list, 'an earlier version has the status in both');
    assert.equal(list[0].status, 'draft');
    assert.ok(total >= 2);
    assert.ok(Array.isArray(await bare(api.get(`${descriptors}?limit=1`), 200)));
    const shown = async (version: string) =>
      (await api.call('GET', `${versions}/${versionId}`, { headers: { 'api-version': version } })).body;
    assert.equal((await shown('2023-11-29')).status, 'draft');
    assert.equal('status' in (await shown('2025-03-26')), false);
    await publish(id, versionId);
    assert.equal((await shown('2023-11-29')).status, 'active');
    await publish(id, null);
    assert.equal((await shown('2018-01-01')).status, 'deprecated');
  });

  test('a message has one descriptor, and what says which message it is stays', async () => {
    const one = { subject: 'paymentReceived', channel: 'text', language: 'es' };
    const { id } = await aDescriptor(one);
    refused(await api.post(descriptors, one), 409, 'TemplateDescriptorTaken', 'subject');
    refused(await api.put(`${descriptors}/${id}`, { language: 'en' }), 400, 'InvalidRequest', 'language');
    assert.equal((await api.put(`${descriptors}/${id}`, { ...one, name: 'X' })).body.name, 'X');
    refused(await api.post(descriptors, { subject: 'Not camel', channel: 'text' }), 400, 'InvalidRequest', 'subject');
    refused(await api.post(descriptors, { subject: 'x1', channel: 'fax' }), 400, 'InvalidRequest', 'channel');
    const { subject } = await aDescriptor({ subject: 'locStatementGenerated', channel: 'mail' });
    assert.equal(subject, 'statementGenerated', 'older words are the newer ones');
  });

  test('what is wrong is refused with line and column', async () => {
    const { id: descriptorId } = await aDescriptor();
    const wrong = async (sent: object, path: string, message: RegExp) => {
      const answer = await api.post(versions, { descriptorId, ...sent });
      refused(answer, 400, 'InvalidRequest', path);
      assert.match(answer.body.message, message);
    };
    const text = (contentTextTemplate: string) => ({ contentTextTemplate });
    const html = (contentHtmlTemplate: string) => ({ contentHtmlTemplate });
    await wrong(text('Dear\n  {% if %}'), 'contentTextTemplate', /line 2, column 9: syntax error/);
    await wrong(text('{{ a | nope }}'), 'contentTextTemplate', /line 1, column 8: there is no filter nope/);
    await wrong(text('{{ a is nope }}'), 'contentTextTemplate', /there is no test nope/);
    await wrong(text('{{ nope() }}'), 'contentTextTemplate', /there is no function nope/);
    await wrong(text('{{ "a".upper() }}'), 'contentTextTemplate', /there is no function .upper/);
    await wrong(text('{% include "x" %}'), 'contentTextTemplate', /include is not taken/);
    await wrong(
      html('<p>\n<a href="{{ u }}">x</a>'),
      'contentHtmlTemplate',
      /line 2, column 4: href may lead anywhere/,
    );
    await wrong(html('<script>1</script>'), 'contentHtmlTemplate', /<script> is not taken/);
    await wrong(html('<p onclick="x()">'), 'contentHtmlTemplate', /onclick is not taken/);
    await wrong(html('<img src="https://x.example/a.png">'), 'contentHtmlTemplate', /fetched from elsewhere/);
    await wrong(text('x'.repeat(200_001)), 'contentTextTemplate', /200000|200,000/);
    const half = 'x'.repeat(100_001);
    await wrong({ ...text(half), ...html(half) }, 'contentTextTemplate', /200002 characters/);
    refused(await api.post(versions, { descriptorId: 'TD-AAAA-AAAA' }), 404, 'NotFound', 'descriptorId');
  });

  test('a picture from elsewhere needs the setting, also when it is published', async () => {
    const { id } = await aDescriptor();
    await api.put('/companies/current', { communication: { allowsRemoteImages: true } });
    const version = await aVersion(id, { contentHtmlTemplate: '<img src="https://x.example/a.png" alt="A">' });
    await api.put('/companies/current', { communication: null });
    refused(await publish(id, version.id), 400, 'InvalidRequest', 'contentHtmlTemplate');
  });

  test('a variable that nobody knows is warned of, with the one that was meant', async () => {
    const { id: descriptorId } = await aDescriptor({ subject: 'loanOverdueFirstNotice' });
    const contentTextTemplate = 'You owe {{ loan.balences }},\n{{ daysOverdu }} days, {{ person.name.firstName }}';
    const { warnings, id } = await aVersion(descriptorId, { contentTextTemplate });
    assert.deepEqual(
      warnings.map(({ path, line, column, name }: Record<string, unknown>) => [path, line, column, name]),
      [
        ['contentTextTemplate', 1, 12, 'loan.balences'],
        ['contentTextTemplate', 2, 4, 'daysOverdu'],
      ],
    );
    assert.match(warnings[1].message, /did you mean `daysOverdue`\?/);
    const kept = await bare(api.put(`${versions}/${id}`, { subjectLineTemplate: '{{ nobody }}' }), 200);
    assert.deepEqual(
      kept.warnings.map(({ name }: { name: string }) => name),
      ['loan.balences', 'daysOverdu', 'nobody'],
      'those of parts that were not sent stay',
    );
  });

  test('only what its channel can show is published, and only by whoever may', async () => {
    const email = await aDescriptor();
    const bodiless = await aVersion(email.id, { contentTextTemplate: null });
    refused(await publish(email.id, bodiless.id), 400, 'InvalidRequest', 'activeVersionId');
    const other = await aDescriptor();
    const good = await aVersion(other.id);
    refused(await publish(email.id, good.id), 400, 'InvalidRequest', 'activeVersionId');
    refused(await publish(email.id, 'TV-AAAA-AAAA'), 404, 'NotFound', 'activeVersionId');

    const { key } = await api.made('/keys', {
      name: 'writer',
      permissions: ['create', 'update', 'read', 'list'].map((one) => `communicator.template:${one}`),
    });
    const writer = house().client(key, api.realm);
    const forbidden = await publish(other.id, good.id, writer);
    assert.deepEqual([forbidden.status, forbidden.body.data.permission], [403, 'communicator.template:activate']);
    assert.equal((await writer.put(`${descriptors}/${other.id}`, { enabled: false })).status, 403);
    const disabled = { subject: 'downpaymentFailed', channel: 'email', enabled: false };
    assert.equal((await writer.post(descriptors, disabled)).status, 403, 'nor begins with one that is not sent');
    assert.equal((await publish(other.id, good.id)).status, 200);
    const changed = await bare(writer.put(`${versions}/${good.id}`, { contentTextTemplate: 'Other' }), 200);
    assert.equal(changed.publishedAt, null, 'the change of somebody who may not publish waits');
    assert.equal((await bare(api.get(`${descriptors}/${other.id}`), 200)).activeVersionId, good.id);
  });

  test('where a company wants it, another person publishes', async () => {
    const own = (await aCompany()).test;
    await own.put('/companies/current', { communication: { publishBySecondPerson: true } });
    const { id } = await aDescriptor({}, own);
    const first = await aVersion(id, {}, own);
    refused(await publish(id, first.id, own), 403, 'SecondPersonNeeded', 'activeVersionId');
    const straw = house().client((await own.made('/keys', { name: 'straw', permissions: null })).key, own.realm);
    refused(await publish(id, first.id, straw), 403, 'SecondPersonNeeded', 'activeVersionId');
    const second = await aKeyByHand(house(), own);
    assert.equal((await publish(id, first.id, second)).status, 200);
    const changed = await bare(own.put(`${versions}/${first.id}`, { contentTextTemplate: 'Other' }), 200);
    assert.equal(changed.publishedAt, null, 'a change of what is active waits for the second person');
    // Whoever adds a word to a draft has written it too.
    await bare(second.put(`${versions}/${changed.id}`, { contentTextTemplate: 'Others' }), 200);
    refused(await publish(id, changed.id, second), 403, 'SecondPersonNeeded', 'activeVersionId');
    assert.equal((await publish(id, changed.id, await aKeyByHand(house(), own))).status, 200);
    // What somebody else changes of a published text still has words of those who wrote it.
    const third = await aKeyByHand(house(), own);
    const subjectLine = await bare(third.put(`${versions}/${changed.id}`, { subjectLineTemplate: 'News' }), 200);
    for (const writer of [own, second, third])
      refused(await publish(id, subjectLine.id, writer), 403, 'SecondPersonNeeded', 'activeVersionId');
    assert.equal((await publish(id, subjectLine.id, await aKeyByHand(house(), own))).status, 200);
  });

  test('sensitive texts never stand in a list', async () => {
    const { id, sensitive } = await aDescriptor({ subject: 'confirmationCode', channel: 'text' });
    assert.equal(sensitive, true, 'as the subject is');
    const version = await aVersion(id, { contentTextTemplate: 'Your code: {{ code }}' });
    for (const path of [versions, `${descriptors}/${id}/templates`]) {
      const found = (await bare(api.get(path), 200)).find((one: { id: string }) => one.id === version.id);
      assert.equal(found.contentTextTemplate, null);
    }
    assert.equal((await bare(api.get(`${versions}/${version.id}`), 200)).contentTextTemplate, 'Your code: {{ code }}');
  });
});
