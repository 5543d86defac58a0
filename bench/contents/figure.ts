// Contents of 100 MB, up and down, beside bare Fastify that moves the same bytes sealed into and out of the same
// database. What the service holds in memory meanwhile is told, too.
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { Client } from 'undici';
import type { Cleanup } from '../cleanup.ts';
import { startLimit } from '../limit.ts';
import { alternately } from '../load.ts';
import { personBody } from '../people.ts';
import { profiled, showProfile } from '../profile.ts';
import { inWords, record, spread } from '../report.ts';
import { liveKey, makePlace, type RunningService, startService } from '../service.ts';

export const contentsName = 'contents';

const MB = 1_000_000;
const aim = 0.7;
const part = Buffer.alloc(65_536, 'a content of a document. ');

function* bytes(length: number): Generator<Buffer> {
  yield Buffer.from('%PDF-1.7\n');
  for (let left = length - 9; left > 0; left -= part.length) yield part.subarray(0, left);
}

interface Mover {
  readonly client: Client;
  readonly headers: Record<string, string>;
  /** A new place for a content. */
  place(): Promise<string>;
}

async function upload({ client, headers }: Mover, path: string, length: number): Promise<number> {
  const began = performance.now();
  const { statusCode, body } = await client.request({
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': 'application/pdf', 'content-length': String(length) },
    body: Readable.from(bytes(length), { objectMode: false }),
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`An upload was answered ${statusCode}: ${text}`);
  return performance.now() - began;
}

async function download({ client, headers }: Mover, path: string, length: number): Promise<number> {
  const began = performance.now();
  const { body } = await client.request({ method: 'GET', path, headers });
  let read = 0;
  for await (const piece of body) read += (piece as Buffer).length;
  if (read !== length) throw new Error(`A download had ${read} bytes.`);
  return performance.now() - began;
}

/** The most memory that a process has had, in MB. */
const peakMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_000;

async function moverOf(service: RunningService, client: Client): Promise<Mover> {
  const headers = { 'x-api-key': liveKey };
  const post = async (path: string, body: string): Promise<{ id: string; data?: { id: string } }> => {
    const json = { ...headers, 'content-type': 'application/json' };
    const answer = await fetch(`${service.url}/api${path}`, { method: 'POST', headers: json, body });
    return (await answer.json()) as { id: string; data?: { id: string } };
  };
  const person = (await post('/people', personBody())).data?.id;
  return {
    client,
    headers,
    place: async () =>
      `/api/people/${person}/documents/${(await post(`/people/${person}/documents`, '{"type":"other"}')).id}/content`,
  };
}

/** Where the service spends its time, up and down. */
export async function profileContents(cleanup: Cleanup): Promise<void> {
  const service = await startService(makePlace(cleanup), cleanup, { nodeFlags: profiled });
  const client = new Client(service.url);
  cleanup.add(() => client.destroy());
  const mover = await moverOf(service, client);
  const length = 100 * MB;
  const began = performance.now();
  let times = 0;
  for (; times < 6; times++) {
    const path = await mover.place();
    const [up, down] = [await upload(mover, path, length), await download(mover, path, length)];
    console.log(`contents: ${up.toFixed(0)} ms up, ${down.toFixed(0)} ms down under the profiler`);
  }
  await showProfile(contentsName, service, { requests: 2 * times, seconds: (performance.now() - began) / 1_000 });
  await cleanup.run();
}

export async function measureContents(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  const limit = await startLimit('contents', place, cleanup);
  const clientAt = (url: string): Client => {
    const client = new Client(url);
    cleanup.add(() => client.destroy());
    return client;
  };
  let made = 0;
  const movers: readonly Mover[] = [
    await moverOf(service, clientAt(service.url)),
    { client: clientAt(limit.url), headers: {}, place: async () => `/contents/${++made}` },
  ];
  const length = (isQuick ? 10 : 100) * MB;
  const times = movers.map(() => ({ up: [] as number[], down: [] as number[] }));
  const round = (i: number) => async (): Promise<void> => {
    const mover = movers[i] as Mover;
    const path = await mover.place();
    times[i]?.up.push(await upload(mover, path, length));
    times[i]?.down.push(await download(mover, path, length));
  };
  await alternately([round(0), round(1)], 1);
  for (const { up, down } of times) for (const warm of [up, down]) warm.splice(0);
  const before = peakMb(service.pid);
  await alternately([round(0), round(1)], isQuick ? 2 : 7);
  const [ours, bare] = times;
  for (const way of ['up', 'down'] as const) {
    const [own = [], theirs = []] = [ours?.[way], bare?.[way]];
    const ratio = spread(own.map((ms, i) => (theirs[i] as number) / ms));
    const speed = (all: readonly number[]): string => `${(length / 1_000 / spread(all).median).toFixed(0)} MB/s`;
    record({ figure: contentsName, way, length, ratio, ours: own, bare: theirs, aim });
    console.log(
      `contents, ${way}: ${inWords(ratio, 2)} of bare Fastify (aim ${aim}); ${speed(own)} and ${speed(theirs)}`,
    );
  }
  const after = peakMb(service.pid);
  record({ figure: contentsName, peakMb: { before, after } });
  console.log(
    `contents: the service has had ${before.toFixed(0)} MB at the most before, and ${after.toFixed(0)} MB after them`,
  );
  await cleanup.run();
}
