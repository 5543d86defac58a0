// Readers of untrusted JSON, composed like the shapes that they read. Each reader returns the value, or refuses it with
// its path and a sentence that says what would be right there.

import { nearest } from './nearest.ts';

/**
 * A mistake in the input and its path: `terms.payments.count`, `facts[3].amount`; an empty path means the whole input.
 */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** `predicate` continues the path: `must be a day`, `is missing`. */
export const fault = (path: string, predicate: string): InputError =>
  new InputError(path, `${path === '' ? 'The input' : path} ${predicate}`);

export interface Reader<T> {
  /** What the reader takes, worded to follow "must be". */
  readonly what: string;
  read(value: unknown, path: string): T;
}

/** How the value of a key is read, and what it is when the key is left out. */
export interface Field<T> {
  readonly reader: Reader<T>;
  /** Absent: the key is required. */
  readonly otherwise?: (path: string) => T;
}

type Fields = Readonly<Record<string, Field<unknown>>>;
type Read<F extends Fields> = { readonly [Key in keyof F]: F[Key] extends Field<infer T> ? T : never };

export const required = <T>(reader: Reader<T>): Field<T> => ({ reader });

/** A key left out means `value`. */
export const defaulting = <T>(reader: Reader<T>, value: NoInfer<T>): Field<T> => ({ reader, otherwise: () => value });

/** A key left out means an object in which every key is left out. */
export const orEmpty = <T>(reader: Reader<T>): Field<T> => ({ reader, otherwise: (path) => reader.read({}, path) });

/** A key left out or null means null. */
export const orNull = <T>(reader: Reader<T>): Field<T | null> => defaulting(nullable(reader), null);

/** A key left out gives undefined. For a key whose meaning depends on other keys. */
export const maybe = <T>(reader: Reader<T>): Field<T | undefined> => ({ reader, otherwise: () => undefined });

export function refuse(path: string, what: string, value: unknown): never {
  throw fault(path, `must be ${what}, not ${shown(value)}.`);
}

/** The value as the file has it, for an error message: shortened and without terminal control characters. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return printable(value === undefined ? 'nothing' : (JSON.stringify(value) ?? 'that'));
}

const printable = (text: string): string => {
  const cut = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return cut.replace(/[^\P{C}]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
};

const under = (path: string, key: string): string => {
  if (!/^\w+$/.test(key)) return `${path}[${printable(JSON.stringify(key))}]`;
  return path === '' ? key : `${path}.${key}`;
};

export const at = (path: string, key: string | number): string =>
  typeof key === 'number' ? `${path}[${key}]` : under(path, key);

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object with these keys and no others. */
export function object<F extends Fields>(what: string, fields: F): Reader<Read<F>> {
  const known = Object.keys(fields);
  return {
    what,
    read(value, path) {
      if (!isObject(value)) return refuse(path, what, value);
      const unknown = Object.keys(value).find((key) => !Object.hasOwn(fields, key));
      if (unknown !== undefined) throw unknownKey(at(path, unknown), unknown, known);
      const entries = Object.entries(fields).map(([key, field]) => [key, fieldOf(value, key, field, at(path, key))]);
      return Object.fromEntries(entries) as Read<F>;
    },
  };
}

function fieldOf(value: Readonly<Record<string, unknown>>, key: string, field: Field<unknown>, path: string): unknown {
  if (Object.hasOwn(value, key) && value[key] !== undefined) return field.reader.read(value[key], path);
  if (field.otherwise === undefined) throw fault(path, `is missing: it must be ${field.reader.what}.`);
  return field.otherwise(path);
}

function unknownKey(path: string, key: string, known: readonly string[]): InputError {
  const near = nearest(key, known);
  if (near !== undefined) return fault(path, `is not a known key. Is ${near} meant?`);
  return fault(path, `is not a known key. ${known.length === 0 ? 'None is' : `Known are ${known.join(', ')}`}.`);
}

export function list<T>(what: string, item: Reader<T>): Reader<readonly T[]> {
  return {
    what,
    read(value, path) {
      if (!Array.isArray(value)) return refuse(path, what, value);
      return Array.from(value, (entry, i) => item.read(entry, at(path, i)));
    },
  };
}

export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return { what: `${reader.what}, or null`, read: (value, path) => (value === null ? null : reader.read(value, path)) };
}

/** One of a few words. */
export function choice<const Word extends string>(...words: readonly Word[]): Reader<Word> {
  const what = words.length === 1 ? `"${words[0]}"` : `one of ${words.join(', ')}`;
  return {
    what,
    read(value, path) {
      const found = words.find((word) => word === value);
      if (found !== undefined) return found;
      const near = typeof value === 'string' ? nearest(value, words) : undefined;
      if (near === undefined) return refuse(path, what, value);
      throw fault(path, `must be ${what}, not ${shown(value)}. Is ${near} meant?`);
    },
  };
}

export const flag: Reader<boolean> = {
  what: 'true or false',
  read: (value, path) => (typeof value === 'boolean' ? value : refuse(path, flag.what, value)),
};

export function whole(min: number, max: number): Reader<number> {
  const what = `a whole number from ${min} to ${max}`;
  const fits = (value: unknown): value is number =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  // Adding 0 turns -0, which JSON can write, into a plain zero.
  return { what, read: (value, path) => (fits(value) ? value + 0 : refuse(path, what, value)) };
}

/** Text of one line without control characters, because it is printed again. */
export function text(what: string, lengthMin: number): Reader<string> {
  const fits = (value: unknown): value is string =>
    typeof value === 'string' && value.length >= lengthMin && value.length <= 200 && !/[^\P{C}]/u.test(value);
  return { what, read: (value, path) => (fits(value) ? value : refuse(path, what, value)) };
}

/** Reads a value, then turns it into another one or refuses it. */
export function refine<A, B>(reader: Reader<A>, make: (value: A, path: string) => B): Reader<B> {
  return { what: reader.what, read: (value, path) => make(reader.read(value, path), path) };
}
