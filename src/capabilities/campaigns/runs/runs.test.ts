// Runs of campaigns: the whole answer is there before anything follows from it, each borrower is written to once, and what
// is left out is named.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aReader } from '../../../../tests/support/a-reader.ts';
import type { CollectedBorrower } from '../../../../tests/support/collected-borrower.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { aRedash, redashKey } from '../../../../tests/support/redash.ts';
import { refused, refusedAt } from '../../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../../tests/support/test-clock.ts';

type Shown = Answer['body'];

const noon = '2026-09-14T16:00:00Z';
const redash = await aRedash();
let queries = 0;

describe('a run of a campaign', () => {
  const { house, aCompany } = useHouse({ webhookDevHosts: [redash.host] });
  let api: Client;
  let readers: readonly CollectedBorrower[];
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, noon);
    readers = await Promise.all(Array.from({ length: 3 }, () => aReader(api)));
  });

  async function aCampaign(lines: readonly string[], more: object = {}): Promise<string> {
    queries += 1;
    redash.says(queries, [lines.map((line) => `${line}\r\n`).join('')]);
    const question = { redashQueryUrl: redash.urlOf(queries), redashApiKey: redashKey };
    return (await api.made('/campaigns', { ...question, ...more })).id;
  }

  let minutes = 0;
  /** No campaign has two runs of one moment. */
  async function started(campaign: string): Promise<string> {
    minutes += 1;
    await setClock(api, `2026-09-14T16:${String(minutes).padStart(2, '0')}:00Z`);
    return (await api.made(`/campaigns/${campaign}/runs`, {})).id;
  }
  const read = async (campaign: string, run: string): Promise<Shown> =>
    (await api.get(`/campaigns/${campaign}/runs/${run}`)).body.data;
  const ended = (campaign: string, run: string): Promise<Shown> =>
    eventually('the run has ended', async () => {
      const found = await read(campaign, run);
      return !['initiated', 'running'].includes(found.state) && found;
    });
  const ran = async (campaign: string): Promise<Shown> => ended(campaign, await started(campaign));

  test('makes a file of the borrowers of the answer, and names what it leaves out', async () => {
    const [one, other] = readers as [CollectedBorrower, CollectedBorrower];
    const { id: named } = await api.made('/people', aPerson({ externalId: 'loan-7' }));
    const stranger = (await (await aCompany()).test.made('/people', aPerson())).id;
    const lines = [one.personId, other.personId, one.personId, '', stranger, '17', 'ext-loan-7'];
    const campaign = await aCampaign(['id', ...lines.map((line) => line || '""')]);
    const run = await ran(campaign);
    assert.deepEqual([run.state, run.errorMessage, run.numBorrowers, run.numExported], ['succeeded', null, 3, 3]);
    assert.deepEqual(run.skipped, { noId: 1, unknown: 2, duplicate: 1, wrongValue: 0 });
    assert.deepEqual(
      run.skippedLines.map(({ line, reason }: Shown) => [line, reason]),
      [
        [3, 'duplicate'],
        [4, 'noId'],
        [5, 'unknown'],
        [6, 'unknown'],
      ],
    );
    const file = await api.get(`/campaigns/${campaign}/runs/${run.id}/download`);
    assert.equal(file.body, `id\r\n${one.personId}\r\n${other.personId}\r\n${named}\r\n`);
    const { url } = (await api.get(`/campaigns/${campaign}/runs/${run.id}/download?returnUrl=true`)).body;
    assert.match(url, /\/api\/campaign-files\//);
    const listed = (await api.get(`/companies/current/campaigns/${campaign}/runs`)).body;
    assert.deepEqual([listed.data.length, listed.data[0].id], [1, run.id]);
  });

  test('makes a list for a dialler: the contacts that fit, in columns of its own, with nothing that a spreadsheet runs', async () => {
    const [one] = readers as [CollectedBorrower];
    const { id: contactExporterId } = await api.made('/campaign-workers/contact-exporters', {
      contactMatchingCriteria: { contactType: ['phone'], affiliation: ['self'] },
      columnSettings: [
        { field: 'borrower.id', outputName: 'id' },
        { field: 'contact.value', outputName: 'phone' },
        { field: 'contact.value', outputName: 'last four', mask: 'lastFour' },
        { field: 'answer.note' },
        { field: 'loan.id' },
      ],
    });
    const campaign = await aCampaign(['id,note', `${one.personId},"=1+1,""x"""`], { contactExporterId });
    const run = await ran(campaign);
    const { body } = await api.get(`/campaigns/${campaign}/runs/${run.id}/download`);
    const line = `${one.personId},+13175550100,0100,"'=1+1,""x""",${one.loanId}\r\n`;
    assert.equal(body, `id,phone,last four,answer.note,loan.id\r\n${line}`);
    const lacking = await aCampaign(['id', one.personId], { contactExporterId });
    const failed = await ran(lacking);
    assert.deepEqual([failed.state, failed.numBorrowers], ['failed', null]);
    assert.match(failed.errorMessage, /names the column note, which the answer lacks: it has the columns id/);
  });

  test('leaves out whom the rules of contact do not allow at noon of the company', async () => {
    const [one, other] = readers as [CollectedBorrower, CollectedBorrower];
    const { id: contactExporterId } = await api.made('/campaign-workers/contact-exporters', {
      contactMatchingCriteria: { contactType: ['phone'] },
      columnSettings: [{ field: 'borrower.id' }, { field: 'contact.id' }],
      checkCompliance: { channel: 'voice', theme: 'opsCollDebt' },
    });
    const blocked = await api.made(`${other.path}/cases`, { caseType: 'generic', name: 'Ceased' });
    await api.made(`${other.path}/cases/${blocked.id}/do-not-interacts`, {});
    const campaign = await aCampaign(['id', one.personId, other.personId], { contactExporterId });
    await setClock(api, '2026-09-15T03:00:00Z');
    const { id } = await api.made(`/campaigns/${campaign}/runs`, {});
    const run = await ended(campaign, id);
    assert.deepEqual([run.numExported, run.numBlocked], [1, 1], JSON.stringify(run));
  });

  test('asks the rules as for a solicitation where the list is for one', async () => {
    const [one] = readers as [CollectedBorrower];
    const listed = async (more: object): Promise<[number, number]> => {
      const { id: contactExporterId } = await api.made('/campaign-workers/contact-exporters', {
        contactMatchingCriteria: { contactType: ['phone'] },
        columnSettings: [{ field: 'contact.id' }],
        checkCompliance: { channel: 'text', ...more },
      });
      const run = await ran(await aCampaign(['id', one.personId], { contactExporterId }));
      return [run.numExported, run.numBlocked];
    };
    assert.deepEqual(await listed({ subject: 'paymentDueDateReminder' }), [1, 0]);
    assert.deepEqual(await listed({ subject: 'autopayEnableReminder' }), [0, 1]);
    assert.deepEqual(await listed({ theme: 'opsServicing', isTransactional: false }), [0, 1]);
    refusedAt(
      await api.post('/campaign-workers/contact-exporters', {
        contactMatchingCriteria: {},
        columnSettings: [{ field: 'contact.id' }],
        checkCompliance: { channel: 'text', subject: 'autopayEnableReminder', isTransactional: true },
      }),
      'checkCompliance.isTransactional',
    );
  });

  test('writes to each borrower once, strictly, and ends with the last message', async () => {
    const { id: bulkSenderId } = await api.made('/campaign-workers/bulk-senders', {
      interactionSubject: 'paymentDueDateReminder',
      channel: 'email',
    });
    const [one, , three] = readers as [CollectedBorrower, CollectedBorrower, CollectedBorrower];
    const of = ({ personId, loanId }: CollectedBorrower, rest: string) => `${personId},${loanId},${rest}`;
    const lines = [
      'borrowerid,loanid,paymentAmount,paymentDueDate,context',
      of(one, '150.00,2026-10-15,'),
      of(one, '151.00,2026-10-15,'),
      of(three, ',,"{""paymentAmount"":""99.00"",""paymentDueDate"":""2026-10-15""}"'),
      of(three, ',,no json').replace(three.loanId, ''),
    ];
    const campaign = await aCampaign(lines, { bulkSenderId });
    const run = await ran(campaign);
    assert.deepEqual([run.state, run.errorMessage, run.numSent, run.numFailed], ['succeeded', null, 2, 0]);
    assert.deepEqual([run.skipped.duplicate, run.skipped.wrongValue, run.skippedLines[1].column], [1, 1, 'context']);
    const [sending] = run.bulkSendingIds;
    const rows = (await api.get(`/communicator/bulk-sendings/${sending}/rows`)).body.data;
    assert.equal(rows.length, 2);
    const { text } = (await api.get(`/communicator/messages/${rows[1].messageId}`)).body.data;
    assert.match(text, /150\.00/);
  });

  test('that the guard empties sends nothing, and says so', async () => {
    const { id: bulkSenderId } = await api.made('/campaign-workers/bulk-senders', {
      interactionSubject: 'paymentDueDateReminder',
      channel: 'email',
    });
    const quiet = await aReader(api);
    const ceased = await api.made(`${quiet.path}/cases`, { caseType: 'generic', name: 'Ceased' });
    await api.made(`${quiet.path}/cases/${ceased.id}/do-not-interacts`, {});
    const lines = ['borrowerId,paymentAmount,paymentDueDate', `${quiet.personId},1.00,2026-10-15`];
    const campaign = await aCampaign(lines, { bulkSenderId });
    const shown = (await api.made(`/campaigns/${campaign}/preview`, {})) as Shown;
    assert.deepEqual([shown.judgedLines, shown.goesOut, shown.dropped, shown.messages.length], [1, 0, 1, 1]);
    const run = await ran(campaign);
    assert.deepEqual([run.state, run.numSent, run.numFailed], ['succeeded', 0, 1]);
  });

  test('is one at a time and one of a moment, is paused with its sending, goes on, and is canceled', async () => {
    const { id: bulkSenderId } = await api.made('/campaign-workers/bulk-senders', {
      interactionSubject: 'freeForm',
      theme: 'opsServicing',
      channel: 'email',
      pacePerMinute: 1,
    });
    const lines = ['borrowerId,body', ...readers.map(({ personId }) => `${personId},Hello`)];
    const campaign = await aCampaign(lines, { bulkSenderId });
    const runId = await started(campaign);
    const [sending] = await eventually('it sends', async () => {
      const { bulkSendingIds } = await read(campaign, runId);
      return bulkSendingIds.length > 0 && bulkSendingIds;
    });
    refused(await api.post(`/campaigns/${campaign}/runs`, {}), 409, 'CampaignRunning', 'borrowerCampaignId');
    const bulk = `/communicator/bulk-sendings/${sending}`;
    await eventually('the first is made', async () => (await api.get(bulk)).body.data.goesOnAt !== null);
    assert.equal((await api.put(bulk, { state: 'paused' })).status, 200);
    assert.equal((await read(campaign, runId)).state, 'running');
    assert.equal((await api.put(bulk, { state: 'running' })).status, 200);
    const path = `/campaigns/${campaign}/runs/${runId}`;
    assert.equal((await api.put(path, { state: 'canceled' })).body.data.state, 'canceled');
    assert.equal((await api.get(bulk)).body.data.state, 'canceled');
    refusedAt(await api.put(path, { state: 'running' }), 'state');
    assert.equal((await api.put(path, { state: 'canceled' })).body.data.state, 'canceled');
  });

  test('whose question fails half-way, or is none, writes to nobody and says why', async () => {
    const { id: bulkSenderId } = await api.made('/campaign-workers/bulk-senders', {
      interactionSubject: 'paymentDueDateReminder',
      channel: 'email',
    });
    const [one] = readers as [CollectedBorrower];
    const campaign = await aCampaign([], { bulkSenderId });
    redash.says(queries, [`borrowerId\r\n${one.personId}\r\n`], { breaksOff: true });
    const broken = await ran(campaign);
    assert.deepEqual([broken.state, broken.bulkSendingIds], ['failed', []]);
    assert.match(broken.errorMessage, /was not reached/);
    redash.says(queries, ['name\r\nAda\r\n']);
    const strange = await ran(campaign);
    assert.match(strange.errorMessage, /no column borrowerId: it has the columns name/);
    redash.says(queries, [`borrowerId\r\n"${one.personId}\r\n`]);
    assert.match((await ran(campaign)).errorMessage, /Line 2 ends inside of quotes/);
    redash.says(queries, [`borrowerId,body\r\n${one.personId},Hello\r\n${one.personId}\r\n`]);
    assert.match((await ran(campaign)).errorMessage, /The first line has 2 fields, and line 3 has 1/);
    assert.equal(
      (await api.get(`/communicator/messages?subject=paymentDueDateReminder&personId=${one.personId}`)).status,
      200,
    );
  });

  test('begins by itself, at the hour that the service chooses, once a day', async () => {
    const [one] = readers as [CollectedBorrower];
    await setClock(api, '2026-09-14T20:00:00Z');
    const campaign = await aCampaign(['id', one.personId], { schedule: 'P P * * 1-5' });
    const { nextRunAt } = (await api.get(`/campaigns/${campaign}`)).body.data;
    assert.match(nextRunAt, /^2026-09-15T1[0-3]:/);
    await moveClock(api, '2026-09-16T20:00:00Z');
    const runs = await eventually('both have ended', async () => {
      const { data } = (await api.get(`/campaigns/${campaign}/runs`)).body;
      return data.length === 2 && data.every(({ state }: Shown) => state === 'succeeded') && data;
    });
    assert.deepEqual(
      runs.map(({ instant, isScheduled }: Shown) => [instant.slice(0, 10), isScheduled]),
      [
        ['2026-09-16', true],
        ['2026-09-15', true],
      ],
    );
    await api.put(`/campaigns/${campaign}`, { schedule: null });
    assert.equal((await api.get(`/campaigns/${campaign}`)).body.data.nextRunAt, null);
  });

  test('begins by itself beside one that cannot', async () => {
    const [one] = readers as [CollectedBorrower];
    await setClock(api, '2026-09-21T20:00:00Z');
    const broken = await aCampaign(['id', one.personId], { schedule: 'P P * * *' });
    const campaign = await aCampaign(['id', one.personId], { schedule: 'P P * * *' });
    await house().service.database.pools.test.query(
      "update campaigns set schedule = 'unreadable', next_run_at = '2026-09-22T09:00:00Z' where id = $1",
      [broken],
    );
    await moveClock(api, '2026-09-22T20:00:00Z');
    await eventually('it has run', async () => {
      const { data } = (await api.get(`/campaigns/${campaign}/runs`)).body;
      return data.length === 1 && data[0].state === 'succeeded';
    });
    assert.deepEqual((await api.get(`/campaigns/${broken}/runs`)).body.data, []);
  });
});
