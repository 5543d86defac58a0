// Renders templates of companies beside the event loop. A thread does it, with bounds on the steps of each text, its
// memory, its time and its length. A thread whose engine ends, or that takes too long, is replaced; what was asked for
// besides goes on in the next one.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { waitingLine } from '#platform/apart/waiting-line.ts';
import { ofEach } from '#platform/of-each.ts';
import { boundedModule } from './bounded-module.ts';
import {
  type Checked,
  type CheckOrder,
  contextMax,
  depthMax,
  type NotRendered,
  notRendered,
  type Rendering,
  type RenderOrder,
  sourceMax,
  type TemplatePart,
  type TemplateSource,
  templateParts,
} from './order.ts';
import type { SentBatch, SentContext, SentObject, SentOrder, ThreadData, ThreadReply } from './template-thread.ts';

/** Processor time for one text; a usual one takes less than a thousandth of it. */
const msMax = 250;
const lookEveryMs = 50;
const memoryMiB = 128;
/** Templates that the thread keeps compiled, and the characters of all of them. */
const keptMax = 500;
const keptLengthMax = 4_000_000;
/** So many are sent to the thread at once, so that what is asked for meanwhile comes in between. */
const togetherMax = 50;
const idleMs = 30_000;

interface Thread {
  readonly worker: Worker;
  readonly progress: Int32Array;
  /** The length of the source of each key that it has compiled, the one that was used last at the end. */
  readonly keys: Map<string, number>;
}

let thread: Promise<Thread> | undefined;
let resting: NodeJS.Timeout | undefined;
const inLine = waitingLine(1);

/** Renders all, in their order. */
export async function renderMany(orders: readonly RenderOrder[]): Promise<Rendering[]> {
  // Many messages are about the same company.
  const objectOf = ofEach(sentObject);
  const sent = orders.map((order) => sentOrder(order, objectOf));
  const good = sent.filter((one): one is SentOrder => !('failed' in one));
  const done = (await inThread(good)) as Rendering[];
  let next = 0;
  return sent.map((one) => ('failed' in one ? one : (done[next++] as Rendering)));
}

/** Whether the template may be used, and which of its names nobody knows. */
export async function checkTemplate(order: CheckOrder): Promise<Checked> {
  const length = lengthOf(order.source);
  if (length > sourceMax) {
    const part = templateParts.find((one) => order.source[one] !== null) ?? 'text';
    const message = `has ${length} characters, all parts together`;
    return { problems: [{ part, line: 1, column: 1, message, expected: `at most ${sourceMax}` }], warnings: [] };
  }
  const [checked] = await inThread([{ check: order }]);
  if (checked !== undefined && 'problems' in checked) return checked;
  const message = checked !== undefined && 'failed' in checked ? checked.failed.message : 'could not be checked';
  const part = await failingPart(order);
  return { problems: [{ part, line: 1, column: 1, message, expected: 'a smaller template' }], warnings: [] };
}

/** A thread that ended says nothing of where it was: each part is checked by itself. */
async function failingPart(order: CheckOrder): Promise<TemplatePart> {
  const parts = templateParts.filter((one) => order.source[one] !== null);
  for (const part of parts.slice(0, -1)) {
    const alone = { subjectLine: null, text: null, html: null, [part]: order.source[part] };
    const [checked] = await inThread([{ check: { ...order, source: alone } }]);
    if (checked === undefined || 'failed' in checked) return part;
  }
  return parts.at(-1) ?? 'text';
}

const lengthOf = (source: TemplateSource): number =>
  templateParts.reduce((sum, part) => sum + (source[part]?.length ?? 0), 0);

interface MeasuredObject extends SentObject {
  readonly depth: number;
}

/** What is too deep is not written, which would need as many calls as it has levels. */
function sentObject(object: object): MeasuredObject {
  const depth = depthOf(object, depthMax);
  return { json: depth < depthMax ? JSON.stringify(object) : '', depth };
}

function sentOrder(
  { context, ...order }: RenderOrder,
  objectOf: (object: object) => MeasuredObject,
): SentOrder | { readonly failed: NotRendered } {
  const tooLarge = (message: string) => ({ failed: notRendered('tooLarge', message) });
  if (lengthOf(order.source) > sourceMax) return tooLarge(`the template has more than ${sourceMax} characters`);
  const entries = Object.entries(context);
  const objects = entries.flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? [[name, objectOf(value)] as const] : [],
  );
  if (objects.some(([, { depth }]) => depth >= depthMax))
    return tooLarge(`the context has more than ${depthMax} levels`);
  const values = JSON.stringify(Object.fromEntries(entries.filter(([, value]) => typeof value !== 'object')));
  const length = objects.reduce((sum, [name, { json }]) => sum + name.length + json.length, values.length);
  if (length > contextMax) return tooLarge(`the context has more than ${contextMax} characters`);
  return { ...order, context: { values, objects } satisfies SentContext };
}

/** How many levels of objects and lists there are; no more than `most` are looked at. */
function depthOf(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null || most === 0) return 0;
  let deepest = 0;
  for (const inside of Object.values(value)) deepest = Math.max(deepest, depthOf(inside, most - 1));
  return deepest + 1;
}

