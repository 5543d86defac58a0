// Makes a paper of what a stranger supplied, in a process that is killed when it takes too much.
import { inOwnProcess, TookTooMuch } from '#platform/apart/in-own-process.ts';
import type { Holder } from '#platform/http/supply.ts';
import { NoPaper, type PaperOrder, type PaperReply, sentOrder } from './order.ts';

/** Throws `NoPaper`. */
export const strangersPaper = (order: PaperOrder, who: Holder): Promise<PaperReply> =>
  inOwnProcess<PaperReply>(new URL('./paper-process.ts', import.meta.url), sentOrder(order), who).catch((error) => {
    if (error instanceof TookTooMuch) throw new NoPaper('tooMuch', error.message);
    throw error;
  });
