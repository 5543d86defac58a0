// Turns for what only so many may do at once. They limit the requests that are worked on, so that those of one key never
// make all others wait for a connection to the database; capabilities use them for other work. A free turn goes to the companies one after the other, and within a company to its keys one after
// the other, however many requests of one key wait.
import { type GiveBack, type Holder, supply } from './supply.ts';

export interface Turns {
  /** Begins at once, or when it is the holder's turn. */
  take(holder: Holder): GiveBack | Promise<GiveBack>;
  readonly waiting: number;
}

interface Waiting {
  readonly holder: Holder;
  begin(giveBack: GiveBack): void;
}

/** For one key the request that came first is in front; for one company the key whose turn is next. */
type Queue = Map<string, Waiting[]>;

export function fairTurns(total: number): Turns {
  const turns = supply({ total, of: 'turns' });
  const companies = new Map<string, Queue>();
  let waiting = 0;

  function tryTake(holder: Holder): GiveBack | undefined {
    const giveBack = turns.tryTake(holder);
    return (
      giveBack &&
      (() => {
        giveBack();
        if (waiting > 0) passOn();
      })
    );
  }

  /** Begins waiting requests until none of them may have another turn. */
  function passOn(): void {
    while (waiting > 0 && [...companies].some(([companyId, queue]) => beginOne(companyId, queue)));
  }

  function beginOne(companyId: string, queue: Queue): boolean {
    for (const [id, [first, ...others]] of queue) {
      const giveBack = first && tryTake(first.holder);
      if (giveBack === undefined) continue;
      waiting -= 1;
      toTheEnd(queue, id, others);
      toTheEnd(companies, companyId, queue);
      first?.begin(giveBack);
      return true;
    }
    return false;
  }

  return {
    get waiting() {
      return waiting;
    },
    take(holder) {
      const queue = companies.get(holder.realm.companyId);
      // A request never passes waiting requests of the same key.
      const giveBack = queue?.has(holder.actor.id) ? undefined : tryTake(holder);
      if (giveBack !== undefined) return giveBack;
      return new Promise((begin) => {
        const { companyId } = holder.realm;
        const queueOf = queue ?? new Map<string, Waiting[]>();
        companies.set(companyId, queueOf);
        queueOf.set(holder.actor.id, [...(queueOf.get(holder.actor.id) ?? []), { holder, begin }]);
        waiting += 1;
      });
    },
  };
}

function toTheEnd<T extends { readonly length: number } | { readonly size: number }>(
  all: Map<string, T>,
  name: string,
  one: T,
): void {
  all.delete(name);
  if ('length' in one ? one.length > 0 : one.size > 0) all.set(name, one);
}