async function inThread(orders: readonly SentOrder[]): Promise<(Rendering | Checked)[]> {
  const results: (Rendering | Checked)[] = [];
  while (results.length < orders.length) {
    const batch = orders.slice(results.length, results.length + togetherMax);
    results.push(...(await inLine(() => someInThread(batch))));
  }
  return results;
}

/** Gives what was done, at least one. */
async function someInThread(orders: readonly SentOrder[]): Promise<(Rendering | Checked)[]> {
  clearTimeout(resting);
  const serving = await threadNow();
  const reply = await replyOf(serving, orders);
  resting = setTimeout(endThread, idleMs).unref();
  if ('results' in reply && !reply.ended) return [...reply.results];
  await replace(serving);
  if ('results' in reply) {
    return [
      ...reply.results,
      { failed: notRendered('tooLarge', 'the template needs more memory than a text may, or cannot be run') },
    ];
  }
  // What came before is done once more: nothing is changed by it.
  if (reply.at > 0) return someInThread(orders.slice(0, reply.at));
  return [{ failed: notRendered(reply.kind, reply.message) }];
}

interface Stopped {
  /** At which order the thread was. */
  readonly at: number;
  readonly kind: 'tooSlow' | 'tooLarge';
  readonly message: string;
}

async function replyOf(
  { worker, progress, keys }: Thread,
  orders: readonly SentOrder[],
): Promise<ThreadReply | Stopped> {
  const done = new AbortController();
  Atomics.store(progress, 0, 0);
  const gone = (message: string): Stopped => ({ at: Atomics.load(progress, 0), kind: 'tooLarge', message });
  const exited = once(worker, 'exit', { signal: done.signal }).then(() =>
    gone('the template needs more memory than a text may'),
  );
  const replied = once(worker, 'message', { signal: done.signal }).then(([reply]) => reply as ThreadReply);
  worker.ref();
  try {
    worker.postMessage(batchOf(keys, orders));
    return await Promise.race([replied, exited, tooSlow(worker, progress, done.signal)]);
  } finally {
    done.abort();
    worker.unref();
    for (const waiting of [exited, replied]) waiting.catch(() => {});
  }
}

/** Resolves when one text has taken all the time that it may. A busy machine takes none of that. */
async function tooSlow(worker: Worker, progress: Int32Array, signal: AbortSignal): Promise<Stopped> {
  let at = -1;
  let begunMs = 0;
  for (;;) {
    await sleep(lookEveryMs, undefined, { signal, ref: false });
    const usedMs = await worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1_000,
      () => 0,
    );
    const now = Atomics.load(progress, 0);
    if (now !== at) begunMs = usedMs;
    at = now;
    if (usedMs - begunMs > msMax) return { at, kind: 'tooSlow', message: `the template takes more than ${msMax} ms` };
  }
}

/** The sources go only where the thread has not compiled them, and the thread forgets what was not used for long. */
function batchOf(keys: Map<string, number>, orders: readonly SentOrder[]): SentBatch {
  const sources = orders.map((order) => {
    if ('check' in order) return order;
    const { key, source } = order;
    const isKnown = keys.delete(key);
    keys.set(key, lengthOf(source));
    return isKnown ? { ...order, source: presence(source) } : order;
  });
  const used = new Set(orders.map((order) => ('check' in order ? '' : order.key)));
  const forget: string[] = [];
  let length = [...keys.values()].reduce((sum, one) => sum + one, 0);
  for (const [key, own] of keys) {
    if (used.has(key) || (keys.size <= keptMax && length <= keptLengthMax)) break;
    keys.delete(key);
    length -= own;
    forget.push(key);
  }
  return { forget, orders: sources };
}

/** Which parts there are, for a template that is compiled already. */
const presence = (source: TemplateSource): TemplateSource => ({
  subjectLine: source.subjectLine === null ? null : '',
  text: source.text === null ? null : '',
  html: source.html === null ? null : '',
});

/** Starts when the first text is asked for. Whoever comes while it ends waits for the next one. */
function threadNow(): Promise<Thread> {
  if (thread !== undefined) return thread;
  const started = startThread();
  thread = started;
  const forget = () => {
    if (thread === started) thread = undefined;
  };
  started.then(({ worker }) => worker.once('exit', forget), forget);
  return started;
}

/** Resolves once it has loaded the engine. */
async function startThread(): Promise<Thread> {
  const progress = new SharedArrayBuffer(4);
  const worker = new Worker(new URL('./template-thread.ts', import.meta.url), {
    workerData: { module: await boundedModule(), progress } satisfies ThreadData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
    env: {},
  });
  // Whoever waits hears of its end. An error of which nobody hears would end the process.
  worker.on('error', () => {});
  await once(worker, 'message');
  worker.unref();
  return { worker, progress: new Int32Array(progress), keys: new Map() };
}

async function replace({ worker }: Thread): Promise<void> {
  thread = undefined;
  await worker.terminate();
}

/** An idle process keeps none. */
function endThread(): void {
  const ended = thread;
  thread = undefined;
  void ended?.then(({ worker }) => worker.terminate());
}
