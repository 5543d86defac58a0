// The figures of the engine: pure functions in this process, no server and no database.
import { difference } from '../../engine/account/difference.ts';
import { replay } from '../../engine/installment/replay.ts';
import type { State } from '../../engine/installment/state.ts';
import { inWords, spread } from '../report.ts';
import { type Clock, clockOf, microsOf, timed } from './clock.ts';
import { libraries, ours, versionOf } from './libraries.ts';
import { bareJson, bareLoop, checkpointAsJson } from './limits.ts';
import { measureLines } from './line-figures.ts';
import {
  agedLoan,
  fiveYears,
  indexLoans,
  type Loan,
  monthlyIndexLoan,
  newIndex,
  paidOnTime,
  sparseLoan,
  today,
} from './loans.ts';
import { allocatedBy, heldBy } from './memory.ts';
import { checkSums, randomLoans } from './schedule-sums.ts';
import { inDigits, type Line, micros, roundsOfAll, speed, table } from './table.ts';

export async function measureEngine(isQuick: boolean): Promise<void> {
  const clock = clockOf(isQuick);
  measureReplay(clock, isQuick ? 100 : 1000);
  measureNextFact(clock);
  measureRerating(isQuick ? 500 : 10_000, isQuick ? 2 : 7);
  measureDays(clock);
  measureIndexFacts(clock);
  measureLines(clock);
  await measureMemory(1000);
}

const replayed = ({ terms, facts, through }: Loan): State => replay(terms, facts, { through });

/** A full replay beside its limits and beside the bare schedule of every library, in one set of rounds. */
function measureReplay(clock: Clock, loanCount: number): void {
  const loan = paidOnTime(fiveYears);
  const state = replayed(loan);
  if (state.position.paidOffOn !== loan.through) throw new Error('The loan of the figure is not paid off at its end.');
  const times = timed(
    [
      { name: 'replay', run: () => replayed(loan) },
      { name: ours.name, run: ours.prepare(fiveYears) },
      { name: 'bare JSON', run: bareJson(loan, state) },
      { name: 'bare loop', run: () => bareLoop(fiveYears) },
      ...libraries.map((library) => ({ name: library.name, run: library.prepare(fiveYears) })),
    ],
    clock,
  );
  const lines = ['replay', ours.name, 'bare JSON', 'bare loop'].map((name) => ({
    work: name,
    'us: median (min to max)': inDigits(micros(times, name)),
    aim: name === 'replay' ? 50 : '',
    'ratio to bare JSON': inDigits(speed(times, name, 'bare JSON')),
    'ratio to bare loop': inDigits(speed(times, name, 'bare loop')),
  }));
  table('replay', `a loan of 60 payments replayed from its ${loan.facts.length} facts`, lines, roundsOfAll(times));
  const loans = randomLoans(loanCount);
  const libraryLines = [...libraries, ours].map((scheduler) => {
    const sums = checkSums(scheduler, loans);
    return {
      library: `${scheduler.name} ${scheduler === ours ? '' : versionOf(scheduler.name)}`,
      'us a schedule': inDigits(micros(times, scheduler.name)),
      'replay to it': inDigits(speed(times, 'replay', scheduler.name)),
      'scheduleOf to it': inDigits(speed(times, ours.name, scheduler.name)),
      'foots, of': `${sums.all} / ${loanCount}`,
      'sum, last, rows': `${sums.principal}, ${sums.last}, ${sums.rows}`,
      it: scheduler.says,
    };
  });
  table('libraries', 'the bare schedule of the same loan by what npm has', libraryLines, { loanCount });
}

const ages = [1, 5, 10, 30];

/** The next payment of a loan over 40 years, from a checkpoint on the day of the one before. */
function measureNextFact(clock: Clock): void {
  const loans = ages.map((age) => ({ name: `${age} years`, ...agedLoan(age) }));
  for (const { facts, from, terms, name } of loans) {
    const { steps } = replay(terms, facts, { through: facts[0]?.on ?? from.through, from }).records;
    if (steps.length !== 2) throw new Error(`After ${name} a turn and a payment came to ${steps.length} steps.`);
  }
  const times = timed(
    loans.flatMap((loan) => {
      const { name, terms, facts, from } = loan;
      const through = facts[0]?.on ?? from.through;
      return [
        { name, run: () => replay(terms, facts, { through, from }) },
        { name: `${name}, bare JSON`, run: checkpointAsJson(loan) },
      ];
    }),
    clock,
  );
  const lines = loans.map(({ name }) => ({
    age: name,
    'us: median (min to max)': inDigits(micros(times, name)),
    'time to that of 1 year': inDigits(speed(times, '1 years', name)),
    'ratio to bare JSON': inDigits(speed(times, name, `${name}, bare JSON`)),
  }));
  table('next-fact', 'one more fact from the last checkpoint', lines, roundsOfAll(times));
}

