// Runs in a process of its own: sets the papers that it is sent. What strangers supply comes to one that is killed after
// its first paper (strangers-paper.ts), our own papers to one that is kept (pdf-of.ts).
import { replyToEach } from '#platform/apart/kept-processes.ts';
import { type PaperReply, receivedOrder, type SentOrder } from './order.ts';
import { typesetter } from './typeset.ts';

const { set } = typesetter();

replyToEach<SentOrder, PaperReply>((sent) => set(receivedOrder(sent)));
