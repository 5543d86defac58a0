// A supply that all callers share and that nobody may use up: places for requests, bytes of arriving bodies. A key may
// have as much as is still free, a company twice as much. So one key alone gets half of the total, two get a third
// each, and however many share, something is left for one more that has nothing yet.
import type { Caller } from '#platform/command/context.ts';
import { errors, Refusal } from '#platform/errors.ts';

/** Gives back what was taken; a second call does nothing. */
export type GiveBack = () => void;

export type Holder = Pick<Caller, 'actor' | 'realm'>;

export interface Supply {
  /** Errors: Overloaded when too little is left, TooManyRequests when the key or its company already has its share. */
  take(holder: Holder, amount?: number): GiveBack;
  /** The same without an error: undefined when it is refused. */
  tryTake(holder: Holder, amount?: number): GiveBack | undefined;
  /** What a key, or a company, has of it. */
  heldBy(id: string): number;
  readonly taken: number;
  readonly refused: number;
}

interface SupplyOptions {
  /** Zero: without limit. */
  readonly total: number;
  /** What the total counts, in words: `requests under way`. */
  readonly of: string;
}

/** A part is normally given back in less than a second. */
const retryAfter = { 'retry-after': '1' };

const companyPart = 2;

export function supply({ total, of }: SupplyOptions): Supply {
  const held = new Map<string, number>();
  let taken = 0;
  let refused = 0;
  const add = (who: string, amount: number): void => {
    const holds = (held.get(who) ?? 0) + amount;
    if (holds === 0) held.delete(who);
    else held.set(who, holds);
  };
  const whyNot = ({ actor, realm }: Holder, amount: number): Refusal | undefined => {
    if (total === 0) return undefined;
    const free = total - taken;
    if (free < amount) return overloaded(total, of);
    if (isBeyond(held.get(actor.id), amount, free))
      return shareHeld(actor.type === 'key' ? 'This API key' : 'This caller', of);
    return isBeyond(held.get(realm.companyId), amount, companyPart * free) ? shareHeld('This company', of) : undefined;
  };
  const give = ({ actor, realm }: Holder, amount: number): GiveBack => {
    const change = (by: number): void => {
      taken += by;
      add(actor.id, by);
      add(realm.companyId, by);
    };
    change(amount);
    let isHeld = true;
    return () => {
      if (isHeld) change(-amount);
      isHeld = false;
    };
  };
  return {
    get taken() {
      return taken;
    },
    get refused() {
      return refused;
    },
    heldBy: (id) => held.get(id) ?? 0,
    take(holder, amount = 1) {
      const refusal = whyNot(holder, amount);
      if (refusal === undefined) return give(holder, amount);
      refused += 1;
      throw refusal;
    },
    tryTake: (holder, amount = 1) => (whyNot(holder, amount) === undefined ? give(holder, amount) : undefined),
  };
}

/** A key or a company that has nothing yet may always take. */
const isBeyond = (holds: number | undefined, amount: number, most: number): boolean =>
  holds !== undefined && holds + amount > most;

const overloaded = (total: number, of: string): Refusal =>
  new Refusal(errors.Overloaded, `Of ${total} ${of} too few are free.`, { headers: retryAfter });

const shareHeld = (who: string, of: string): Refusal =>
  new Refusal(errors.TooManyRequests, `${who} has its share of the ${of}; others need the rest.`, {
    headers: retryAfter,
  });
