// How the table of the public clients is written: a shape names each field with its type. A field whose name ends with
// `?` may be missing or null; `|null` may be null. What a client sends has a value of the type beside it.

/** `any`: the client takes whatever comes. `text|null` and the like: null is a value that it expects. */
type Word = 'text' | 'number' | 'boolean' | 'any' | 'object';
export type FieldType = Word | `${Word}|null`;

/** A field that is read: its type, what is in it, or a list of either. */
export type Read = FieldType | ReadShape | readonly [FieldType | ReadShape];
export interface ReadShape {
  readonly [field: string]: Read;
}

/** A field that is sent: its type, and one value. */
interface Sent {
  readonly type: FieldType;
  readonly value: unknown;
}
type SentField = Sent | SentShape | readonly [Sent | SentShape];
export interface SentShape {
  readonly [field: string]: SentField;
}

/** One call of a client. */
export interface ClientCall {
  readonly by: 'library' | 'lender';
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: SentShape;
  readonly body?: SentShape;
  /** What it reads: of `data`, and of a list beside it too. */
  readonly reads?: ReadShape;
  readonly passedOver?: Readonly<Record<string, string>>;
  /** Fields that are refused by their names, so that none vanishes, with the reason. */
  readonly refused?: Readonly<Record<string, string>>;
  /** Fields that the client knows and no answer has, with the reason: all may be missing. */
  readonly unshown?: Readonly<Record<string, string>>;
  /** The capability that brings the route; absent: it is there. */
  readonly comesWith?: string;
}

export const text = (value: string): Sent => ({ type: 'text', value });
export const number = (value: number): Sent => ({ type: 'number', value });
export const flag = (value: boolean): Sent => ({ type: 'boolean', value });
export const any = (value: unknown): Sent => ({ type: 'any', value });
export const orNull = ({ type, value }: Sent): Sent => ({ type: `${type as Word}|null`, value });

const isSent = (field: SentField): field is Sent => 'type' in field && 'value' in field && !Array.isArray(field);

/** One value of the shape, with all fields. */
export function sampleOf(field: SentField): unknown {
  if (isSent(field)) return field.value;
  if (Array.isArray(field)) return field.map((one) => sampleOf(one as Sent | SentShape));
  return Object.fromEntries(Object.entries(field as SentShape).map(([name, one]) => [plain(name), sampleOf(one)]));
}

/** The name without the sign that it may be missing. */
export const plain = (name: string): string => name.replace(/\?$/, '');

/** Each field of a shape by its path; of a list by `[]`. */
export function pathsOf(shape: ReadShape | SentShape, at = ''): [path: string, type: FieldType | undefined][] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const path = at === '' ? plain(name) : `${at}.${plain(name)}`;
    return pathsOfField(field as Read | SentField, path);
  });
}

function pathsOfField(field: Read | SentField, path: string): [path: string, type: FieldType | undefined][] {
  if (typeof field === 'string') return [[path, field]];
  if (Array.isArray(field)) {
    const [of] = field as readonly [FieldType | ReadShape | Sent | SentShape];
    return [[path, undefined], ...pathsOfField(of, `${path}[]`)];
  }
  if (isSent(field as SentField)) return [[path, (field as Sent).type]];
  return [
    ...(path.endsWith('[]') ? [] : [[path, undefined] as [string, undefined]]),
    ...pathsOf(field as ReadShape, path),
  ];
}

/** What is wrong with a value that a client reads, each with its path. */
export function unlike(field: Read, value: unknown, path: string, mayMiss = false): string[] {
  if (value === undefined || value === null) return mayMiss || allowsNull(field, value) ? [] : [`${path} is ${value}`];
  if (typeof field === 'string') return unlikeWord(field, value, path);
  if (Array.isArray(field)) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((one, i) => unlike(field[0] as Read, one, `${path}[${i}]`));
  }
  if (typeof value !== 'object' || Array.isArray(value)) return [`${path} is no object`];
  return Object.entries(field as ReadShape).flatMap(([name, one]) => {
    const inside = (value as Readonly<Record<string, unknown>>)[plain(name)];
    return unlike(one, inside, `${path}.${plain(name)}`, name.endsWith('?'));
  });
}

const allowsNull = (field: Read, value: unknown): boolean =>
  typeof field === 'string' && (field === 'any' || (value === null && field.endsWith('|null')));

function unlikeWord(word: FieldType, value: unknown, path: string): string[] {
  const wanted = { text: 'string', number: 'number', boolean: 'boolean', object: 'object', any: typeof value };
  const type = word.replace('|null', '') as Word;
  return typeof value === wanted[type] ? [] : [`${path} is a ${typeof value} and no ${type}`];
}

/** A page as the library reads it. */
export const page = (data: ReadShape): ReadShape => ({
  'count?': 'number',
  'nextUrl?': 'text',
  'previousUrl?': 'text',
  data: [data],
});

/** A page as the lender reads it. */
export const wholePage = (data: ReadShape): ReadShape => ({
  total: 'number',
  count: 'number',
  nextUrl: 'text|null',
  previousUrl: 'text|null',
  data: [data],
});
