// How the files of a type are called.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Problem } from '#platform/errors.ts';
import type { TapeTypeRow } from '../tables.ts';

const tapeId = '{{loanTapeId}}';
const placeholders = ['%Y', '%m', '%d', tapeId, '{{loanTapeTypeId}}'];
const path = 'customFileName';

type Named = Pick<TapeTypeRow, 'custom_file_name'>;

export function fileNameProblems({ custom_file_name: name }: Named): Problem[] {
  if (name === null) return [];
  if (!name.includes(tapeId))
    return [
      { path, message: `lacks ${tapeId}`, expected: `a name with ${tapeId}: no file takes the place of another` },
    ];
  const rest = placeholders.reduce((text, one) => text.replaceAll(one, ''), name);
  if (/^[A-Za-z0-9._-]*$/.test(rest) && /^[A-Za-z0-9%{]/.test(name)) return [];
  const expected = `letters, digits, dots, dashes, and ${placeholders.join(', ')}`;
  return [{ path, message: 'has other signs', expected }];
}

/** The ending of the form follows it. */
export function fileNameOf(
  { id: typeId, custom_file_name: name }: Named & Pick<TapeTypeRow, 'id'>,
  { id, asOf }: { readonly id: string; readonly asOf: CivilDate },
): string {
  const [year, month, day] = asOf.split('-') as [string, string, string];
  const values: Readonly<Record<string, string>> = {
    '%Y': year,
    '%m': month,
    '%d': day,
    [tapeId]: id,
    '{{loanTapeTypeId}}': typeId,
  };
  return placeholders.reduce((text, one) => text.replaceAll(one, values[one] as string), name ?? tapeId);
}
