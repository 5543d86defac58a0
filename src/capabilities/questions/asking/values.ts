// What is given for the parameters of a question.
import { parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import { listsLongNumbers } from '#platform/sql/growth.ts';
import type { Parameter } from '../words.ts';

type Given = Readonly<Record<string, unknown>>;

const expectedOf: Readonly<Record<Parameter['type'], string>> = {
  text: 'a text of at most 1,000 characters, and no list with numbers such as 1e100',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  date: 'a day such as 2026-11-29',
};

const fits: Readonly<Record<Parameter['type'], (text: string) => boolean>> = {
  text: (text) => text.length <= 1_000 && !text.includes('\0') && text.isWellFormed() && !listsLongNumbers(text),
  integer: (text) => /^-?\d{1,18}$/.test(text),
  number: (text) => /^-?\d{1,30}(\.\d{1,30})?$/.test(text),
  boolean: (text) => text === 'true' || text === 'false',
  date: (text) => parseCivilDate(text) !== undefined,
};

/** Numbers and truths may be sent as they are, or as texts. */
const asText = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;

function fitsType(type: Parameter['type'], value: unknown): boolean {
  const text = asText(value);
  return text !== undefined && fits[type](text);
}

/** In the order in which the SQL names them. Errors: InvalidRequest, by `path`. */
export function valuesOf(
  parameters: readonly Parameter[],
  names: readonly string[],
  given: Given,
  path = 'parameters',
): string[] {
  const declared = new Map(parameters.map((one) => [one.name, one]));
  const problems: Problem[] = Object.keys(given)
    .filter((name) => !declared.has(name))
    .map((name) => ({
      path: `${path}.${name}`,
      message: 'is no parameter of the query',
      expected: listOf(parameters),
    }));
  for (const { name, type, defaultValue } of parameters) {
    const value = given[name] ?? defaultValue;
    if (value == null) {
      problems.push({ path: `${path}.${name}`, message: 'is missing', expected: expectedOf[type] });
    } else if (!fitsType(type, value)) {
      problems.push({ path: `${path}.${name}`, message: `is no ${type}`, expected: expectedOf[type] });
    }
  }
  mustHaveNone(problems);
  return names.map((name) => String(given[name] ?? declared.get(name)?.defaultValue));
}

const listOf = (parameters: readonly Parameter[]): string =>
  parameters.length === 0 ? 'nothing: it has none' : parameters.map(({ name }) => name).join(', ');

/** Whether what is declared fits the SQL, and itself. Errors: InvalidRequest. */
export function mustFit(parameters: readonly Parameter[], names: readonly string[]): void {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const [i, { name, type, defaultValue }] of parameters.entries()) {
    const path = `parameters[${i}]`;
    if (!/^[a-z][a-z0-9_]{1,39}$/.test(name)) {
      problems.push({ path: `${path}.name`, message: 'has other characters', expected: 'small letters, digits and _' });
    }
    if (seen.has(name)) problems.push({ path: `${path}.name`, message: 'stands twice', expected: 'a name of its own' });
    seen.add(name);
    if (defaultValue !== null && !fitsType(type, defaultValue)) {
      problems.push({ path: `${path}.defaultValue`, message: `is no ${type}`, expected: expectedOf[type] });
    }
    if (!names.includes(name)) {
      problems.push({ path: `${path}.name`, message: `is not in the SQL`, expected: `:${name} somewhere in it` });
    }
  }
  for (const name of names) {
    if (!seen.has(name)) {
      problems.push({
        path: 'parameters',
        message: `lack ${name}, which the SQL names`,
        expected: 'each with its type',
      });
    }
  }
  mustHaveNone(problems);
}
