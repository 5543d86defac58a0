// What the fields of a segment say, and where they are not as the layout has them.
import { type CivilDate, dateOfParts } from '@tenor/engine/values/civil-date.ts';
import { type Field, isSaid, type Layout, type Values, widthOf } from '../layout/field.ts';
import type { Finding, FormRule } from './finding.ts';

interface Read {
  readonly values: Values;
  readonly findings: readonly Finding[];
}

interface Fault {
  readonly rule: FormRule;
  readonly says: string;
}

/**
 * `at`: how many characters of the record stand before the segment. What cannot be read is zero, null or as it stands there.
 * `isInPlace`: the length of the record is right. If it is not, any field may hold a part of another, so no value is shown.
 */
export function readSegment(layout: Layout, record: string, at: number, line: number, isInPlace: boolean): Read {
  const values: Record<string, Values[string]> = {};
  const findings: Finding[] = [];
  for (const key in layout) {
    const field = layout[key]!;
    const written = record.slice(at + field.from - 1, at + field.to);
    // If the record ends inside this field, no fault is added: whoever read the record has reported the end already.
    const fault = written.length < widthOf(field) ? undefined : faultOf(field, written, isInPlace);
    if (fault !== undefined) findings.push({ line, column: at + field.from, ...fault });
    if (isSaid(field)) values[key] = valueIn(field, written);
  }
  return { values, findings };
}

function valueIn({ kind }: Field, written: string): Values[string] {
  if (kind === 'number') return /^\d+$/.test(written) ? Number(written) : 0;
  if (kind === 'date') return dayIn(written) ?? null;
  if (kind === 'digits') return /^0*$/.test(written) ? '' : written.trim();
  return written.trim();
}

/** MMDDYYYY. */
export const dayIn = (written: string): CivilDate | undefined =>
  /^\d{8}$/.test(written)
    ? dateOfParts({
        month: Number(written.slice(0, 2)),
        day: Number(written.slice(2, 4)),
        year: Number(written.slice(4)),
      })
    : undefined;

function faultOf(field: Field, written: string, isInPlace: boolean): Fault | undefined {
  const { name, kind, isPersonal } = field;
  const shown = isPersonal || !isInPlace ? `the ${name}` : `the ${name} '${written}'`;
  switch (kind) {
    case 'constant':
      return written === field.is ? undefined : { rule: 'constant', says: `${shown} is not ${field.is}` };
    case 'reserved':
      return written.trim() === '' ? undefined : { rule: 'reserved', says: 'what is reserved is not blank' };
    case 'number':
    case 'digits':
      return /^\d+$/.test(written) ? undefined : { rule: 'of-digits', says: `${shown} is not of digits` };
    case 'date':
      if (!/^\d+$/.test(written)) return { rule: 'of-digits', says: `${shown} is not of digits` };
      return /^0+$/.test(written) || dayIn(written) ? undefined : { rule: 'a-day', says: `${shown} is no day` };
    case 'text':
      return faultOfText(field, written, shown);
    default:
      return undefined;
  }
}

function faultOfText({ codes }: Field, written: string, shown: string): Fault | undefined {
  if (written.startsWith(' ') && written.trim() !== '')
    return { rule: 'to-the-left', says: `${shown} does not begin at the left` };
  if (codes === undefined || codes.includes(written.trim())) return undefined;
  return { rule: 'known-code', says: `${shown} is no code of Metro 2` };
}