/**
 * An index rate is corrected 90 days back: each loan is replayed as it was and as it is now, and the postings of the
 * difference are made.
 */
function measureRerating(count: number, rounds: number): void {
  const loans = indexLoans(count);
  const states: { before: State; after: State }[] = [];
  const json = loans.map(checkpointAsJson);
  const parts = {
    before: () => {
      states.length = 0;
      for (const { terms, facts, from } of loans) {
        const before = replay(terms, facts, { through: today, from });
        states.push({ before, after: before });
      }
    },
    after: () => {
      loans.forEach(({ terms, facts, from }, i) => {
        states[i]!.after = replay(terms, [newIndex, ...facts], { through: today, from });
      });
    },
    difference: () => {
      for (const { before, after } of states) {
        if (difference(before, after).postings.length === 0) throw new Error('A loan was not re-rated.');
      }
    },
    'bare JSON': () => json.map((run) => run().length),
  };
  const names = Object.keys(parts) as (keyof typeof parts)[];
  const seconds = Array.from({ length: rounds }, () => {
    const round = names.map((name) => [name, microsOf({ name, run: parts[name] }, 1) / 1e6] as const);
    return Object.fromEntries(round) as Record<keyof typeof parts, number>;
  });
  const all = (round: Record<keyof typeof parts, number>): number => round.before + round.after + round.difference;
  const line = (part: string, of: (round: Record<keyof typeof parts, number>) => number, aim: string | number) => ({
    part,
    's: median (min to max)': inWords(spread(seconds.map(of)), 3),
    aim,
    'ratio to bare JSON': inDigits(spread(seconds.map((round) => round['bare JSON'] / of(round)))),
  });
  const lines = [line('all', all, 3), ...names.map((name) => line(name, (round) => round[name], ''))];
  table('rerating', `${count} index loans re-rated 90 days back`, lines, { seconds });
}

/** The same number of facts, over few days and over many. */
function measureDays(clock: Clock): void {
  const works = [5, 50].map((years) => ({ name: `${years} years`, loan: sparseLoan(years, 60) }));
  const times = timed(
    works.map(({ name, loan }) => ({ name, run: () => replayed(loan) })),
    clock,
  );
  const lines = works.map(({ name }) => ({
    over: name,
    'us: median (min to max)': inDigits(micros(times, name)),
    'time to that of 5 years': inDigits(speed(times, '5 years', name)),
  }));
  table('days', 'a single term with 60 payments between', lines, roundsOfAll(times));
}

/** An index that changes every month: the cost of a change must not grow with the number of changes before it. */
function measureIndexFacts(clock: Clock): void {
  const works = [15, 30, 60, 120].map((count) => ({ name: String(count), count, loan: monthlyIndexLoan(count) }));
  const times = timed(
    works.map(({ name, loan }) => ({ name, run: () => replayed(loan) })),
    clock,
  );
  const lines = works.map(({ name, count }) => {
    const { min, median, max } = micros(times, name);
    return {
      changes: name,
      'us a change: median (min to max)': inDigits({ min: min / count, median: median / count, max: max / count }),
    };
  });
  table('index-facts', 'a loan over 30 years whose index changes every month', lines, roundsOfAll(times));
}

async function measureMemory(held: number): Promise<void> {
  const loan = paidOnTime(fiveYears);
  const { terms, from, facts } = agedLoan(5);
  const next = () => replay(terms, facts, { through: facts[0]?.on ?? from.through, from });
  const kibibytes = (bytes: number): string => (bytes / 1024).toFixed(1);
  const works: readonly (readonly [string, () => State])[] = [
    ['replay, 60 payments', () => replayed(loan)],
    ['one more fact', next],
    ...[5, 50].map((years) => {
      const sparse = sparseLoan(years, 60);
      return [`60 payments over ${years} years`, () => replayed(sparse)] as const;
    }),
  ];
  const lines: Line[] = [];
  for (const [work, run] of works) {
    lines.push({
      work,
      'KiB taken': kibibytes(await allocatedBy(run)),
      'KiB held by the state': kibibytes(heldBy(run, held)),
      'without records': kibibytes(heldBy(() => run().position, held)),
    });
  }
  table('memory', 'heap of one call', lines, { lines });
}
