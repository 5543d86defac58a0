// Runs in a process of its own: sets one paper of which a stranger supplied the contents. Whoever started it kills it when
// it takes too much. See strangers-paper.ts.
import { receivedOrder, type SentOrder } from './order.ts';
import { typesetter } from './typeset.ts';

process.once('message', (sent: SentOrder) => {
  process.send?.(typesetter().set(receivedOrder(sent)));
});
process.once('disconnect', () => process.exit());
