// Runs in a thread: renders and checks templates, one after the other. See render.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { ofEach } from '#platform/of-each.ts';
import { check } from './check.ts';
import { EngineEnded, engineOf } from './engine.ts';
import type { Checked, CheckOrder, Rendering, RenderOrder, TemplateSource } from './order.ts';

export interface ThreadData {
  readonly module: WebAssembly.Module;
  /** At which of its orders the thread is. */
  readonly progress: SharedArrayBuffer;
}

/** The context travels as text; a source only where the thread does not have it. */
export type SentOrder =
  | { readonly check: CheckOrder }
  | (Pick<RenderOrder, 'key' | 'mode' | 'language' | 'timezone'> & {
      readonly source: TemplateSource;
      readonly context: SentContext;
    });

export interface SentContext {
  readonly values: string;
  /** One that stands in several orders of a batch is sent and read once. */
  readonly objects: readonly (readonly [name: string, object: SentObject])[];
}

export interface SentObject {
  readonly json: string;
}

export interface SentBatch {
  readonly forget: readonly string[];
  readonly orders: readonly SentOrder[];
}

/** With `ended` the engine ended at the order that comes next. */
export interface ThreadReply {
  readonly results: readonly (Rendering | Checked)[];
  readonly ended: boolean;
}

function serve({ module, progress }: ThreadData): void {
  const engine = engineOf(module);
  const at = new Int32Array(progress);
  const one = (order: SentOrder, read: ReadObject): Rendering | Checked =>
    'check' in order
      ? check(engine, order.check)
      : engine.render({ ...order, context: contextOf(order.context, read) });
  parentPort?.on('message', ({ forget, orders }: SentBatch) => {
    for (const key of forget) engine.forget(key);
    const results: (Rendering | Checked)[] = [];
    const read = ofEach(({ json }: SentObject): unknown => JSON.parse(json));
    try {
      for (const [i, order] of orders.entries()) {
        Atomics.store(at, 0, i);
        results.push(one(order, read));
      }
      parentPort?.postMessage({ results, ended: false } satisfies ThreadReply);
    } catch (error) {
      if (!(error instanceof EngineEnded)) throw error;
      parentPort?.postMessage({ results, ended: true } satisfies ThreadReply);
    }
  });
  parentPort?.postMessage('ready');
}

type ReadObject = (object: SentObject) => unknown;

const contextOf = ({ values, objects }: SentContext, read: ReadObject): RenderOrder['context'] =>
  Object.fromEntries([
    ...Object.entries(JSON.parse(values)),
    ...objects.map(([name, object]) => [name, read(object)] as const),
  ]);

serve(workerData as ThreadData);
