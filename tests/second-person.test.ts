// Every endpoint that asks for a second person asks for another human: whoever the first one made, or whose credentials,
// roles or keys he set, is none, over any number of steps, nor the other way round; a common maker alone joins nobody.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endpoints } from '#app/capabilities.ts';
import { secondPersonErrors } from '#capabilities/access/index.ts';
import { bankFolder, nameBank } from './support/ach-bank.ts';
import { anAchFile } from './support/an-ach-file.ts';
import { bankOf, breaksOf, breaksPath, readStatement } from './support/bank.ts';
import { nameProvider } from './support/collected.ts';
import { type Client, type House, useHouse } from './support/house.ts';
import { aLife } from './support/loan-life.ts';
import { aKeyByHand, anOverpaidLoan } from './support/reimbursed.ts';
import { aRoundLoan } from './support/round-loan.ts';
import type { Shown } from './support/told.ts';
import { aCast, type Cast, type Human } from './support/two-humans.ts';
import { aWorkflow, aWorkflowType, itemNamed, makingAs, pathOfItem } from './support/workflow.ts';

interface Asked {
  readonly method?: 'put';
  readonly path: string;
  readonly body?: object;
}

/** What the first one does, and what asks for a second person then. */
type Story = (house: House, api: Client, first: Human) => Promise<Asked>;

const done = async (by: Pick<Client, 'post'>, path: string, body: object = {}): Promise<Shown> => {
  const { status, body: answer } = await by.post(path, body);
  assert.ok(status < 300, `${path}: ${JSON.stringify(answer)}`);
  return answer.data;
};

/** Makes a break from a line of the bank that nobody knows, which somebody else has sent. */
async function aBreak(house: House, api: Client): Promise<string> {
  const [known] = (await api.get('/companies/current/bank-accounts')).body.data;
  const { id: accountId } = known ?? (await bankOf(house, api));
  const before = (await breaksOf(api)).length;
  const balance = before * 0.07;
  await readStatement(await aKeyByHand(house, api), accountId, balance, [
    [`2026-02-0${before + 3}`, '0.07', 'INTEREST'],
  ]);
  const [{ id }] = await breaksOf(api);
  return `${breaksPath}/${id}`;
}

/** A run of a campaign that somebody has made, which waits for another person. */
async function aRunThatWaits(
  house: House,
  by: Pick<Client, 'post'>,
  question: object,
  message: object = { interactionSubject: 'welcome' },
): Promise<Asked> {
  const sender = await done(by, '/campaign-workers/bulk-senders', { ...message, channel: 'email' });
  const campaign = await done(by, '/campaigns', { ...question, bulkSenderId: sender.id });
  const { id } = await done(by, `/campaigns/${campaign.id}/runs`);
  const waits = "update campaign_runs set state = 'running', needs_release = true, num_borrowers = 1 where id = $1";
  await house.service.database.pools.test.query(waits, [id]);
  return { path: `/campaigns/${campaign.id}/runs/${id}/release` };
}

/** An approval of a workflow that the first one wrote and started. */
async function anApproval(api: Client, first: Human): Promise<string> {
  const by = makingAs(api, first);
  const approval = { key: 'judge', kind: 'approval', approval: { question: 'May it be?' } };
  const workflow = await aWorkflow(by, await aWorkflowType(by, [{ items: [approval] }]));
  return pathOfItem(await itemNamed(api, workflow, 'judge'));
}

let texts = 0;

