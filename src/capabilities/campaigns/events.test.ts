// The events of campaigns.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import type { Client, House } from '../../../tests/support/house.ts';
import { campaigns } from './index.ts';

const question = { redashQueryUrl: 'https://redash.example.com/queries/17', redashApiKey: 'a key of the query' };
const sender = { interactionSubject: 'welcome', channel: 'email' };
const exporter = { contactMatchingCriteria: {}, columnSettings: [{ field: 'borrower.id' }] };
const senders = '/campaign-workers/bulk-senders';
const exporters = '/campaign-workers/contact-exporters';

const aCampaign = async (api: Client, more: object = {}): Promise<string> =>
  (await api.made('/campaigns', { ...question, ...more })).id;

async function aRun(api: Client): Promise<string> {
  const campaign = `/campaigns/${await aCampaign(api)}`;
  return `${campaign}/runs/${(await api.made(`${campaign}/runs`, {})).id}`;
}

/** A run that waits for a second person, and that nobody has made. */
async function waiting(api: Client, house: House): Promise<string> {
  const { id: bulkSenderId } = await api.made(senders, sender);
  const campaign = `/campaigns/${await aCampaign(api, { bulkSenderId })}`;
  const { id } = await api.made(`${campaign}/runs`, {});
  const { pools } = house.service.database;
  await pools.test.query(
    "update campaign_runs set state = 'running', needs_release = true, num_borrowers = 1, responsible_id = 'UR-AAAA-AAAA' where id = $1",
    [id],
  );
  for (const table of ['campaigns', 'bulk_senders'])
    await pools.test.query(`update ${table} set makers = '{}' where company_id = $1`, [api.realm.companyId]);
  return `${campaign}/runs/${id}/release`;
}

const scenarios: Scenarios = {
  'borrowerCampaigns.create': [
    {
      emits: ['borrowercampaign.created'],
      run: (api) => api.post('/campaigns', { ...question, schedule: 'P P 1 * *' }),
    },
  ],
  'borrowerCampaigns.update': [
    {
      emits: ['borrowercampaign.updated'],
      run: async (api) => api.put(`/campaigns/${await aCampaign(api)}`, { schedule: 'P P 1 * *' }),
    },
  ],
  'borrowerCampaignRuns.create': [
    {
      emits: ['campaign.run.changed'],
      run: async (api) => api.post(`/campaigns/${await aCampaign(api)}/runs`, {}),
    },
  ],
  'borrowerCampaignRuns.update': [
    { emits: ['campaign.run.changed'], run: async (api) => api.put(await aRun(api), { state: 'canceled' }) },
  ],
  'borrowerCampaignRuns.release': [
    {
      emits: ['bulk.sending.changed', 'campaign.run.changed'],
      run: async (api, house) => api.post(await waiting(api, house), {}),
    },
  ],
  'bulkSenders.create': [{ emits: ['bulksender.created'], run: (api) => api.post(senders, sender) }],
  'bulkSenders.update': [
    {
      emits: ['bulksender.updated'],
      run: async (api) => api.put(`${senders}/${(await api.made(senders, sender)).id}`, { pacePerMinute: 5 }),
    },
  ],
  'bulkSenders.delete': [
    {
      emits: ['bulksender.deleted'],
      run: async (api) => api.delete(`${senders}/${(await api.made(senders, sender)).id}`),
    },
  ],
  'contactExporters.create': [{ emits: ['contactexporter.created'], run: (api) => api.post(exporters, exporter) }],
  'contactExporters.update': [
    {
      emits: ['contactexporter.updated'],
      run: async (api) =>
        api.put(`${exporters}/${(await api.made(exporters, exporter)).id}`, {
          contactMatchingCriteria: { label: ['home'] },
        }),
    },
  ],
  'contactExporters.delete': [
    {
      emits: ['contactexporter.deleted'],
      run: async (api) => api.delete(`${exporters}/${(await api.made(exporters, exporter)).id}`),
    },
  ],
};

describe('the events of campaigns', () => emitsAsDeclared(campaigns, scenarios));
