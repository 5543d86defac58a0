// Figures as text for people, and as JSON lines for comparing runs.
import { appendFileSync, mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Figure } from './figures.ts';
import type { Round } from './load.ts';

export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = ((sorted[Math.ceil(middle) - 1] as number) + (sorted[Math.floor(middle)] as number)) / 2;
  return { min: sorted[0] as number, median, max: sorted.at(-1) as number };
}

/** The smallest value that at least this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

/** Each round of the service divided by the limit's round beside it: what slows the machine slows both. */
function ratios(ours: readonly Round[], limits: readonly Round[], of: (round: Round) => number): Spread {
  return spread(ours.map((round, i) => of(round) / of(limits[i] as Round)));
}

/** Eight connections are the figure; other numbers only show where it goes. */
export const mainConnections = 8;

interface Line {
  readonly what: string;
  readonly limitSays: string;
  /** By how it was asked: as said in the figure's name after the comma. */
  readonly cells: Map<string, string>;
}

const lines = new Map<string, Line>();

/** Enters a ratio into the one table of the run: above 1 the service is better than its limit. */
export function enter(
  { name, limitSays, aim }: Pick<Figure, 'name' | 'limitSays' | 'aim'>,
  ratio: Spread | number,
): void {
  const [what = name, how = 'warm'] = name.split(', ');
  const line = lines.get(`${what} ${limitSays}`) ?? { what, limitSays, cells: new Map() };
  const found = typeof ratio === 'number' ? ratio.toFixed(2) : inWords(ratio, 2);
  line.cells.set(how, aim === null ? found : `${found}, aim ${aim}`);
  lines.set(`${what} ${limitSays}`, line);
}

/** All ratios of the run in one table of Markdown; undefined if it had none. */
export function tableOfRatios(): string | undefined {
  if (lines.size === 0) return undefined;
  const hows = ['warm', 'cold', 'If-None-Match'];
  const rows = [...lines.values()].map(
    ({ what, limitSays, cells }) =>
      `| \`${what}\` | ${hows.map((how) => cells.get(how) ?? '').join(' | ')} | ${limitSays} |`,
  );
  return [`| what | ratio, ${hows.join(' | ')} | limit |`, '|---|---:|---:|---:|---|', ...rows].join('\n');
}

const folder = new URL('./out/', import.meta.url);
const startedAt = new Date().toISOString();

export function record(line: Record<string, unknown>): void {
  mkdirSync(folder, { recursive: true });
  const file = new URL(`${startedAt.replaceAll(':', '-')}.jsonl`, folder);
  appendFileSync(file, `${JSON.stringify({ startedAt, cores: cpus().length, ...line })}\n`);
}

const heads = [
  'figure',
  'connections',
  'ratio: median (min to max)',
  'aim',
  'service/s',
  'limit/s',
  'p99 ms',
  'CPU us',
];
const widths = [26, 12, 27, 6, 11, 9, 8, 10];
const line = (cells: readonly string[]): string => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' ');

export const tableHead = (): string => line(heads);

export interface Compared extends Pick<Figure, 'name' | 'limitSays' | 'aim'> {
  readonly limit: string;
  /** The number of connections that is the figure, if not the usual one. */
  readonly main?: number;
}

/** `CPU us`: processor time of the Node process for each request, the service's and the limit's. */
export function figureLine(
  { name, limit, limitSays, aim, main }: Compared,
  connections: number,
  ours: readonly Round[],
  limits: readonly Round[],
): string {
  const ratio = ratios(ours, limits, (round) => round.perSecond);
  const median = (rounds: readonly Round[], of: (round: Round) => number) => spread(rounds.map(of)).median;
  const rate = (rounds: readonly Round[]) => median(rounds, (round) => round.perSecond);
  const p99 = (rounds: readonly Round[]) => median(rounds, (round) => round.p99Ms ?? Number.NaN);
  const micros = (rounds: readonly Round[]) => median(rounds, (round) => round.processorMicrosPerRequest);
  record({ figure: name, connections, limit, limitSays, aim, ratio, rounds: [...ours, ...limits] });
  if (connections === (main ?? mainConnections)) enter({ name, limitSays, aim }, ratio);
  return line([
    name,
    String(connections),
    inWords(ratio, 2),
    aim === null ? '' : String(aim),
    rate(ours).toFixed(0),
    rate(limits).toFixed(0),
    Number.isNaN(p99(ours)) ? '' : `${p99(ours)} / ${p99(limits)}`,
    `${micros(ours).toFixed(0)} / ${micros(limits).toFixed(0)}`,
  ]);
}

export const inWords = ({ min, median, max }: Spread, decimals: number): string =>
  `${median.toFixed(decimals)} (${min.toFixed(decimals)} to ${max.toFixed(decimals)})`;
