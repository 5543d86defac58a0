// A change of a loan before it is stored: what it needs, and the results of a replay with it and of one without it.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Actor } from '#platform/actor.ts';
import type { Emit } from '#platform/events/emit.ts';
import type { Difference, State } from '../loan/books.ts';
import type { ReplayStart } from '../timeline/held-loan.ts';

/** What a change of a loan needs from a command; the worker that lets the day pass has it as well. */
export interface LoanContext {
  readonly now: Instant;
  readonly emit: Emit;
  readonly actor: Actor;
  machineMicros(): number;
  /** Whether the caller may read what loans owe. Absent where there is no caller: what comes by itself. */
  readonly mayRead?: boolean;
}

export interface Replayed {
  readonly start: ReplayStart;
  /** The first day that the change touches. */
  readonly earliest: Day;
  readonly before: State;
  readonly after: State;
  /** Every fact since the start: the new ones and the index too. */
  readonly all: readonly Fact[];
  /** The same facts without the new ones. */
  readonly known: readonly Fact[];
  readonly fresh: readonly Fact[];
  readonly difference: Difference;
}
