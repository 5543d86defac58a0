// The schemas of our values. Each is a plain JSON Schema 2020-12, fit for documents; `x-tenor` tells compileInput which
// decoder to use, and `x-expected` words the refusal. The static types are those of decoded values.

import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Rate as RateValue } from '@tenor/engine/values/rate.ts';
import { type TNull, type TObject, type TProperties, type TSchema, type TUnion, type TUnsafe, Type } from 'typebox';
import type { IdPrefix } from '#platform/ids.ts';
import { type MetaData as MetaDataValue, metaDataLimits } from './metadata.ts';

/** What a document says about one field when the words of its kind are too general. */
interface Words {
  readonly description?: string;
  readonly example?: unknown;
}

const worded = ({ description, example }: Words) => ({
  ...(description === undefined ? {} : { description }),
  ...(example === undefined ? {} : { examples: [example] }),
});

/** The same schema with other words; it accepts the same values. Documents name the schema and give these words. */
export function Described<S extends TSchema>(schema: S, words: Words): S {
  const { 'x-describes': described = schema } = schema as { 'x-describes'?: TSchema };
  return Type.With(schema, { ...worded(words), 'x-describes': described }) as unknown as S;
}

/** An object that documents name, so that it stands in them once. */
export const Named =
  (title: string) =>
  <P extends TProperties>(properties: P): TObject<P> =>
    Type.Object(properties, { title });

/** A field that is taken, and that nothing acts on yet. `until`: what will. The documents list all of them. */
export const WithoutEffect = <S extends TSchema>(schema: S, until: string): S =>
  Type.With(schema, { 'x-without-effect': until }) as unknown as S;

/** A list without an item is as if the field were not sent: the client has nothing to say there. */
export const notSentIfEmpty = { 'x-not-sent-if-empty': true };

/** What is taken and shown stays the same. */
const marked = <S extends TSchema>(schema: S, mark: object): S => Type.With(schema, mark) as unknown as S;

/** Null means all, or for ever: in JSON no empty text stands for it. */
export const NullIsSaid = <S extends TSchema>(schema: S): S => marked(schema, { 'x-null-is-said': true });

/** A field that borrowers are not shown: notes and figures of the lender's own. */
export const ForStaff = <S extends TSchema>(schema: S): S => marked(schema, { 'x-for-staff': true });

/** The fields of a named object, and more. Documents refer to the object and give what is added. */
export const Extended = <P extends TProperties, M extends TProperties>(
  base: TObject<P>,
  more: M,
  options: { readonly title?: string } = {},
): TObject<P & M> => Type.Object({ ...base.properties, ...more }, { ...options, 'x-extends': base }) as never;

export const Amount: TUnsafe<Cents> = Type.Unsafe<Cents>({
  type: 'number',
  title: 'Amount',
  'x-tenor': 'amount',
  description: 'An amount of money with two decimals. Taken as a number or as text, and read exactly as written.',
  examples: [75.5],
});

export const Rate: TUnsafe<RateValue> = Type.Unsafe<RateValue>({
  type: 'number',
  title: 'Rate',
  'x-tenor': 'rate',
  description: 'An annual rate as a decimal, 0.01 is one percent. Taken as a number or as text, and read exactly.',
  examples: [0.0725],
});

export const DateOnly: TUnsafe<CivilDate> = Type.Unsafe<CivilDate>({
  type: 'string',
  format: 'date',
  title: 'DateOnly',
  'x-tenor': 'date',
  description: 'A date, YYYY-MM-DD. Of a full date-time the date is taken as written.',
  examples: ['2026-01-31'],
});

export const DateTime: TUnsafe<Instant> = Type.Unsafe<Instant>({
  type: 'string',
  format: 'date-time',
  title: 'DateTime',
  'x-tenor': 'dateTime',
  description:
    'A moment, ISO 8601 with Z or an offset. Without one it is UTC; a plain date is its first moment in UTC.',
  examples: ['2026-01-31T09:30:00.000000+00:00'],
});

export const Sha256 = (description: string, example = 'a'.repeat(64)): TUnsafe<string> =>
  Type.Unsafe<string>({
    type: 'string',
    pattern: '^[0-9a-f]{64}$',
    'x-expected': 'a SHA-256 hash, 64 lower-case hexadecimal digits',
    description,
    examples: [example],
  });

/** The number of a card. It is dropped as it is read: what commands, logs and kept answers get are its last four digits. */
export const CardNumber: TUnsafe<string> = Type.Unsafe<string>({
  type: 'string',
  title: 'CardNumber',
  'x-tenor': 'cardNumber',
  description: 'The number of a card, spaces and dashes allowed. Kept nowhere: only its last four digits are.',
  examples: ['4111 1111 1111 1111'],
});

