// A record as text: every value in its place. What does not fit is named by its field, and nothing is cut.
import { type CivilDate, parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Field, isSaid, type Layout, type Values, widthOf } from '../layout/field.ts';
import { type Account, base, fixedLength, lengthOf, type SegmentName, segments } from '../layout/segments.ts';

interface Fault {
  /** Such as `base.surname` or `j2[1].zip`. */
  readonly field: string;
  readonly message: string;
}

/** What was to be written does not fit its form. No message shows a value. */
export class RecordRefused extends Error {
  override readonly name = 'RecordRefused';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map(({ field, message }) => `${field} ${message}`).join('; '));
    this.faults = faults;
  }
}

const isUpperCase = (text: string): boolean => /^[\x20-\x60\x7b-\x7e]*$/.test(text);

/** Undefined: it fits. */
function faultOf(field: Field, value: Values[string] | undefined): string | undefined {
  const width = widthOf(field);
  if (field.kind === 'number') {
    const isOne = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 10 ** width;
    return isOne ? undefined : `is a whole number from 0 to ${'9'.repeat(width)}`;
  }
  if (field.kind === 'date') {
    const isOne = value === null || (typeof value === 'string' && parseCivilDate(value) === value);
    return isOne ? undefined : 'is a day, or null';
  }
  if (typeof value !== 'string') return 'is a text';
  if (field.kind === 'digits') {
    return value === '' || (/^\d+$/.test(value) && value.length === width && /[^0]/.test(value))
      ? undefined
      : `has ${width} digits that are not all zero, or none`;
  }
  if (field.codes !== undefined && !field.codes.includes(value)) return `is one of ${codesInWords(field.codes)}`;
  if (value.length > width) return `has at most ${width} characters`;
  if (value !== value.trim() || !isUpperCase(value)) return 'has capital letters of ASCII, and no spaces at its ends';
  return undefined;
}

const codesInWords = (codes: readonly string[]): string => codes.map((code) => code || 'blank').join(', ');

function faultsOfSegment(name: string, layout: Layout, values: Values): Fault[] {
  return Object.entries(layout).flatMap(([key, field]) => {
    const message = isSaid(field) ? faultOf(field, values[key]) : undefined;
    return message === undefined ? [] : [{ field: `${name}.${key}`, message }];
  });
}

const american = (date: CivilDate): string => `${date.slice(5, 7)}${date.slice(8)}${date.slice(0, 4)}`;

function placed(field: Field, value: Values[string] | undefined, length: number): string {
  const width = widthOf(field);
  switch (field.kind) {
    case 'length':
      return String(length).padStart(width, '0');
    case 'constant':
      return field.is ?? '';
    case 'reserved':
      return ' '.repeat(width);
    case 'text':
      return String(value).padEnd(width);
    case 'date':
      return value === null ? '0'.repeat(width) : american(value as CivilDate);
    default:
      return String(value).padStart(width, '0');
  }
}

const inPlaces = (layout: Layout, values: Values, length: number): string =>
  Object.entries(layout)
    .map(([key, field]) => placed(field, values[key], length))
    .join('');

/** A header or a trailer. Errors: RecordRefused. */
export function recordOf(name: string, layout: Layout, values: Values): string {
  const faults = faultsOfSegment(name, layout, values);
  if (faults.length > 0) throw new RecordRefused(faults);
  return inPlaces(layout, values, fixedLength);
}

interface Segment {
  readonly name: string;
  readonly layout: Layout;
  readonly values: Values;
}

function segmentsOf(account: Account): Segment[] {
  const further = (Object.keys(segments) as SegmentName[]).flatMap((name) => {
    const said = account[name];
    const layout = segments[name];
    if (said === null) return [];
    if (!Array.isArray(said)) return [{ name, layout, values: said as Values }];
    return said.map((values, i) => ({ name: `${name}[${i}]`, layout, values: values as Values }));
  });
  return [{ name: 'base', layout: base, values: account.base }, ...further];
}

/** Its base segment and those that follow it, without a line end. Errors: RecordRefused. */
export function recordOfAccount(account: Account): string {
  const all = segmentsOf(account);
  const faults = all.flatMap(({ name, layout, values }) => faultsOfSegment(name, layout, values));
  const length = all.reduce((sum, { layout }) => sum + lengthOf(layout), 0);
  if (length > 9999) faults.push({ field: 'j1', message: 'and all other segments have at most 9999 characters' });
  if (faults.length > 0) throw new RecordRefused(faults);
  return all.map(({ layout, values }) => inPlaces(layout, values, length)).join('');
}
