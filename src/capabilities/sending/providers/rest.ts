// A mail server that refuses everything is let alone for a while: no message is claimed meanwhile, no try is counted, and
// it goes on by itself. What concerns one letter alone says that the server works.
import type { MachineClock } from '#platform/clock.ts';
import type { Outcome } from '#platform/work/claimed/claimed-work.ts';
import type { Outgoing, Provider } from './provider.ts';

/** Whom an answer is about: the letter, or every letter. `perhapsAll`: the server refuses, and names no fault of the address. */
export type Concerns = 'one' | 'perhapsAll' | 'all';

/** Undefined: it says nothing of the server. */
export type CarrierOutcome = Outcome & { readonly concerns: Concerns | undefined };

/** How it stands is kept where the doctor and the metrics look. Null: it does not rest any more. */
export interface Resting {
  readonly why: string;
  readonly since: number;
  readonly until: number;
}

/** What follows from an outcome, and when that was known. */
export interface Said {
  readonly at: number;
  readonly resting: Resting | null;
}

interface Kept {
  readonly clock: Pick<MachineClock, 'micros'>;
  keep(said: Said): Promise<void>;
}

type Carrier = Omit<Provider, 'send'> & {
  send(message: Outgoing, isMine?: () => boolean): Promise<CarrierOutcome>;
};

const second = 1_000_000;
const firstSeconds = 5;
const lastSeconds = 300;
/** So many letters in a row, to whomever they were: then it is not for the letters. */
const refusedInRowMax = 10;

export function resting(carrier: Carrier, kept: Kept): Provider {
  const rest = new Rest(kept);
  return {
    knowsIds: carrier.knowsIds,
    restsUntil: () => rest.until(),
    async send(message, isMine) {
      const leftAfter = rest.begun;
      const { concerns, ...outcome } = await carrier.send(message, isMine);
      if (concerns === undefined) return outcome;
      const means = rest.meaningOf({ concerns, why: outcome.reason, leftAfter });
      if (means === 'letter') return outcome;
      // A letter that perhaps is refused for what it is uses up its tries, so it does not come back without end.
      return concerns === 'all' ? { ...outcome, kind: 'later', isUntried: true } : { ...outcome, kind: 'later' };
    },
  };
}

interface Met {
  readonly concerns: Concerns;
  readonly why: string;
  /** How many rests had begun when the letter left. */
  readonly leftAfter: number;
}

class Rest {
  readonly #kept: Kept;
  #refusedInRow = 0;
  #rests = 0;
  #since = 0;
  #until = 0;
  #begun = 0;
  #saidAt = 0;
  /** A process that ended may have left behind that it rests. */
  #isKnownAwake = false;

  constructor(kept: Kept) {
    this.#kept = kept;
  }

  until(): number | undefined {
    return this.#until > this.#kept.clock.micros() ? this.#until : undefined;
  }

  /** How many rests have begun: a letter that left before the last one says nothing of how the server stands since. */
  get begun(): number {
    return this.#begun;
  }

  /** Takes down what a letter has met, and says whether that was for the letter, or for the server. */
  meaningOf({ concerns, why, leftAfter }: Met): 'letter' | 'server' {
    const isOlder = leftAfter < this.#begun;
    if (concerns === 'one') {
      if (!isOlder) this.#end();
      // A server that takes some letters and turns others away, as one that limits connections, rests shortly each time.
      else this.#rests = Math.min(this.#rests, 1);
      return 'letter';
    }
    const isSuspected = this.#rests > 0;
    if (isOlder) return concerns === 'all' || isSuspected ? 'server' : 'letter';
    this.#refusedInRow += 1;
    const isEnough = concerns === 'all' || this.#refusedInRow >= refusedInRowMax;
    if (isEnough) this.#begin(why);
    return isEnough || isSuspected ? 'server' : 'letter';
  }

  /** What leaves while it rests, because it was claimed before, makes no second rest. */
  #begin(why: string): void {
    const now = this.#kept.clock.micros();
    if (this.#until > now) return;
    if (this.#rests === 0) this.#since = now;
    this.#refusedInRow = 0;
    this.#until = now + Math.min(lastSeconds, firstSeconds * 2 ** Math.min(this.#rests, 10)) * second;
    this.#rests += 1;
    this.#begun += 1;
    this.#isKnownAwake = false;
    this.#keep({ why, since: this.#since, until: this.#until });
  }

  #end(): void {
    this.#refusedInRow = 0;
    if (this.#isKnownAwake) return;
    this.#isKnownAwake = true;
    this.#rests = 0;
    this.#until = 0;
    this.#keep(null);
  }

  /** Where it could not be written down, the next rest writes it. */
  #keep(resting: Resting | null): void {
    this.#saidAt = Math.max(this.#kept.clock.micros(), this.#saidAt + 1);
    this.#kept.keep({ at: this.#saidAt, resting }).catch(() => {});
  }
}
