// Metadata: a map that the service stores and returns unchanged. The limits are those of section 8 of the
// specification, counted in code points, so that an emoji is one character as it is for the person who typed it.

import type { Problem } from '#platform/errors.ts';
import { Inexact, keepNumbers } from './number.ts';
import { type PathPart, pathOf } from './path.ts';

export type MetaData = Readonly<Record<string, unknown>>;

export const metaDataLimits = { keysMax: 50, keyLengthMax: 100, valueLengthMax: 500 } as const;

const { keysMax, keyLengthMax, valueLengthMax } = metaDataLimits;

/** PostgreSQL writes out a jsonb number as digits, at most 131,072 of them: 1e999999 would be a 500. */
const exponentMax = 1000;

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Inexact);
}

/** The map as it is stored, once it has no problems. */
export const keptMetaData = (map: MetaData): MetaData => keepNumbers(map) as MetaData;

export function metaDataProblems(map: MetaData, path: readonly PathPart[]): Problem[] {
  const names = Object.keys(map);
  const tooMany = names[keysMax];
  if (tooMany !== undefined) {
    const message = `has ${names.length} keys: metadata has at most ${keysMax}, and this is the first over the limit`;
    return [{ path: pathOf([...path, tooMany]), message, expected: `at most ${keysMax} keys` }];
  }
  return names.flatMap((name) => entryProblems(map[name], [...path, name], name));
}

function entryProblems(value: unknown, path: readonly PathPart[], name: string): Problem[] {
  const problems: Problem[] = [];
  const report = (message: string, expected: string) => problems.push({ path: pathOf(path), message, expected });
  if (isLonger(name, keyLengthMax)) {
    report(
      `has a name of ${lengthOf(name)} characters: a name of metadata has at most ${keyLengthMax}`,
      `a name of at most ${keyLengthMax} characters`,
    );
  }
  const text = writtenText(value);
  if (isLonger(text, valueLengthMax)) {
    report(
      `has a value of ${lengthOf(text)} characters: a value of metadata has at most ${valueLengthMax}`,
      `a value of at most ${valueLengthMax} characters`,
    );
  } else if (holdsHugeNumber(value)) {
    report(
      `has a number with an exponent beyond ${exponentMax}: send it as text`,
      `a number with an exponent from -${exponentMax} to ${exponentMax}`,
    );
  }
  return problems;
}

/** A value that is not text counts with its JSON, so lists and objects may be nested as long as they are short. */
const writtenText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** There are never more characters than code units, so a text within the limit need not be walked. */
const isLonger = (text: string, max: number): boolean => text.length > max && lengthOf(text) > max;

function lengthOf(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function holdsHugeNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!(value instanceof Inexact)) return Object.values(value).some(holdsHugeNumber);
  const exponent = /[eE]([+-]?\d+)$/.exec(value.source)?.[1] ?? '0';
  return Math.abs(Number(exponent)) > exponentMax;
}
