// Runs the fuzz: several worlds side by side, a few callers in each, their requests in an order that the seed decides.
import type { AddressInfo } from 'node:net';
import { endpoints } from '#app/capabilities.ts';
import { stopwatch } from '#platform/clock.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import type { House } from '../house.ts';
import { aWorld, readyFor, type World } from '../world.ts';
import { type Description, type Operation, readDescription } from './description.ts';
import { complaintOf } from './judge.ts';
import { type Known, knownObjects, type Params, paramsIn } from './known.ts';
import { aimAt, type FuzzRequest, requestAt } from './request.ts';
import { type Answered, headOf, send } from './send.ts';
import { worldStart } from './values.ts';

interface FuzzOptions {
  readonly seed: number;
  readonly count: number;
  /** How long the service waits for an operation when a request asks it to. */
  readonly syncMs: number;
  /** Runs the request of this number alone, in a new world. */
  readonly only?: number;
}

interface Finding {
  readonly what: string;
  readonly request: FuzzRequest;
  readonly times: number;
}

export interface FuzzResult {
  readonly findings: readonly Finding[];
  readonly worlds: readonly World[];
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Operations that no request ever completed successfully. */
  readonly neverSucceeded: readonly string[];
}

/** The others ask for a session, or for nothing: their refusals say nothing about the key. */
const withKey = new Set(endpoints.filter(({ openTo }) => openTo === 'permitted').map(({ name }) => name));

const worldsAtOnce = 4;
const callersOfWorld = 3;
/** After this many requests a new world takes its place: objects pile up, and a key may have ended itself. */
const requestsOfWorld = 1_500;
/** The longest time of an answer, besides the wait that a caller asks for. */
const answerMsMax = 30_000;
/** More than a collection of garbage takes while other processes have the cores. */
const blockedMsMax = 1_000;

export async function fuzz(house: House, options: FuzzOptions): Promise<FuzzResult> {
  const description = readDescription((await house.call(undefined, 'GET', 'http://tenor.test/openapi.json')).body);
  const port = (house.app.server.address() as AddressInfo).port;
  const run = runOf(house, port, description, options);
  const watch = watchBlocking(run.found, run.underWay);
  const { only } = options;
  if (only === undefined) {
    await Promise.all(Array.from({ length: worldsAtOnce }, (_, w) => run.inWorlds(w)));
  } else {
    await run.one(await run.newPlace(), only);
  }
  watch.end();
  return run.result();
}

interface Place {
  readonly world: World;
  readonly known: Known;
  isSpent: boolean;
}

function runOf(house: House, port: number, description: Description, { seed, count, syncMs }: FuzzOptions) {
  const { operations } = description;
  const findings = new Map<string, Finding>();
  const statuses = new Map<number, number>();
  const succeeded = new Set<string>();
  const worlds: World[] = [];
  const current = new Set<FuzzRequest>();

  function found(what: string, request: FuzzRequest): void {
    const kind = `${request.operation.name} ${what.replace(/[A-Z][A-Z0-9]-[A-Z1-9]{4}-[A-Z1-9]{4}|\d{3,}/g, '…').slice(0, 120)}`;
    const known = findings.get(kind);
    findings.set(kind, {
      what: known?.what ?? what,
      request: known?.request ?? request,
      times: (known?.times ?? 0) + 1,
    });
  }

  async function newPlace(): Promise<Place> {
    // Tried twice, because background work may be busy with the worlds before.
    const world = await aWorld(house).catch(() => aWorld(house));
    await world.company.test.made('/test-clock', { now: worldStart });
    worlds.push(world);
    return { world, known: knownObjects(operations, world.ids), isSpent: false };
  }

  async function one(place: Place, index: number): Promise<void> {
    const aim = aimAt(seed, index, operations);
    const prepared = aim.isPrepared ? await preparedFor(aim.operation, place.world) : undefined;
    const request = requestAt(seed, index, { ...aim, known: place.known, prepared });
    current.add(request);
    const elapsed = stopwatch();
    const { key } = place.world.company.test;
    const answer = await send(house, port, key, request).catch((error: Error) => error);
    current.delete(request);
    if (answer instanceof Error) return found(`no answer: ${answer.message}`, request);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const ms = elapsed() - (request.path.includes('sync=') ? syncMs : 0);
    const complaint = complaintOf(request, answer, description) ?? lateness(ms);
    if (complaint !== undefined) found(complaint, request);
    const isByKey = withKey.has(request.operation.name) && request.headers.authorization === undefined;
    place.isSpent ||= isByKey && isShutOut(answer);
    if (answer.status >= 300 || !request.meetsOperation) return;
    succeeded.add(request.operation.name);
    place.known.learn(request.operation, request.params, answer.body);
  }

  /** Sends every so many requests, one world after the other. */
  async function inWorlds(first: number): Promise<void> {
    let index = first;
    while (index < count) {
      const place = await newPlace();
      let left = requestsOfWorld;
      const caller = async (): Promise<void> => {
        while (index < count && left > 0 && !place.isSpent) {
          const at = index;
          index += worldsAtOnce;
          left -= 1;
          await one(place, at);
        }
      };
      await Promise.all(Array.from({ length: callersOfWorld }, caller));
    }
  }

  return {
    found,
    underWay: () => [...current],
    newPlace,
    one,
    inWorlds,
    result: (): FuzzResult => ({
      findings: [...findings.values()],
      worlds,
      statuses,
      neverSucceeded: operations.map(({ name }) => name).filter((name) => !succeeded.has(name)),
    }),
  };
}

/** True when the world's key has ended itself or given up permissions. */
const isShutOut = ({ status, body }: Answered): boolean =>
  status === 401 ||
  ['Forbidden', 'AddressNotAllowed'].includes((body as { errorType?: string } | null)?.errorType ?? '');

/** Prepares the world for the operation, if it knows how. */
async function preparedFor({ name, path }: Operation, world: World): Promise<Params | undefined> {
  const ids = await readyFor({ name } as Endpoint, world).catch(() => world.ids);
  return ids === world.ids
    ? undefined
    : Object.fromEntries(paramsIn(path).map((param) => [param, ids[param] as string]));
}

const lateness = (ms: number): string | undefined =>
  ms > answerMsMax ? `answered after ${Math.round(ms)} ms` : undefined;

/** Measures the thread's own time and not the clock, because another process may have had the processor. */
function watchBlocking(found: (what: string, request: FuzzRequest) => void, underWay: () => FuzzRequest[]) {
  const worked = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let before = worked();
  let requests = underWay();
  const timer = setInterval(() => {
    const ms = worked() - before;
    for (const request of ms > blockedMsMax ? requests : [])
      found(`the event loop stood still for ${Math.round(ms)} ms`, request);
    before = worked();
    requests = underWay();
  }, 20);
  return { end: () => clearInterval(timer) };
}

/** The finding in words, so that anybody can send the request again: by its number, or by hand. */
export function told({ what, request, times }: Finding, seed: number): string {
  const { operation, index, body } = request;
  const sent = body === undefined ? '' : `\n${JSON.stringify(body.toString('utf8').slice(0, 1_500))}`;
  return `${operation.name}: ${what} (${times} times)
again: TENOR_FUZZ_SEED=${seed} TENOR_FUZZ_ONLY=${index} npm test -- fuzz.test
${headOf('KEY', request).trimEnd().slice(0, 1_500)}${sent}\n`;
}
