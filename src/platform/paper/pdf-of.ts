// Makes papers: a template of ours and data become a PDF. Threads do it beside the event loop; they start when the first
// paper is asked for, and give back their memory when there is nothing to do.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { waitingLine } from '#platform/apart/waiting-line.ts';
import { machineLimits } from '#platform/machine-limits.ts';
import { NoPaper, type PaperOrder, type PaperReply, sentOrder } from './order.ts';
import { strangersPaper } from './strangers-paper.ts';

/** Two keep two processors busy. */
const threadsMax = Math.min(2, machineLimits().cores);

/** Throws `NoPaper` where the data are too long, take too much, or are not what the template expects. */
export async function pdfOf(order: PaperOrder): Promise<Uint8Array> {
  const reply = await (order.isOfStrangers ? strangersPaper(order) : own(() => inThread(order)));
  if ('pdf' in reply) return reply.pdf;
  throw new NoPaper(reply.why, reply.message);
}

const own = waitingLine(threadsMax);

const idle: Worker[] = [];
let forgetting: NodeJS.Timeout | undefined;
const idleMs = 5_000;

async function inThread(order: PaperOrder): Promise<PaperReply> {
  const thread = idle.pop() ?? startThread();
  thread.ref();
  thread.postMessage(sentOrder(order));
  const [reply] = await once(thread, 'message');
  thread.unref();
  idle.push(thread);
  clearTimeout(forgetting);
  forgetting = setTimeout(() => idle[0]?.postMessage('forget'), idleMs).unref();
  return reply;
}

function startThread(): Worker {
  const thread = new Worker(new URL('./paper-thread.ts', import.meta.url));
  // Whoever waits for a paper hears of its end too. An error of which nobody hears would end the process.
  thread.on('error', () => {});
  return thread;
}
