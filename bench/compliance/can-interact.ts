// Whether a borrower may be contacted: beside the read of the borrower, of which nothing is remembered; then the list of a
// dialler.
import type { Cleanup } from '../cleanup.ts';
import { driveRound, interleaved, type Target, warmUp } from '../load.ts';
import { liveApi } from '../loans/api.ts';
import { targetOf } from '../loans/post-to-loans.ts';
import { shuffled } from '../people.ts';
import { profiled, showProfile } from '../profile.ts';
import { enter, figureLine, inWords, spread, tableHead } from '../report.ts';
import { coldMemoryMb, liveKey, makePlace, type RunningService, startService } from '../service.ts';
import { fillCalls, seedBorrowers } from './fill.ts';

const canInteractName = 'can-interact';

const question = { channel: 'voice', theme: 'opsCollDebt' };
const figure = { name: canInteractName, limit: 'get-person', limitSays: 'GET person in the same run, cold', aim: 0.6 };
const listAimMs = 500;

const asking = {
  hasKey: false,
  request: ({ personId }: { readonly personId: string }) => ({
    path: `/people/${personId}/can-interact`,
    body: question,
  }),
};

const keysOf = (ids: readonly string[]) => ids.map((personId) => ({ personId, loanId: '' }));

const readsOf = (ids: readonly string[], at: RunningService): Target => ({
  ...at,
  name: 'get-person',
  setupClient: (client, index, connections) =>
    client.setRequests(
      shuffled(ids.filter((_, i) => i % connections === index)).map((id) => ({
        method: 'GET',
        path: `/api/people/${id}`,
        headers: { 'x-api-key': liveKey },
      })),
    ),
});

export const canInteract = {
  name: canInteractName,
  async measure(cleanup: Cleanup, isQuick: boolean): Promise<void> {
    const place = makePlace(cleanup);
    const service = await startService(place, cleanup, { memoryMb: coldMemoryMb });
    const ids = await seedBorrowers(service, 1_000);
    await fillCalls(place, 20);
    const ours = targetOf(keysOf(ids), asking)('can-interact', service);
    const reads = readsOf(ids, service);
    await warmUp([ours, reads], isQuick ? 1 : 5);
    console.log(tableHead());
    for (const connections of [8, 1, 32]) {
      const options = { connections, rounds: isQuick ? 3 : 5, seconds: isQuick ? 1 : 3 };
      const rounds = await interleaved([ours, reads], options);
      const of = (name: string) => rounds.filter(({ target }) => target === name);
      console.log(figureLine(figure, connections, of(ours.name), of(reads.name)));
    }
    await measureList(service, ids);
    await cleanup.run();
  },
  async profile(cleanup: Cleanup, seconds: number): Promise<void> {
    const place = makePlace(cleanup);
    const service = await startService(place, cleanup, { nodeFlags: profiled });
    const ids = await seedBorrowers(service, 1_000);
    await fillCalls(place, 20);
    const target = targetOf(keysOf(ids), asking)('service', service);
    const { requests } = await driveRound(target, { connections: 8, seconds }, 1);
    await showProfile(canInteractName, service, { requests, seconds });
    await cleanup.run();
  },
};

async function measureList(service: RunningService, ids: readonly string[]): Promise<void> {
  const people = ids.map((personId) => ({ personId }));
  const api = liveApi(service);
  const took: number[] = [];
  for (let round = 0; round < 11; round++) {
    const began = performance.now();
    await api.post('/can-interact', { ...question, people });
    if (round > 0) took.push(performance.now() - began);
  }
  console.log(`a list of ${ids.length} borrowers with 20 calls each: ${inWords(spread(took), 0)} ms, aim ${listAimMs}`);
  const share = { name: `${canInteractName} of a list`, limitSays: `${listAimMs} ms`, aim: 1 };
  enter(share, listAimMs / spread(took).median);
}