/** The number of a card to pay with: dropped in the same way, but for the numbers of the simulator, which are nobody's. */
export const PayingCard: TUnsafe<string> = Type.Unsafe<string>({
  type: 'string',
  title: 'PayingCard',
  'x-tenor': 'payingCard',
  description:
    'The number of a card, spaces and dashes allowed. Kept nowhere: only its last four digits are. Test mode takes the numbers of its simulator, `4000 00CC 0000 000L`.',
  examples: ['4000 0000 0000 0002'],
});

/** The security code of a card. It is checked for its form and dropped as it is read. */
export const SecurityCode: TUnsafe<null> = Type.Unsafe<null>({
  type: 'string',
  title: 'SecurityCode',
  'x-tenor': 'securityCode',
  description: 'The security code of a card. Checked for its form and kept nowhere.',
  examples: ['123'],
});

const withArticle = (name: string): string => `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`;

/** 255 characters of an external id and the four of `ext-` before it. */
const referenceLengthMax = 259;

/**
 * A reference to another object: its id, or the caller's own id after `ext-`. The command checks whether it exists. In
 * the query of a read, `x-names` says among which objects the caller's own id is looked up.
 */
export function Id(prefix: IdPrefix, name: string, words: Words = {}): TUnsafe<string> {
  const description = `The id of ${withArticle(name)} (${prefix}-XXXX-XXXX), or ext- followed by its external id.`;
  const schema = Type.Unsafe<string>({
    title: `${name.replace(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase())}Reference`,
    type: 'string',
    minLength: 1,
    maxLength: referenceLengthMax,
    'x-names': name,
    'x-expected': `the id of ${withArticle(name)}, or ext- and its external id, of at most ${referenceLengthMax} characters`,
    ...worded({ description, example: `${prefix}-7KQ2-M9XA` }),
  });
  return Described(schema, words);
}

export function ExternalId({ max, ...words }: Words & { readonly max: number }): TUnsafe<string | null> {
  const description = `The caller's own id of this object, unique among its kind. Null clears it.`;
  const schema = Type.Unsafe<string | null>({
    title: max === 255 ? 'ExternalId' : `ExternalId${max}`,
    type: ['string', 'null'],
    minLength: 1,
    maxLength: max,
    pattern: '^(?!ext-)',
    'x-expected': `text of 1 to ${max} characters that does not begin with ext-, or null`,
    ...worded({ description, example: 'crm-20417' }),
  });
  return Described(schema, words);
}

export const MetaData: TUnsafe<MetaDataValue | null> = Type.Unsafe<MetaDataValue | null>({
  title: 'MetaData',
  type: ['object', 'null'],
  'x-tenor': 'metaData',
  'x-for-staff': true,
  maxProperties: metaDataLimits.keysMax,
  propertyNames: { type: 'string', maxLength: metaDataLimits.keyLengthMax },
  additionalProperties: true,
  description:
    `Names and values that are kept and given back unchanged: ${metaDataLimits.keysMax} at most, names of up to ` +
    `${metaDataLimits.keyLengthMax} characters, values of up to ${metaDataLimits.valueLengthMax}. No personal data. ` +
    'Null clears it.',
  examples: [{ branch: 'north', score: 7 }],
});

export const Bool: TUnsafe<boolean> = Type.Unsafe<boolean>({ type: 'boolean' });

export function Int({ min, max, ...words }: Words & { readonly min: number; readonly max: number }): TUnsafe<number> {
  return Type.Unsafe<number>({ type: 'integer', minimum: min, maximum: max, ...worded(words) });
}

/** Lengths are counted in code points, by the compiled check too. */
export function Text({
  min = 0,
  max,
  ...words
}: Words & { readonly min?: number; readonly max: number }): TUnsafe<string> {
  const least = min === 0 ? {} : { minLength: min };
  return Type.Unsafe<string>({ type: 'string', ...least, maxLength: max, ...worded(words) });
}

/** With a title, documents name the choice and write it once. */
export function StringEnum<const T extends readonly [string, ...string[]]>(
  values: T,
  { title, ...words }: Words & { readonly title?: string } = {},
): TUnsafe<T[number]> {
  const named = title === undefined ? {} : { title };
  return Type.Unsafe<T[number]>({ ...named, type: 'string', enum: [...values], ...worded(words) });
}

/** The words are on the outer schema too, where readers of documents look for them. */
export function Nullable<S extends TSchema>(schema: S, words: Words = {}): TUnion<[S, TNull]> {
  const { description, examples } = schema as { description?: string; examples?: unknown[] };
  const inner: Words = {
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { example: examples[0] }),
  };
  return Described(Type.Union([schema, Type.Null()]), { ...inner, ...words });
}
