// What a field is. A layout is data: the writer puts values there, the reader takes them out, the document shows it.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';

/**
 * `length`: the characters of the whole record. `constant`: always the same. `reserved`: blank. `text`: to the left, filled
 * with spaces. `number`: to the right, filled with zeros. `digits`: a text of digits, zeros where it is missing. `date`:
 * MMDDYYYY, zeros where it is missing.
 */
type Kind = 'length' | 'constant' | 'reserved' | 'text' | 'number' | 'digits' | 'date';

export interface Field {
  /** As people say it: "date opened". */
  readonly name: string;
  /** Counted from 1, both included. */
  readonly from: number;
  readonly to: number;
  readonly kind: Kind;
  readonly meaning: string;
  /** What a constant is. */
  readonly is?: string;
  /** The values that the field may have. It may be blank only if the list has a blank. */
  readonly codes?: readonly string[];
  /** It tells of a person, so no finding shows it. If the length of a record is wrong, no value of it is shown at all. */
  readonly isPersonal?: true;
}

export type Layout = Readonly<Record<string, Field>>;

type Value<F extends Field> = F['kind'] extends 'number'
  ? number
  : F['kind'] extends 'date'
    ? CivilDate | null
    : string;

/** What a segment says, whichever it is. */
export type Values = Readonly<Record<string, string | number | CivilDate | null>>;

/** What a segment says: everything but what follows from its form. */
export type ValuesOf<L extends Layout> = {
  readonly [K in keyof L as L[K]['kind'] extends 'length' | 'constant' | 'reserved' ? never : K]: Value<L[K]>;
};

export const widthOf = ({ from, to }: Field): number => to - from + 1;

export const isSaid = ({ kind }: Field): boolean => kind !== 'length' && kind !== 'constant' && kind !== 'reserved';

type More = Pick<Field, 'codes' | 'isPersonal'>;

const fieldOf =
  <K extends Kind>(kind: K) =>
  (name: string, from: number, to: number, meaning: string, more: More = {}) => ({
    name,
    from,
    to,
    kind,
    meaning,
    ...more,
  });

export const text = fieldOf('text');
export const number = fieldOf('number');
export const digits = fieldOf('digits');
export const date = fieldOf('date');

export const length = fieldOf('length')(
  'record descriptor word',
  1,
  4,
  'The characters of the whole record, segments too.',
);
export const reserved = (from: number, to: number) => fieldOf('reserved')('reserved', from, to, 'Blank.');
export const constant = (name: string, from: number, to: number, is: string) => ({
  ...fieldOf('constant')(name, from, to, `Always ${is}.`),
  is,
});

export const personal = { isPersonal: true } as const;
