// A run of a campaign with a million lines: how fast its answer is taken and its file made, and what the process holds
// meanwhile. Its messages wait for a second person, so that nothing is sent.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../cleanup.ts';
import { liveApi } from '../loans/api.ts';
import { record } from '../report.ts';
import { seedPeople } from '../seed.ts';
import { liveKey, makePlace, type RunningService, startService } from '../service.ts';
import { residentMb, watchMemory } from '../watch-memory.ts';

export const campaignRowsName = 'campaign-rows';

const linesOfEach = 1_000;

export async function measureCampaignRows(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const people = isQuick ? 20 : 1_000;
  const service = await startService(makePlace(cleanup), cleanup);
  await seedPeople(service, people);
  const campaign = await makeCampaign(service);
  const before = residentMb(service);
  const watching = watchMemory(service);
  const began = performance.now();
  const { numBorrowers, numExported } = await ran(service, campaign);
  const seconds = (performance.now() - began) / 1_000;
  const { early, most } = await watching.stop();
  const lines = people * linesOfEach;
  if (numBorrowers !== lines || numExported !== lines)
    throw new Error(`Of ${lines} lines ${numBorrowers} were taken, and ${numExported} stand in the file.`);
  record({ figure: campaignRowsName, lines, seconds, before, early, most });
  console.log(
    `${campaignRowsName}  ${lines} lines taken and left in a file in ${seconds.toFixed(1)} s; ${before} MB before, at most ${early} MB in the first tenth and ${most} MB in all`,
  );
  await cleanup.run();
}

async function makeCampaign(service: RunningService): Promise<string> {
  const api = liveApi(service);
  const headers = { 'x-api-key': liveKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ campaigns: { releaseAbove: 0 } });
  const set = await fetch(`${service.url}/api/companies/current`, { method: 'PUT', headers, body });
  if (!set.ok) throw new Error(`Setting the company: ${set.status} ${await set.text()}`);
  // Lines of one borrower are told apart by the loan that they name.
  const sql = `select p.id as "borrowerId", 'LN-' || n as "loanId", 'A note of some length' as note
    from people p, generate_series(1, ${linesOfEach}) as n`;
  const query = await api.post('/queries', { name: 'Everybody', sql });
  const sender = { interactionSubject: 'freeForm', theme: 'opsServicing', channel: 'email' };
  const { id: bulkSenderId } = await api.post('/campaign-workers/bulk-senders', sender);
  const columnSettings = [{ field: 'borrower.id' }, { field: 'answer.loanId' }, { field: 'answer.note' }];
  const { id: contactExporterId } = await api.post('/campaign-workers/contact-exporters', {
    contactMatchingCriteria: {},
    columnSettings,
  });
  return (await api.post('/campaigns', { queryId: query.id, bulkSenderId, contactExporterId })).id;
}

async function ran(service: RunningService, campaign: string) {
  const api = liveApi(service);
  const path = `/campaigns/${campaign}/runs/${(await api.post(`/campaigns/${campaign}/runs`, {})).id}`;
  for (;;) {
    const run = await api.get(path);
    if (run.needsRelease === true) return run;
    if (run.state === 'failed') throw new Error(`The run failed: ${run.errorMessage}`);
    await sleep(200);
  }
}
