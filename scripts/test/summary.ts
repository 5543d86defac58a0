// The last lines of a run: what it took, the slowest files, each failure with its error, and at the very end the names of
// all that failed, so that a log of which only the end is left still names them.
import { byFile, seconds } from './ended.ts';
import type { Results } from './run-batches.ts';

export function summary({ ended, broken }: Results, wallMs: number, busyPercent: number): string {
  const files = [...byFile(ended)].sort(([, a], [, b]) => b.ms - a.ms);
  const failed = files.flatMap(([, one]) => one.failed);
  const spentMs = files.reduce((sum, [, { ms }]) => sum + ms, 0);
  return [
    '\nThe slowest files:',
    ...files.slice(0, 10).map(([file, { ms }]) => `${seconds(ms)}  ${file}`),
    `${seconds(spentMs)}  all ${files.length} together, within ${seconds(wallMs).trim()}, the processors ${busyPercent} % busy`,
    ...failed.map(({ file, name, error }) => `\nFAILED ${file}\n  ${name}\n${error}`),
    ...broken.map(({ files: those, said }) => `\nBROKE OFF ${those.join(' ')}\n${said}`),
  ].join('\n');
}

export const hasFailed = ({ ended, broken }: Results): boolean =>
  broken.length > 0 || ended.some(({ failed }) => failed.length > 0);

/** A log that was cut keeps its last few thousand characters. */
const charactersMax = 2_800;

/** Nothing is printed after it. */
export function lastLines({ ended, broken, unsteady }: Results): string {
  const tests = ended.reduce((sum, one) => sum + one.tests, 0);
  const failed = ended.flatMap((one) => one.failed);
  const told = [
    ...named('UNSTEADY', unsteady),
    ...named('FAILED', failed),
    ...broken.map(({ files }) => ({ word: 'BROKE OFF', file: files.join(' '), names: [] })),
  ];
  const count = `${tests} tests, ${failed.length} failed${broken.length === 0 ? '' : `, ${broken.length} processes broke off`}`;
  const lists = [Number.POSITIVE_INFINITY, 60, 0].map((nameMax) => listOf(told, nameMax));
  const list = lists.find(({ length }) => length <= charactersMax) ?? (lists.at(-1) as string);
  return `\n${list}${count}`;
}

interface Told {
  readonly word: string;
  readonly file: string;
  readonly names: readonly string[];
}

function named(word: string, tests: readonly { readonly file: string; readonly name: string }[]): Told[] {
  const files = Map.groupBy(tests, ({ file }) => file);
  return [...files].map(([file, those]) => ({ word, file, names: those.map(({ name }) => name) }));
}

/** Many failures are listed by the beginnings of their names, or by their number alone. */
function listOf(told: readonly Told[], nameMax: number): string {
  const short = (name: string): string => (name.length > nameMax ? `${name.slice(0, nameMax)}…` : name);
  const lines = told.map(({ word, file, names }) => {
    const those = nameMax === 0 ? ` (${names.length})` : names.map((name) => `\n  ${short(name)}`).join('');
    return `${word} ${file}${names.length === 0 ? '' : those}\n`;
  });
  return lines.join('');
}
