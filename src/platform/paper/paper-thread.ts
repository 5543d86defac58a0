// Runs in a thread: sets the papers that it is sent. See pdf-of.ts.
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { receivedOrder, type SentOrder } from './order.ts';
import { typesetter } from './typeset.ts';

// Requests get the processor first. On Linux this is the priority of the thread alone.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { set, forget } = typesetter();

parentPort?.on('message', (sent: SentOrder | 'forget') => {
  if (sent === 'forget') return forget();
  parentPort?.postMessage(set(receivedOrder(sent)));
});
