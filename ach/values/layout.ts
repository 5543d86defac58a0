// The six kinds of records and where their fields stand: the writer puts texts there, the check takes them out.

/** Letters stand to the left, filled with spaces; digits to the right, filled with zeros. */
type Kind = 'letters' | 'digits';

export interface Field {
  /** As people say it: "effective entry date". */
  readonly name: string;
  /** Counted from 1, both included. */
  readonly from: number;
  readonly to: number;
  readonly kind: Kind;
}

export const recordLength = 94;
export const linesOfBlock = 10;
export const padding = '9'.repeat(recordLength);

const field = (name: string, from: number, to: number, kind: Kind = 'letters'): Field => ({ name, from, to, kind });
const digits = (name: string, from: number, to: number): Field => field(name, from, to, 'digits');

const type = digits('record type', 1, 1);
const serviceClass = digits('service class', 2, 4);

export const fileHeader = {
  type,
  priority: digits('priority', 2, 3),
  destination: field('immediate destination', 4, 13),
  origin: field('immediate origin', 14, 23),
  date: digits('file creation date', 24, 29),
  time: field('file creation time', 30, 33),
  modifier: field('file id modifier', 34, 34),
  recordSize: digits('record size', 35, 37),
  blockingFactor: digits('blocking factor', 38, 39),
  format: digits('format code', 40, 40),
  destinationName: field('immediate destination name', 41, 63),
  originName: field('immediate origin name', 64, 86),
  reference: field('reference code', 87, 94),
} as const;

export const batchHeader = {
  type,
  serviceClass,
  companyName: field('company name', 5, 20),
  discretionary: field('company discretionary data', 21, 40),
  companyId: field('company identification', 41, 50),
  sec: field('standard entry class', 51, 53),
  description: field('company entry description', 54, 63),
  descriptiveDate: field('company descriptive date', 64, 69),
  entryDate: field('effective entry date', 70, 75),
  settlementDate: field('settlement date', 76, 78),
  originatorStatus: field('originator status code', 79, 79),
  odfi: digits('originating bank', 80, 87),
  batchNumber: digits('batch number', 88, 94),
} as const;

export const entryDetail = {
  type,
  code: digits('transaction code', 2, 3),
  rdfi: digits('receiving bank', 4, 11),
  checkDigit: digits('check digit', 12, 12),
  account: field('account number', 13, 29),
  amount: digits('amount', 30, 39),
  id: field('identification number', 40, 54),
  name: field('name of the receiver', 55, 76),
  discretionary: field('discretionary data', 77, 78),
  addendaIndicator: digits('addenda record indicator', 79, 79),
  trace: digits('trace number', 80, 94),
} as const;

export const addenda = {
  type,
  addendaType: digits('addenda type', 2, 3),
  text: field('payment related information', 4, 83),
  sequence: digits('addenda sequence number', 84, 87),
  entrySequence: digits('entry detail sequence number', 88, 94),
} as const;

export const batchControl = {
  type,
  serviceClass,
  count: digits('entry and addenda count', 5, 10),
  hash: digits('entry hash', 11, 20),
  debits: digits('total debits', 21, 32),
  credits: digits('total credits', 33, 44),
  companyId: field('company identification', 45, 54),
  authentication: field('message authentication code', 55, 73),
  reserved: field('reserved', 74, 79),
  odfi: digits('originating bank', 80, 87),
  batchNumber: digits('batch number', 88, 94),
} as const;

export const fileControl = {
  type,
  batches: digits('batch count', 2, 7),
  blocks: digits('block count', 8, 13),
  count: digits('entry and addenda count', 14, 21),
  hash: digits('entry hash', 22, 31),
  debits: digits('total debits', 32, 43),
  credits: digits('total credits', 44, 55),
  reserved: field('reserved', 56, 94),
} as const;

type Layout = Readonly<Record<string, Field>>;

const widthOf = ({ from, to }: Field): number => to - from + 1;

export const digitsMaxOf = (field: Field): number => 10 ** widthOf(field) - 1;

/** One record; fields without a value are left blank. What does not fit is a mistake of the caller. */
export function recordOf<L extends Layout>(layout: L, values: { readonly [F in keyof L]?: string | number }): string {
  let record = '';
  for (const key in layout) record += placed(layout[key]!, values[key] ?? '');
  return record;
}

function placed(field: Field, value: string | number): string {
  const text = String(value);
  const width = widthOf(field);
  if (text.length > width) throw new RangeError(`the ${field.name} '${text}' is longer than ${width}`);
  if (field.kind === 'letters') return text.padEnd(width);
  if (!/^\d+$/.test(text)) throw new RangeError(`the ${field.name} '${text}' is not of digits`);
  return text.padStart(width, '0');
}

/** What stands in a field, without the spaces behind it. */
export const textIn = (record: string, { from, to }: Field): string => record.slice(from - 1, to).trimEnd();
