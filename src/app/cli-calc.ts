// Computes loans from a file by the engine alone, without database and settings.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { styleText } from 'node:util';
import { type Calculation, calculate, type Question } from '@tenor/engine/calc/calculate.ts';
import { InputError } from '@tenor/engine/calc/input.ts';
import type { Line } from '@tenor/engine/calc/report.ts';
import { parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { parseInstant } from '@tenor/engine/values/instant.ts';
import type { Given } from './command.ts';
import { cannotRead } from './file-chunks.ts';
import { jsonOf } from './json-file.ts';
import { printable } from './printable.ts';
import { CalcRefused } from './said-in-words.ts';

export async function calc(what: Calculation, values: Given, words: readonly string[]): Promise<void> {
  const [file] = words;
  if (file === undefined)
    throw new CalcRefused(`The file is missing: tenor calc ${what} FILE, or - for standard input.`);
  const question = questionOf(values);
  const input = parsed(await contentOf(file), file);
  const report = inFile(file, () => calculate(what, input, question));
  const output = values.json === true ? JSON.stringify(report.json, null, 2) : report.lines.map(styled).join('\n');
  // A program such as head closes the pipe when it has read enough: that is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  process.stdout.write(`${output}\n`);
}

function questionOf(values: Given): Question {
  const day = (name: string) => {
    const written = values[name];
    if (typeof written !== 'string') return {};
    const date = /^\d{4}-\d\d-\d\d$/.test(written) ? parseCivilDate(written) : undefined;
    if (date === undefined)
      throw new CalcRefused(`--${name} must be a day such as 2027-10-05, not ${printable(written)}.`);
    return { day: dayOf(date) };
  };
  const known = values['known-at'];
  const knownAt = typeof known === 'string' ? parseInstant(known) : undefined;
  if (typeof known === 'string' && knownAt === undefined)
    throw new CalcRefused(`--known-at must be a moment such as 2027-08-02T00:00:00Z, not ${printable(known)}.`);
  return { ...day('on'), ...day('through'), ...(knownAt === undefined ? {} : { knownAt }) };
}

async function contentOf(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CalcRefused(cannotRead(printable(file), error));
  }
}

function parsed(content: string, file: string): unknown {
  try {
    return jsonOf(content);
  } catch (error) {
    throw new CalcRefused(`${shownName(file)} is not JSON: ${printable((error as Error).message)}.`);
  }
}

function inFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InputError) throw new CalcRefused(`${shownName(file)}: ${error.message}`);
    throw error;
  }
}

const shownName = (file: string): string => (file === '-' ? 'Standard input' : printable(file));

const styles = { title: 'bold', head: 'dim', rule: 'dim', row: null, total: 'bold', note: 'dim' } as const;

/** Styles are written to terminals only, and not when the terminal has them turned off. */
function styled({ kind, text }: Line): string {
  const style = styles[kind];
  return style === null || text === '' ? text : styleText(style, text, { stream: process.stdout });
}
