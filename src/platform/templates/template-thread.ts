// Runs in a thread: renders and checks templates, one after the other. See render.ts.
import { parentPort, workerData } from 'node:worker_threads';
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
      readonly context: string;
    });

export interface SentBatch {
  readonly forget: readonly string[];
  readonly orders: readonly SentOrder[];
}

/** With `ended` the engine ended at the order that comes next. */
export interface ThreadReply {
  readonly results: readonly (Rendering | Checked)[];
  readonly ended: boolean;
}

/** What is null is as if it were not there: a text asks for a field, not for which kind of nothing it is. */
const withoutNulls = (_: string, value: unknown): unknown => (value === null ? undefined : value);

function serve({ module, progress }: ThreadData): void {
  const engine = engineOf(module);
  const at = new Int32Array(progress);
  const one = (order: SentOrder): Rendering | Checked =>
    'check' in order
      ? check(engine, order.check)
      : engine.render({ ...order, context: JSON.parse(order.context, withoutNulls) });
  parentPort?.on('message', ({ forget, orders }: SentBatch) => {
    for (const key of forget) engine.forget(key);
    const results: (Rendering | Checked)[] = [];
    try {
      for (const [i, order] of orders.entries()) {
        Atomics.store(at, 0, i);
        results.push(one(order));
      }
      parentPort?.postMessage({ results, ended: false } satisfies ThreadReply);
    } catch (error) {
      if (!(error instanceof EngineEnded)) throw error;
      parentPort?.postMessage({ results, ended: true } satisfies ThreadReply);
    }
  });
  parentPort?.postMessage('ready');
}

serve(workerData as ThreadData);
