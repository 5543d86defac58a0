// How the files of a type are called.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Problem } from '#platform/errors.ts';
import type { TapeTypeRow } from '../tables.ts';

const tapeId = '{{loanTapeId}}';
const placeholders = ['%Y', '%m', '%d', tapeId, '{{loanTapeTypeId}}'];
const path = 'customFileName';
/** The ending of the form, and that of the compression and the encryption, come after it. */
const lengthMax = 120;

type Named = Pick<TapeTypeRow, 'custom_file_name'>;

const anyDay = '2026-01-31' as CivilDate;

export function fileNameProblems({ custom_file_name: name }: Named): Problem[] {
  if (name === null) return [];
  if (!name.includes(tapeId))
    return [
      { path, message: `lacks ${tapeId}`, expected: `a name with ${tapeId}: no file takes the place of another` },
    ];
  const filled = fileNameOf({ id: 'TY-7KQ2-M9XA', custom_file_name: name }, { id: 'TA-7KQ2-M9XA', asOf: anyDay });
  if (filled.length > lengthMax) {
    const expected = `a name that has at most ${lengthMax} signs once its placeholders are filled in`;
    return [{ path, message: `would give names of ${filled.length} signs`, expected }];
  }
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
