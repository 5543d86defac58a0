// Makes papers: a template of ours and data become a PDF. Threads do it beside the event loop; they start when the first
// paper is asked for, and give back their memory when there is nothing to do.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { waitingLine } from '#platform/apart/waiting-line.ts';
import type { Holder } from '#platform/http/supply.ts';
import { machineLimits } from '#platform/machine-limits.ts';
import { NoPaper, type PaperOrder, type PaperReply, sentOrder } from './order.ts';
import { strangersPaper } from './strangers-paper.ts';

/** Two keep two processors busy. */
const threadsMax = Math.min(2, machineLimits().cores);

/** Throws `NoPaper` where the data are too long, take too much, or are not what the template expects. */
export const pdfOf = async (order: PaperOrder): Promise<Uint8Array> => pdfIn(await own(() => inThread(order)));

/** The same of what a stranger supplied: in a process that can be killed, when it is the turn of who asks. Throws `NoPaper`. */
export const pdfOfStrangers = async (order: PaperOrder, who: Holder): Promise<Uint8Array> =>
  pdfIn(await strangersPaper({ ...order, isOfStrangers: true }, who));

function pdfIn(reply: PaperReply): Uint8Array {
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
