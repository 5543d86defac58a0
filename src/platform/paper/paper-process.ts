// Runs in a process of its own: sets one paper of which a stranger supplied the contents. See strangers-paper.ts.
import { replyOnce } from '#platform/apart/in-own-process.ts';
import { type PaperReply, receivedOrder, type SentOrder } from './order.ts';
import { typesetter } from './typeset.ts';

replyOnce<SentOrder, PaperReply>((sent) => typesetter().set(receivedOrder(sent)));
