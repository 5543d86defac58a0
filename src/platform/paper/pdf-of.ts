// Makes papers: a template of ours and data become a PDF. Processes do it beside this one; they start when the first
// paper is asked for, and end when there is nothing to do.
import { keptProcesses } from '#platform/apart/kept-processes.ts';
import type { Holder } from '#platform/http/supply.ts';
import { machineLimits } from '#platform/machine-limits.ts';
import { NoPaper, type PaperOrder, type PaperReply, type SentOrder, sentOrder } from './order.ts';
import { strangersPaper } from './strangers-paper.ts';

/** What Typst took for a paper is not all given back: some 70 kB of each stay. */
const papersMax = 500;
/** Two keep two processors busy. */
const inKept = keptProcesses<SentOrder, PaperReply>(new URL('./paper-process.ts', import.meta.url), {
  atOnceMax: Math.min(2, machineLimits().cores),
  piecesMax: papersMax,
});

/** Throws `NoPaper` where the data are too long, take too much, or are not what the template expects. */
export const pdfOf = async (order: PaperOrder): Promise<Uint8Array> => pdfIn(await inKept(sentOrder(order)));

/** The same of what a stranger supplied: in a process that can be killed, when it is the turn of who asks. Throws `NoPaper`. */
export const pdfOfStrangers = async (order: PaperOrder, who: Holder): Promise<Uint8Array> =>
  pdfIn(await strangersPaper({ ...order, isOfStrangers: true }, who));

function pdfIn(reply: PaperReply): Uint8Array {
  if ('pdf' in reply) return reply.pdf;
  throw new NoPaper(reply.why, reply.message);
}
