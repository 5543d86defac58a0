// npm run bench -- compare REF: the files as they are beside another version, round by round in turn, and what has
// changed by more than the rounds differ among themselves.
import type { Cleanup } from '../cleanup.ts';
import { alternately } from '../load.ts';
import { inWords, quantile, record, type Spread, spread } from '../report.ts';
import { checkOut, commitOf, projectRoot } from './checkout.ts';
import { type Measured, measure, type Question, questions, type Side, setSide } from './side.ts';

/** Seven coins that fall alike are one in 64: fewer rounds would name what has not changed. */
const rounds = 7;
/** Time to compile the code of a question. */
const warmSeconds = 3;
/** Less than that is not named, even if all rounds agree. */
const smallest = 0.03;

export async function compareVersions(ref: string, cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const commit = commitOf(ref);
  const root = checkOut(commit, cleanup);
  console.log(`before: ${ref} (${commit.slice(0, 9)}), after: the files as they are\n`);
  const sides = [await setSide('before', root, cleanup), await setSide('after', projectRoot, cleanup)] as const;
  console.log(line(heads));
  const found: Compared[] = [];
  for (const question of questions) {
    const compared = await compareOne(question, sides, isQuick ? 1 : 3);
    found.push(compared);
    console.log(line(cellsOf(compared)));
    record({ figure: 'compare', ref, commit, ...compared });
  }
  console.log(`\n${inSentences(found)}`);
}

interface Compared {
  readonly what: string;
  /** Microseconds of processor time a request, of the service and its database server together. */
  readonly before: number;
  readonly after: number;
  /** After divided by before, round by round: below 1 is better. */
  readonly processor: Spread;
  /** The same of requests a second: above 1 is better. */
  readonly rate: Spread;
  readonly verdict: 'less' | 'more' | '';
}

async function compareOne(question: Question, sides: readonly [Side, Side], seconds: number): Promise<Compared> {
  for (const side of sides) await measure(side, question, 0, warmSeconds);
  const measured = await alternately(
    sides.map((side) => async (round: number) => ({ side, ...(await measure(side, question, round, seconds)) })),
    rounds,
  );
  const of = (wanted: Side): Measured[] => measured.filter(({ side }) => side === wanted);
  const [before, after] = [of(sides[0]), of(sides[1])];
  const ratios = (of: (one: Measured) => number): Spread =>
    spread(after.map((one, i) => of(one) / of(before[i] as Measured)));
  const micros = ({ serviceMicros, databaseMicros }: Measured): number => serviceMicros + databaseMicros;
  const processor = ratios(micros);
  return {
    what: question.name,
    before: spread(before.map(micros)).median,
    after: spread(after.map(micros)).median,
    processor,
    rate: ratios(({ perSecond }) => perSecond),
    verdict: verdictOf(before.map(micros), after.map(micros)),
  };
}

/**
 * More or less only if each round says so, and the median by more than one version's rounds differ among themselves:
 * three in four of its neighbours are nearer to each other.
 */
export function verdictOf(before: readonly number[], after: readonly number[]): Compared['verdict'] {
  const distances = [before, after].flatMap((side) => side.slice(1).map((one, i) => distance(one, side[i] as number)));
  const { min, median, max } = spread(after.map((one, i) => one / (before[i] as number)));
  if (distance(median, 1) < Math.max(smallest, quantile(distances, 0.75))) return '';
  if (max < 1) return 'less';
  return min > 1 ? 'more' : '';
}

const distance = (a: number, b: number): number => Math.abs(Math.log(a / b));

const heads = ['what', 'before us', 'after us', 'processor time, after / before', 'requests a second', 'changed'];
const widths = [24, 10, 10, 32, 24, 8];
const line = (cells: readonly string[]): string => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' ');

const cellsOf = ({ what, before, after, processor, rate, verdict }: Compared): string[] => [
  what,
  before.toFixed(0),
  after.toFixed(0),
  inWords(processor, 2),
  inWords(rate, 2),
  verdict,
];

function inSentences(found: readonly Compared[]): string {
  const changed = found.filter(({ verdict }) => verdict !== '');
  if (changed.length === 0) return `Nothing has changed beyond the spread of ${rounds} rounds.`;
  return changed
    .map(({ what, processor, verdict }) => {
      const percent = Math.abs(Math.round((processor.median - 1) * 100));
      return `${what}: ${percent} % ${verdict} processor time in each of ${rounds} rounds.`;
    })
    .join('\n');
}
