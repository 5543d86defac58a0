// Processor time of pure functions in this process, with the threads of the collector and the compiler. Time in which
// another process has the core does not count. The works run round after round, so that disturbances of the machine
// reach all of them.

interface Work {
  readonly name: string;
  run(): unknown;
}

/** Microseconds of one run, for each round. */
export type Times = ReadonlyMap<string, readonly number[]>;

export interface Clock {
  readonly rounds: number;
  readonly roundMs: number;
}

export const clockOf = (isQuick: boolean): Clock =>
  isQuick ? { rounds: 3, roundMs: 10 } : { rounds: 31, roundMs: 40 };

/**
 * Each work warms up first. Every second round runs backwards, so that no work always comes after the same other one.
 */
export function timed(works: readonly Work[], { rounds, roundMs }: Clock): Times {
  const repeats = new Map(works.map((work) => [work, repeatsIn(work, roundMs)]));
  const times = new Map<string, number[]>(works.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const work of round % 2 === 0 ? works.toReversed() : works) {
      times.get(work.name)?.push(microsOf(work, repeats.get(work) ?? 1));
    }
  }
  return times;
}

/** The last result. It is kept so that the compiler cannot leave out work whose result nobody reads. */
export const outcome: { last: unknown } = { last: undefined };

export function microsOf({ run }: Work, repeats: number): number {
  const start = process.cpuUsage();
  for (let i = 0; i < repeats; i++) outcome.last = run();
  const { user, system } = process.cpuUsage(start);
  return Math.max(1, user + system) / repeats;
}

/** How often the work fits into a round once it is compiled: it runs for ten rounds and the last one counts. */
function repeatsIn(work: Work, roundMs: number): number {
  let repeats = 1;
  for (let spentMs = 0; spentMs < 10 * roundMs; ) {
    const micros = microsOf(work, repeats);
    spentMs += (micros * repeats) / 1000;
    repeats = Math.max(1, Math.round((roundMs * 1000) / micros));
  }
  return repeats;
}