const stories: Readonly<Record<string, Story>> = {
  async 'templateDescriptors.update'(_, api, first) {
    await api.put('/companies/current', { communication: { publishBySecondPerson: true } });
    texts += 1;
    const message = { subject: `custom${texts}`, channel: 'text' };
    const { id } = (await first.post('/communicator/templatedescriptors', message)).body;
    const text = { descriptorId: id, contentTextTemplate: 'Hello' };
    const { id: activeVersionId } = (await first.post('/communicator/templates', text)).body;
    return { method: 'put', path: `/communicator/templatedescriptors/${id}`, body: { activeVersionId } };
  },
  async 'achFileUploads.confirmRejection'(house, api, first) {
    const path = `/companies/current/ach-file-uploads/${await anAchFile(house, api.realm.companyId, 'uploaded')}`;
    await done(first, `${path}/reject`, { reason: 'control totals' });
    return { path: `${path}/confirm-rejection` };
  },
  async 'settlements.accept'(_, api, first) {
    await api.put('/companies/current', { settlementApprovals: { leastShare: 1 } });
    const life = await aLife({ test: api });
    const { id } = await done(first, `${life.path}/settlements`, { amount: 1 });
    return { path: `${life.path}/settlements/${id}/accept` };
  },
  async 'paymentApprovals.approve'(house, api, first) {
    await nameProvider(api);
    const loan = await anOverpaidLoan(house, api);
    const order = { reimbursementAmount: 600, paymentInstrumentId: loan.instrumentId };
    const { paymentApprovalId } = await done(first, `${loan.path}/reimburse`, order);
    return { path: `/people/${loan.personId}/payment-approvals/${paymentApprovalId}/approve` };
  },
  async 'recordedCredits.confirm'(_, api, first) {
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-06T17:00:00Z');
    const paid = { type: 'oneTime', isExternal: true, amount: 9_000, allowOverpayment: true };
    const { id } = await done(first, `${loan.path}/transactions`, paid);
    return { path: `${loan.path}/recorded-credits/${id}/confirm` };
  },
  async 'moneyBreaks.approve'(house, api, first) {
    const path = await aBreak(house, api);
    await done(first, `${path}/propose`, { by: 'writeOff', reason: 'a cent' });
    return { path: `${path}/approve` };
  },
  async 'moneyBreaks.propose'(house, api, first) {
    await nameProvider(api);
    const loan = await anOverpaidLoan(house, api);
    const order = { reimbursementAmount: 10, paymentInstrumentId: loan.instrumentId };
    const paid = await done(first, `${loan.path}/reimburse`, order);
    const path = await aBreak(house, api);
    await house.service.database.pools.test.query(
      `update payment_breaks set person_id = $2, attempt_id =
         (select id from payment_attempts where person_id = $2 and subject_id = $3) where id = $1`,
      [path.split('/').at(-1), loan.personId, paid.id],
    );
    return { path: `${path}/propose`, body: { by: 'writeOff', reason: 'a cent' } };
  },
  'borrowerCampaignRuns.release': (house, _, first) =>
    aRunThatWaits(house, first, { redashQueryUrl: 'https://redash.example.com/queries/17', redashApiKey: 'a key' }),
  'workflowWorkitems.complete': async (_, api, first) => ({
    path: `${await anApproval(api, first)}/complete`,
    body: { outcome: 'approved' },
  }),
  async 'workflowWorkitems.answer'(house, api, first) {
    const approval = { key: 'judge', kind: 'approval', approval: { question: 'May it be?' } };
    const webhook = { action: 'webhook', webhook: { name: 'score' } };
    const waits = { due: { count: 2, unit: 'hours' }, whenLate: { do: 'goOn' } };
    const asking = { key: 'score', kind: 'automatic', automatic: webhook, ...waits };
    const by = await aKeyByHand(house, api);
    const workflow = await aWorkflow(by, await aWorkflowType(by, [{ items: [approval, asking] }]));
    await done(first, `${pathOfItem(await itemNamed(api, workflow, 'judge'))}/complete`, { outcome: 'approved' });
    const { id } = await itemNamed(api, workflow, 'score');
    const asked = "update workflow_items set status = 'waiting', acts_at = null where id = $1";
    await house.service.database.pools[api.realm.mode].query(asked, [id]);
    return { path: `${pathOfItem({ id })}/answer` };
  },
  'workflowWorkitems.skip': async (_, api, first) => ({
    path: `${await anApproval(api, first)}/skip`,
    body: { reason: 'It is not needed.' },
  }),
  async 'achReadings.confirm'(house, api, first) {
    assert.equal((await nameBank(api)).status, 200);
    const { id } = await done(first, '/companies/current/ach-readings', { fileName: 'x.ach', content: 'no file' });
    const { companyId, mode } = api.realm;
    const pool = house.service.database.pools[mode];
    await pool.query(
      `insert into ach_decisions (company_id, file_id, asks, reason, asked_by_type, asked_by_id, asked_at)
       select company_id, id, 'apply', 'a reason', received_by_type, received_by_id, now() from ach_readings
       where company_id = $1 and id = $2`,
      [companyId, id],
    );
    await pool.query("update ach_readings set state = 'kept' where company_id = $1 and id = $2", [companyId, id]);
    return { path: `/companies/current/ach-readings/${id}/confirm` };
  },
};

