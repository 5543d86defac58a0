// The columns of a tape, as they are made for each of its rows.
import { type Catalogue, fieldIn } from '../catalogue/catalogue.ts';
import { expressionOf, kindOfColumn } from '../catalogue/expression.ts';
import type { Kind, LoanRowOfTape, TapeField, Value } from '../catalogue/field.ts';
import { TapeNotMade } from '../errors.ts';
import type { TapeTypeRow } from '../tables.ts';
import { columnNames, metaDataField } from '../types/problems.ts';
import { usualWidths } from '../types/widths.ts';
import type { Mask } from '../types/words.ts';

/** A column as the forms of a file know it. */
export interface ColumnInFile {
  /** Its name in the file. */
  readonly name: string;
  readonly kind: Kind;
  /** How wide it is where columns have widths. */
  readonly width: number;
}

export interface Column<R extends LoanRowOfTape> extends ColumnInFile {
  readonly of: (row: R) => Value;
}

export function columnsOf<R extends LoanRowOfTape>(catalogue: Catalogue<R>, type: TapeTypeRow): readonly Column<R>[] {
  const names = columnNames(type);
  const { field_widths: given, masks, loan_meta_data_fields: keys } = type;
  return type.fields
    .flatMap((field) =>
      field === metaDataField
        ? keys.map((key) => [`${metaDataField}.${key}`, metaData(key)] as const)
        : [[field, columnOf(catalogue, type, field)] as const],
    )
    .map(([field, made], i): Column<R> => {
      const { kind, of } = made;
      const mask = Object.hasOwn(masks, field) ? masks[field] : undefined;
      return {
        name: names[i] as string,
        kind: mask === undefined ? kind : 'text',
        width: (Object.hasOwn(given, field) ? given[field] : undefined) ?? usualWidths[kind],
        of: mask === undefined ? of : (row) => masked(of(row), mask),
      };
    });
}

type Made<R extends LoanRowOfTape> = Pick<TapeField<R>, 'kind' | 'of'>;

function columnOf<R extends LoanRowOfTape>(
  catalogue: Catalogue<R>,
  { calculated_columns: own }: TapeTypeRow,
  field: string,
): Made<R> {
  const found = fieldIn(catalogue, field);
  if (found !== undefined) return found;
  const calculated = own.find(({ name }) => name === field);
  if (calculated === undefined) throw new Error(`There is no column ${field}.`);
  const expression = expressionOf(catalogue, calculated.expression);
  return {
    kind: kindOfColumn[calculated.type],
    of(row) {
      try {
        return expression.of(valuesOf(catalogue, row, expression.names));
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new TapeNotMade(`${field} is too large a number for the loan ${row.loan.row.id}.`);
      }
    },
  };
}

/** The values of fields of the catalogue, by their names. */
export const valuesOf = <R extends LoanRowOfTape>(
  catalogue: Catalogue<R>,
  row: R,
  names: Iterable<string>,
): Record<string, Value> =>
  Object.fromEntries([...names].map((name) => [name, fieldIn(catalogue, name)?.of(row) ?? null]));

const metaData = (key: string): Made<LoanRowOfTape> => ({
  kind: 'text',
  of: ({ loan }) => {
    const { meta_data: text } = loan.row;
    const value = text === null ? undefined : (JSON.parse(text) as Record<string, unknown>)[key];
    if (value === undefined || value === null) return null;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  },
});

function masked(value: Value, mask: Mask): Value {
  if (value === null || mask === 'hidden') return null;
  const signs = [...String(value)];
  if (mask === 'lastFour') return signs.length > 4 ? signs.slice(-4).join('') : null;
  return mask === 'initial' ? signs.slice(0, 1).join('') : signs.slice(0, 4).join('');
}
