// A figure is a value: its columns, how its rows are computed, and which columns are drawn. From it come its answer as
// JSON, its file and its chart, so all three say the same.

import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import Type, { type TProperties } from 'typebox';
import type { Reader } from '#platform/db/realm-database.ts';
import type { ErrorKind } from '#platform/errors.ts';
import { Amount, DateOnly, Described, Int, Nullable, Text } from '#platform/input/schemas.ts';

/** `maybeCount`: a count, or null. `share`: a part of something, in hundredths of a percent, or null. */
type Kind = 'text' | 'count' | 'maybeCount' | 'amount' | 'share';

export interface Column {
  readonly name: string;
  readonly kind: Kind;
  readonly says: string;
  /** It is left out of the table beside the picture, which would be too wide. */
  readonly isNotPictured?: true;
}

export type Row = Readonly<Record<string, string | number | null>>;

/** What figures of months until a closed day take. */
export const ofMonths = {
  asOf: Type.Optional(
    Described(DateOnly, { description: 'The closed day until which it counts: the newest, if not given.' }),
  ),
  months: Type.Optional(
    Int({ min: 1, max: 60, description: 'How many months, the last one that of `asOf`: 12, if not given.' }),
  ),
};

/** What figures of months that are closed take. */
export const ofClosedMonths = {
  ...ofMonths,
  asOf: Type.Optional(
    Described(DateOnly, { description: 'The last day of the last month, which is closed: the newest, if not given.' }),
  ),
};

/** What figures of the end of a month take. */
export const ofMonthEnd = (otherwise: string) => ({
  asOf: Type.Optional(
    Described(DateOnly, { description: `The last day of a month that is closed: ${otherwise}, if not given.` }),
  ),
});

export interface Asked {
  readonly asOf?: CivilDate;
  readonly months?: number;
}

interface Asking {
  readonly reader: Reader;
  readonly now: Instant;
  /** The day of the company. */
  readonly today: CivilDate;
}

export interface Figure {
  /** The group of its endpoints. */
  readonly name: string;
  /** Its schema. */
  readonly title: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly query: typeof ofMonths | ReturnType<typeof ofMonthEnd>;
  readonly columns: readonly Column[];
  /** The columns that are drawn, all of one kind; the first column names the bars. */
  readonly drawn: readonly string[];
  readonly errors: readonly ErrorKind[];
  compute(asking: Asking, asked: Asked): Promise<{ readonly asOf: CivilDate; readonly rows: readonly Row[] }>;
}

/** In hundredths of a percent; null: the whole is nothing. */
export const shareOf = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part * 10_000) / whole) : null;

const countMax = 1_000_000_000;

function schemaOf({ kind, says: description }: Column) {
  if (kind === 'text') return Text({ max: 60, description });
  if (kind === 'count') return Int({ min: 0, max: countMax, description });
  if (kind === 'maybeCount') return Nullable(Int({ min: 0, max: countMax }), { description });
  if (kind === 'amount') return Described(Amount, { description });
  return Nullable(Int({ min: -countMax, max: countMax }), { description });
}

export const fieldsOf = (columns: readonly Column[]): TProperties =>
  Object.fromEntries(columns.map((column) => [column.name, schemaOf(column)]));

/** A value as people read it. */
export function shown({ kind }: Column, value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (kind === 'amount') return formatCents(value as Cents);
  return kind === 'share' ? `${((value as number) / 100).toFixed(2)} %` : String(value);
}
