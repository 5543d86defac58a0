// Whoever counts what a company has moved takes its turn, so that of two at once not both find room. Each company has its
// row from the start. It is apart from the switch, which everything that is sent looks at.
import type { Tx } from '#platform/db/realm-database.ts';

const taken = new WeakSet<Tx>();

/** What is read from here on nobody adds to until the commit. The rows of persons are locked before, never after. */
export function takeTurn(tx: Tx): void {
  if (taken.has(tx)) return;
  taken.add(tx);
  tx.write(tx.db.updateTable('money_turns').set((eb) => ({ turns: eb('turns', '+', 1) })));
}

export const addTurns = (tx: Tx): void => tx.write(tx.db.insertInto('money_turns').values({ turns: 0 }));
