// Draws values that a schema allows, most of them small and sensible, because a request must first be accepted to reach
// deep code.
import type { Schema } from './description.ts';
import { isId, type Known, type Params } from './known.ts';
import type { Random } from './random.ts';

interface Source {
  readonly random: Random;
  readonly known: Known;
  readonly params: Params;
  /** The share of optional fields that are sent. */
  readonly fullness: number;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
const dayMs = 86_400_000;

/** The start of a world's clock. Dates are drawn around it, so that facts of one day meet those of another. */
export const worldStart = '2099-01-01T00:00:00Z';

const dayAt = ({ random }: Source, from: number, to: number): Date =>
  new Date(Date.parse(worldStart) + random.between(from, to) * dayMs + random.between(0, dayMs - 1));

/** Usually near the facts of the world, sometimes far away. */
const someDay = (source: Source): Date =>
  source.random.chance(0.96) ? dayAt(source, -40, 300) : dayAt(source, -40_000, 20_000);

export function valid(schema: Schema, name: string, source: Source): unknown {
  const { random } = source;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  if (schema.anyOf !== undefined) {
    const [inner] = schema.anyOf;
    return random.chance(0.1) || inner === undefined ? null : valid(inner, name, source);
  }
  const types = [schema.type ?? 'string'].flat();
  if (types.includes('null') && types.length > 1 && random.chance(0.1)) return null;
  const type = random.pick(types.length > 1 ? types.filter((one) => one !== 'null') : types);
  if (type === 'object') return anObject(schema, source);
  if (type === 'array') return aList(schema, name, source);
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'integer') return aWholeNumber(schema, random);
  if (type === 'number') return aNumber(schema, random);
  return type === 'null' ? null : aText(schema, name, source);
}

function anObject(schema: Schema, source: Source): unknown {
  const { properties, patternProperties, required = [], examples = [] } = schema;
  const values = Object.values(patternProperties ?? {})[0];
  if (values !== undefined) {
    return Object.fromEntries(someOf(source.random, 0, 3).map((i) => [`key${i}`, valid(values, `key${i}`, source)]));
  }
  if (properties === undefined) return examples[0] ?? { note: source.random.text(8, letters) };
  const isThere = (name: string): boolean => source.random.chance(required.includes(name) ? 1 : source.fullness);
  const there = Object.entries(properties).filter(([name]) => isThere(name));
  return Object.fromEntries(there.map(([name, field]) => [name, valid(field, name, source)]));
}

const someOf = (random: Random, min: number, max: number): number[] =>
  Array.from({ length: random.between(min, max) }, (_, i) => i);

function aList({ items = {}, minItems = 0, maxItems = 10 }: Schema, name: string, source: Source): unknown[] {
  const upTo = Math.min(maxItems, minItems + source.random.pick([1, 2, 4]));
  return someOf(source.random, minItems, upTo).map(() => valid(items, name, source));
}

function aWholeNumber({ minimum = 0, maximum = 1_000, examples = [] }: Schema, random: Random): number {
  const [example] = examples;
  if (typeof example === 'number' && random.chance(0.4)) return example;
  if (random.chance(0.05)) return random.pick([minimum, maximum]);
  return random.between(minimum, Math.min(maximum, Math.max(minimum + 12, 0)));
}

/** Rates have small examples, amounts larger ones. */
function aNumber({ examples = [] }: Schema, random: Random): number {
  const example = typeof examples[0] === 'number' ? examples[0] : 10;
  if (random.chance(0.3)) return example;
  if (example <= 1) return random.between(0, 3_600) / 10_000;
  return random.between(0, random.pick([500, 10_000, 1_000_000])) / 100;
}

/** External ids that are given here, to what is made. */
const namesGiven: readonly string[] = ['externalId', 'interactionExternalId'];

/** True when the schema is a reference to an object, by its example or the name of its field. */
export const namesAnObject = ({ examples = [] }: Schema, name: string): boolean =>
  isId(examples[0]) || (/(?:Id|Ids|^ids|^id)$/.test(name) && !namesGiven.includes(name));

function aText(schema: Schema, name: string, source: Source): string {
  const { random, known, params } = source;
  const { format, minLength = 0, maxLength = 40, examples = [] } = schema;
  const example = typeof examples[0] === 'string' ? examples[0] : undefined;
  if (format === 'date') return someDay(source).toISOString().slice(0, 10);
  if (format === 'date-time') return someDay(source).toISOString();
  if (namesAnObject(schema, name)) {
    const isMade = random.chance(0.1) && example?.startsWith('ext-') === true;
    return isMade ? example : known.reference(name, example, params, random);
  }
  // No host outside may be called.
  if (example?.startsWith('http')) return `https://${random.text(6, letters)}.invalid/hook`;
  const draw = random.fraction();
  const fresh = random.text(Math.max(minLength, Math.min(maxLength, random.between(1, 24))), letters);
  if (name === 'externalId' && draw < 0.9) return fresh;
  if (example === undefined || draw > 0.8) return fresh;
  return draw > 0.5 ? example.replace(/[2-9]/g, () => String(random.between(2, 9))) : example;
}

/** Like the example of a body, with dates and ids of this world, some fields drawn again and some added. */
export function likeExample(example: unknown, schema: Schema, source: Source, name = ''): unknown {
  const { random } = source;
  const inner = schema.anyOf?.[0] ?? schema;
  if (Array.isArray(example)) return example.map((item) => likeExample(item, inner.items ?? {}, source, name));
  if (typeof example === 'object' && example !== null && inner.properties !== undefined) {
    const made = Object.entries(example).map(([field, value]) => {
      const described = inner.properties?.[field];
      return [field, described === undefined ? value : likeExample(value, described, source, field)];
    });
    const more = Object.entries(inner.properties).filter(
      ([field]) => !Object.hasOwn(example, field) && random.chance(source.fullness / 5),
    );
    return Object.fromEntries([...made, ...more.map(([field, one]) => [field, valid(one, field, source)])]);
  }
  const { format } = inner;
  if (format === 'date' || format === 'date-time') return valid(inner, name, source);
  if (name === 'externalId' || isId(example)) return valid(inner, name, source);
  if (typeof example === 'string' && example.startsWith('http')) return valid(inner, name, source);
  return random.chance(0.12) ? valid(inner, name, source) : example;
}
