// Turns for what only so many may do at once. They limit the requests that are worked on, so that those of one key never
// make all others wait for a connection to the database; capabilities use them for other work. A free turn goes to the
// company that has used the least of late, companies that have used the same come one after the other, and so do the
// keys within a company, however many requests of one key wait. Who has to rest begins later.
import { type GiveBack, type Holder, type Supply, supply } from './supply.ts';

export interface Turns {
  /** Begins at once, or when it is the holder's turn. */
  take(holder: Holder): GiveBack | Promise<GiveBack>;
  readonly waiting: number;
}

/** What a turn depends on besides those that are free. */
export interface Uses {
  /** How much a company, or a key, has used of late. */
  ofCompany(companyId: string): number;
  ofKey(keyId: string): number;
  /** How many turns a key, or a company, may have at once. */
  keyAtOnce(keyId: string): number;
  companyAtOnce(companyId: string): number;
  /** Its turn begins. */
  begins(holder: Holder): void;
  /** How long it must wait for its next turn. */
  restMs(holder: Holder): number;
}

const noBound = (): number => Number.POSITIVE_INFINITY;
export const nobodyUses: Uses = {
  ofCompany: () => 0,
  ofKey: () => 0,
  keyAtOnce: noBound,
  companyAtOnce: noBound,
  begins: () => {},
  restMs: () => 0,
};

interface Waiting {
  readonly holder: Holder;
  begin(giveBack: GiveBack): void;
}

/** For one key the request that came first is in front; for one company the key whose turn is next. */
type Queue = Map<string, Waiting[]>;

export function fairTurns(total: number, uses: Uses = nobodyUses): Turns {
  const turns = supply({ total, of: 'turns' });
  const companies = new Map<string, Queue>();
  let waiting = 0;
  let rest: NodeJS.Timeout | undefined;
  /** The shortest rest for which a turn was refused. It is kept, because asked again the rest may just have ended. */
  let refusedMs = Number.POSITIVE_INFINITY;

  function tryTake(holder: Holder): GiveBack | undefined {
    const restMs = hasItsTurns(holder, turns, uses) ? lookAgainMs : uses.restMs(holder);
    if (restMs > 0) refusedMs = Math.min(refusedMs, restMs);
    const giveBack = restMs > 0 ? undefined : turns.tryTake(holder);
    if (giveBack === undefined) return undefined;
    uses.begins(holder);
    return () => {
      giveBack();
      if (waiting > 0) passOn();
    };
  }

  /** Begins waiting requests until none of them may have another turn. */
  function passOn(): void {
    while (waiting > 0 && leastFirst(companies, uses.ofCompany).some(([id, queue]) => beginOne(id, queue)));
    if (waiting > 0) afterRest();
  }

  function beginOne(companyId: string, queue: Queue): boolean {
    for (const [id, [first, ...others]] of leastFirst(queue, uses.ofKey)) {
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

  /** No turn that is given back will wake those who only have to rest. */
  function afterRest(): void {
    if (rest !== undefined || refusedMs === Number.POSITIVE_INFINITY) return;
    const wake = (): void => {
      rest = undefined;
      passOn();
    };
    rest = setTimeout(wake, Math.ceil(refusedMs));
    refusedMs = Number.POSITIVE_INFINITY;
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
        afterRest();
      });
    },
  };
}

/** Who has its turns may soon have more, though none of them ends. */
const lookAgainMs = 50;

/** Strangers count as one company, so one of them could make all the others wait. Other bounds hold for them. */
const hasItsTurns = ({ actor, realm }: Holder, turns: Supply, uses: Uses): boolean =>
  actor.type !== 'provider' &&
  (turns.heldBy(actor.id) >= uses.keyAtOnce(actor.id) ||
    turns.heldBy(realm.companyId) >= uses.companyAtOnce(realm.companyId));

/** Callers that have used the same stay in their order. */
const leastFirst = <T>(all: ReadonlyMap<string, T>, usedBy: (name: string) => number): [string, T][] =>
  all.size === 1
    ? [...all]
    : [...all]
        .map((one) => ({ one, used: usedBy(one[0]) }))
        .sort((a, b) => a.used - b.used)
        .map(({ one }) => one);

function toTheEnd<T extends { readonly length: number } | { readonly size: number }>(
  all: Map<string, T>,
  name: string,
  one: T,
): void {
  all.delete(name);
  if ('length' in one ? one.length > 0 : one.size > 0) all.set(name, one);
}
