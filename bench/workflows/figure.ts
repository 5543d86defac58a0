// Ten thousand workflows of which an item falls due at once: how fast the day passes them by and opens the next one, and
// what reads of a borrower wait meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../cleanup.ts';
import { liveApi } from '../loans/api.ts';
import { paces, readUntil } from '../paced-reads.ts';
import { record } from '../report.ts';
import { seedPeople } from '../seed.ts';
import { makePlace, type Place, type RunningService, startService, withDatabase } from '../service.ts';
import { inWords, spentMsSince } from '../spent.ts';

export const workflowsName = 'workflows';

const movesASecondMin = 500;
const timesMax = 1.5;
const atOnce = 16;

export async function measureWorkflows(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  const count = isQuick ? 1_000 : 10_000;
  const people = await seedPeople(service, count);
  await startAll(service, people);
  const paths = people.slice(0, 100).map((id) => `/api/people/${id}`);
  const alone = middleOf(await readUntil(service, paths, steady, sleep(5_000)));
  await fallDue(place);
  const spent = spentMsSince(service, place);
  const began = performance.now();
  const passed = untilPassed(place);
  const beside = middleOf(await readUntil(service, paths, steady, passed));
  await passed;
  const each = spent(count);
  const seconds = (performance.now() - began) / 1_000;
  const rate = count / seconds;
  const times = beside / alone;
  record({ figure: workflowsName, count, rate, movesASecondMin, times, timesMax, each });
  console.log(
    `${workflowsName}: ${count} items that fell due were passed at ${Math.round(rate)} a second, aim ${movesASecondMin}; reads beside them ${times.toFixed(2)} times those alone, aim ${timesMax}; processor time of an item, with the reads beside it: ${inWords(each)}`,
  );
  await cleanup.run();
}

const steady = paces[0] as (typeof paces)[number];

const middleOf = (waits: readonly number[]): number => waits.toSorted((a, b) => a - b)[waits.length >> 1] ?? 0;

/** Each borrower has a case that goes through two steps, of which the first passes when it is late. */
async function startAll(service: RunningService, people: readonly string[]): Promise<void> {
  const api = liveApi(service);
  const types = '/companies/current/workflow';
  const due = { due: { count: 30, unit: 'calendarDays' }, whenLate: { do: 'goOn' } };
  const stepOf = async (key: string, more: object): Promise<object> => {
    const said = { key, name: key, kind: 'checklist', checklist: ['Look'], status: 'active', ...more };
    const { id } = await api.post(`${types}-workitem-types`, said);
    const step = await api.post(`${types}-step-types`, { name: key, workitemTypeIds: [id], status: 'active' });
    return { stepTypeId: step.id };
  };
  const steps = [await stepOf('first', due), await stepOf('second', {})];
  const { id: workflowTypeId } = await api.post(`${types}-types`, { name: 'A procedure', status: 'active', steps });
  await api.post('/case-types', { caseType: 'legalAction', status: 'active', workflowTypeId });
  const left = [...people];
  const one = async (): Promise<void> => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      await api.post(`/people/${id}/cases`, { caseType: 'legalAction' });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

const fallDue = (place: Place): Promise<unknown> =>
  withDatabase(place, (client) =>
    client.query('update live.workflow_items set late_at = now(), next_late_at = now(), look_at = now()'),
  );

const untilPassed = (place: Place): Promise<void> =>
  withDatabase(place, async (client) => {
    for (;;) {
      const due = 'select count(*)::integer as n from live.workflow_items where look_at is not null';
      const { rows } = await client.query<{ n: number }>(due);
      if (rows[0]?.n === 0) return;
      await sleep(50);
    }
  });
