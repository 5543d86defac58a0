// The figures of a line of credit: an old one with thousands of purchases, and one more fact on lines of every age.

import { replayLine } from '../../engine/line/replay.ts';
import { stored } from '../../engine/line/stored.ts';
import { type Clock, timed } from './clock.ts';
import { agedLine, boughtOn, checkpointOf, openLine, paidOn, unpaidLine } from './lines.ts';
import { inDigits, micros, roundsOfAll, speed, table } from './table.ts';

/** Statements and purchases. */
const sizes = [
  [3, 833],
  [12, 3_333],
  [36, 10_000],
] as const;
const newFact = 10_000_000;
/** Draws on which something is owed, holds and disputes that are open. */
const open = [
  ['draw', 10, 1_024],
  ['hold', 40, 48],
  ['dispute', 40, 48],
] as const;

export function measureLines(clock: Clock): void {
  measureNext(clock);
  measureWhole(clock);
  measureCheckpoint();
}

/** What of a stored checkpoint each open thing takes. */
function measureCheckpoint(): void {
  const bytesWith = (more: Parameters<typeof openLine>[0]): number => {
    const { terms, facts, through } = openLine(more);
    return JSON.stringify(stored(replayLine(terms, facts, { through }).position)).length;
  };
  const none = bytesWith({});
  const rows = open.map(([what, count, aim]) => ({
    each: what,
    bytes: Math.round((bytesWith({ [what]: count }) - none) / count),
    aim,
  }));
  table('line-checkpoint', `a checkpoint of a line: with one draw ${none} bytes (aim 8192), and for each more`, rows, {
    none,
    rows,
  });
}

/** One more fact from the last checkpoint: as fast on an old line as on a young one. */
function measureNext(clock: Clock): void {
  const lines = sizes.map(([statements, purchases]) => {
    const line = agedLine(statements, purchases);
    return { ...line, name: `${statements} statements, ${purchases} purchases`, from: checkpointOf(line) };
  });
  const works = lines.flatMap(({ name, terms, through, from }) => {
    const next = { through: through + 1, from };
    const bought = [boughtOn(through + 1, newFact, 1_234)];
    const paid = [paidOn(through + 1, 'payment', 5_000)];
    return [
      { name: `${name}: purchase`, run: () => replayLine(terms, bought, next) },
      { name: `${name}: payment`, run: () => replayLine(terms, paid, next) },
    ];
  });
  const times = timed(works, clock);
  const rows = lines.flatMap(({ name, from }) =>
    ['purchase', 'payment'].map((fact) => ({
      'one more': `${fact}, ${name}`,
      'us: median (min to max)': inDigits(micros(times, `${name}: ${fact}`)),
      aim: 20,
      'time to that of the youngest': inDigits(speed(times, `${lines[0]!.name}: ${fact}`, `${name}: ${fact}`)),
      'checkpoint, bytes': JSON.stringify(stored(from.position)).length,
    })),
  );
  table('line-next-fact', 'one more fact on a line, from the last checkpoint', rows, roundsOfAll(times));
}

/** Statements that nobody pays: a line for ever, and a quarter of it. */
const unpaid = [216, 864] as const;

/** All of an old line, the same without its purchases, a purchase found three statements later, lines without payments. */
function measureWhole(clock: Clock): void {
  const [statements, purchases] = sizes[2];
  const line = agedLine(statements, purchases);
  const { terms, facts, through } = line;
  const back = through - 95;
  const from = checkpointOf({ ...line, through: back });
  const late = [boughtOn(back + 1, newFact, 777), ...facts.filter(({ on }) => on > back)];
  const cyclesAlone = facts.filter(({ kind }) => kind !== 'purchase');
  const times = timed(
    [
      { name: 'all', run: () => replayLine(terms, facts, { through }) },
      { name: 'without purchases', run: () => replayLine(terms, cyclesAlone, { through }) },
      { name: 'backdated', run: () => replayLine(terms, late, { through, from }) },
      ...unpaid.map((statements) => {
        const never = unpaidLine(statements);
        return { name: `${statements} unpaid`, run: () => replayLine(never.terms, never.facts, never) };
      }),
    ],
    clock,
  );
  const row = (work: string, name: string, aim: number | '') => ({
    work,
    'us: median (min to max)': inDigits(micros(times, name)),
    aim,
  });
  const rows = [
    row(`all of ${statements} statements and ${facts.length} facts`, 'all', 15_000),
    row('the same without purchases', 'without purchases', ''),
    row('a purchase backdated over three statements', 'backdated', 1_000),
    ...unpaid.map((statements) => row(`${statements} statements that nobody pays`, `${statements} unpaid`, '')),
  ];
  table('line-replay', 'an old line', rows, roundsOfAll(times));
}
