// A file of a register with a million lines, of which few are about borrowers of the company: how fast it is read, and what
// the process holds meanwhile.
import type { Cleanup } from '../cleanup.ts';
import { liveApi } from '../loans/api.ts';
import { untilDone } from '../loans/wait.ts';
import { record } from '../report.ts';
import { seedPeople } from '../seed.ts';
import { liveKey, makePlace, type RunningService, startService } from '../service.ts';
import { residentMb, watchMemory } from '../watch-memory.ts';

export const registerFileName = 'register-file';

const watched = 200;
/** So many lines are sent at once. */
const together = 1_000;

export async function measureRegisterFile(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const lines = isQuick ? 20_000 : 1_000_000;
  const service = await startService(makePlace(cleanup), cleanup);
  await watch(service);
  const before = residentMb(service);
  const watching = watchMemory(service);
  const began = performance.now();
  const id = await bring(service, lines);
  const sentSeconds = (performance.now() - began) / 1_000;
  const { result } = await untilDone(service, id);
  const seconds = (performance.now() - began) / 1_000;
  const { early, most } = await watching.stop();
  const { borrowers, failed } = result as { readonly borrowers: number; readonly failed: number };
  if (borrowers !== watched || failed > 0) throw new Error(`Not all were found: ${JSON.stringify(result)}`);
  record({ figure: registerFileName, lines, seconds, sentSeconds, before, early, most });
  console.log(
    `${registerFileName}  ${lines} lines, ${borrowers} borrowers: sent in ${sentSeconds.toFixed(1)} s, all in ${seconds.toFixed(1)} s; ${before} MB before, at most ${early} MB in the first tenth and ${most} MB in all`,
  );
  await cleanup.run();
}

const numberOf = (i: number): string => `5214${String(i + 1).padStart(5, '0')}`;

async function watch(service: RunningService): Promise<void> {
  const api = liveApi(service);
  const ids = await seedPeople(service, watched);
  for (const [i, id] of ids.entries()) {
    await api.post(`/people/${id}/identities`, { identityType: 'SSN', value: numberOf(i) });
  }
  const headers = { 'x-api-key': liveKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ isEnabled: true });
  const turnedOn = await fetch(`${service.url}/api/monitors/deceased`, { method: 'PUT', headers, body });
  const { operationId } = ((await turnedOn.json()) as { readonly data: { readonly operationId: string } }).data;
  await untilDone(service, operationId);
}

/** Every so many lines one is about a borrower who is watched; the others have numbers of nobody. */
function lineOf(i: number, lines: number): string {
  const every = lines / watched;
  const number = i % every === 0 ? numberOf(i / every) : `9${String(i).padStart(8, '0')}`;
  return `A${number}${'LOVELACE'.padEnd(20)}    ${'ADA'.padEnd(15)}${''.padEnd(15)}V0101202612101985`.padEnd(100);
}

/** Returns the id of the operation. */
async function bring(service: RunningService, lines: number): Promise<string> {
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (next >= lines) return controller.close();
      const some = Array.from({ length: Math.min(together, lines - next) }, (_, i) => lineOf(next + i, lines));
      next += some.length;
      controller.enqueue(new TextEncoder().encode(`${some.join('\n')}\n`));
    },
  });
  // A body that is made while it is sent goes one way, which the types of the library do not know.
  const request = {
    method: 'POST',
    headers: { 'x-api-key': liveKey, 'content-type': 'application/x-ndjson' },
    body,
    duplex: 'half',
  };
  const response = await fetch(`${service.url}/api/monitors/deceased/files`, request);
  const text = await response.text();
  if (response.status !== 202) throw new Error(`Bringing a file: ${response.status} ${text}`);
  return JSON.parse(text).data.id;
}
