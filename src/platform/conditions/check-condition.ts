// What is wrong with a condition, before it is stored: whoever writes it learns the place, what is wrong there, and what
// would do. A condition that has no problem compares every field with values that the field can have.
import { Environment } from '@marcbachmann/cel-js';
import { parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Problem } from '#platform/errors.ts';
import { nearestFirst, nearestNames } from '#platform/input/nearest.ts';
import { type Comparison, Misread, type Name, type ReadCondition, readCondition } from './language.ts';
import type { FieldType, NamedContext, NamedField } from './named-context.ts';

/** What a condition may name, and the permissions of whoever writes it. */
interface Naming {
  readonly contexts: readonly NamedContext[];
  readonly permissions: ReadonlySet<string>;
}

/** `path`: the field of the request that has the condition. */
export function conditionProblems(path: string, text: string, naming: Naming): Problem[] {
  return problemsFound(path, text, (read) => {
    const ofNames = read.names.flatMap((name) => misreadName(name, naming));
    if (ofNames.length > 0) return ofNames;
    const ofValues = read.comparisons.flatMap((one) => misreadValues(one, naming));
    return ofValues.length > 0 ? ofValues : misreadWhole(text, read, naming);
  });
}

/** Only of the names, and only of those whose context is known: for a text that also names what is not known yet. */
export const nameProblems = (path: string, text: string, naming: Naming): Problem[] =>
  problemsFound(path, text, ({ names }) =>
    names.filter((name) => contextOf(name, naming) !== undefined).flatMap((name) => misreadName(name, naming)),
  );

type Check = (read: ReadCondition) => readonly Misread[];

const problemsFound = (path: string, text: string, check: Check): Problem[] =>
  misreadingsOf(text, check).map(({ at, message, expected }) => ({
    path,
    message: `character ${at + 1}: ${message}`,
    expected,
  }));

function misreadingsOf(text: string, check: Check): readonly Misread[] {
  try {
    return check(readCondition(text));
  } catch (error) {
    if (error instanceof Misread) return [error];
    throw error;
  }
}

const contextOf = ({ context }: Name, { contexts }: Naming) => contexts.find(({ name }) => name === context);

function misreadName(name: Name, naming: Naming): Misread[] {
  const context = contextOf(name, naming);
  if (context === undefined) {
    const names = naming.contexts.map((one) => one.name);
    return [new Misread(name.at, `there is no "${shown(name.context)}"`, `a field of ${names.join(' or ')}`)];
  }
  const field = fieldOf(context, name.path);
  if (field === undefined) return [noField(context, name)];
  const asked = field.permission === undefined ? [context.permission] : [context.permission, field.permission];
  const needed = asked.find((one) => !naming.permissions.has(one));
  if (needed === undefined) return [];
  return [new Misread(name.at, `${name.context}.${name.path} needs the permission ${needed}`, 'a field you may read')];
}

const fieldOf = ({ fields }: NamedContext, path: string): NamedField | undefined =>
  Object.hasOwn(fields, path) ? fields[path] : undefined;

const shown = (text: string): string => text.slice(0, 40);

function noField({ name: context, fields }: NamedContext, { at, path }: Name): Misread {
  const names = Object.keys(fields);
  const near = nearestNames(shown(path), names).map((one) => `${context}.${one}`);
  const expected =
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : nearestFirst(
          shown(path),
          names.map((one) => `${context}.${one}`),
        );
  return new Misread(at, `${context} has no field "${shown(path)}"`, expected);
}

/** A word that the field never has, or a text that is no date, would be compared in vain. */
function misreadValues({ name, literals }: Comparison, naming: Naming): Misread[] {
  const field = (contextOf(name, naming) as NamedContext).fields[name.path] as NamedField;
  return literals.flatMap(({ value, at }) => {
    if (typeof value !== 'string') return [];
    if (field.type === 'date' && parseCivilDate(value) !== value) {
      return [new Misread(at, `"${shown(value)}" is no date`, 'a date such as 2026-01-31')];
    }
    const { words } = field;
    if (words === undefined || words.includes(value)) return [];
    return [new Misread(at, `${name.path} is never "${shown(value)}"`, nearestFirst(shown(value), words))];
  });
}

const celTypes: Readonly<Record<FieldType, string>> = {
  string: 'string',
  date: 'string',
  integer: 'int',
  number: 'double',
  boolean: 'bool',
};

function misreadWhole(text: string, { names }: ReadCondition, { contexts }: Naming): Misread[] {
  if (names.length === 0) {
    const expected = contexts.map(({ name, fields }) => `${name}.${Object.keys(fields)[0]}`).join(', ');
    return [new Misread(0, 'names no field', `a condition over fields such as ${expected}`)];
  }
  const typed = new Environment();
  for (const context of contexts) typed.registerVariable({ name: context.name, schema: schemaOf(context) });
  const { valid, type, error } = typed.check(text);
  if (!valid) {
    const expected = 'values of the type of the field: "text", 1 for a whole number, 1.0 for a number, true or false';
    return [new Misread(error?.range?.start ?? 0, error?.summary ?? 'does not fit', expected)];
  }
  return type === 'bool' ? [] : [new Misread(0, `is a ${type}`, 'a comparison, which is true or false')];
}

interface Schema {
  [name: string]: string | Schema;
}

function schemaOf({ fields }: NamedContext): Schema {
  const schema: Schema = {};
  for (const [path, { type }] of Object.entries(fields)) {
    const parts = path.split('.');
    const last = parts.pop() as string;
    const inside = parts.reduce<Schema>((outer, part) => {
      outer[part] ??= {};
      return outer[part] as Schema;
    }, schema);
    inside[last] = celTypes[type];
  }
  return schema;
}