const asking = endpoints.filter(({ errors = [] }) => errors.includes(secondPersonErrors.SecondPersonNeeded));

/** The first one did not order it, but paid or approved something before. */
const hasOtherReason = ['moneyBreaks.propose', 'workflowWorkitems.answer'];

describe('a second person is another human', () => {
  const { house, aCompany } = useHouse({ works: false, bankFilesDirectory: bankFolder() });
  let api: Client;
  let cast: Cast;
  before(async () => {
    api = (await aCompany()).test;
    cast = await aCast(house(), api);
  });

  test('for each endpoint that asks for one', () => {
    assert.deepEqual(asking.map(({ name }) => name).toSorted(), Object.keys(stories).toSorted());
  });

  for (const [name, story] of Object.entries(stories)) {
    test(`for ${name}`, async () => {
      const { method = 'post', path, body = {} } = await story(house(), api, cast.first);
      for (const [how, reason, human] of cast.joined) {
        const { status, body: said } = await human[method](path, body);
        assert.deepEqual([status, said.errorType], [403, 'SecondPersonNeeded'], `${how}: ${JSON.stringify(said)}`);
        if (!hasOtherReason.includes(name)) assert.equal(said.data.reason, reason, how);
      }
      const { status, body: said } = await cast.honest[method](path, body);
      assert.ok(status < 300, JSON.stringify(said));
    });
  }

  test('for a run whose question the first one wrote, though somebody else has changed it since', async () => {
    const other = await aKeyByHand(house(), api);
    const sql = 'select person_id as "borrowerId" from loans';
    const { id: queryId } = await done(cast.first, '/queries', { name: 'Everybody', sql });
    await other.put(`/queries/${queryId}`, { sql: `${sql} order by id` });
    const { path } = await aRunThatWaits(house(), other, { queryId });
    for (const [how, reason, human] of cast.joined) {
      const { status, body: said } = await human.post(path, {});
      assert.deepEqual([status, said.data?.reason], [403, reason], `${how}: ${JSON.stringify(said)}`);
    }
    assert.equal((await cast.honest.post(path, {})).status, 200);
  });

  test('for a run whose text the first one wrote, though somebody else has published it and made the rest', async () => {
    const other = await aKeyByHand(house(), api);
    const { id: descriptorId } = (
      await cast.first.post('/communicator/templatedescriptors', { subject: 'custom99', channel: 'email' })
    ).body;
    const text = { descriptorId, subjectLineTemplate: 'News', contentTextTemplate: 'Hello' };
    const { id: activeVersionId } = (await cast.first.post('/communicator/templates', text)).body;
    const published = await other.put(`/communicator/templatedescriptors/${descriptorId}`, { activeVersionId });
    assert.equal(published.status, 200, JSON.stringify(published.body));
    const redash = { redashQueryUrl: 'https://redash.example.com/queries/18', redashApiKey: 'a key' };
    const { path } = await aRunThatWaits(house(), other, redash, {
      interactionSubject: 'custom99',
      theme: 'opsServicing',
    });
    for (const [how, reason, human] of cast.joined) {
      const { status, body: said } = await human.post(path, {});
      assert.deepEqual([status, said.data?.reason], [403, reason], `${how}: ${JSON.stringify(said)}`);
    }
    assert.equal((await cast.honest.post(path, {})).status, 200);
  });
});
