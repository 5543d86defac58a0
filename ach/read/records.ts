// The records of a file, each from its line: A2 file header, A3 batch header, A4 entry, A7 and A8 controls.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { amount, date, dateOf, dayOfYear, digits, type Line, number, oneOf, raw, trimmed } from './fields.ts';

export interface FileHeader {
  readonly destination: string;
  readonly origin: string;
  readonly createdOn: CivilDate;
  /** HHMM, or empty. */
  readonly createdAt: string;
  readonly modifier: string;
  readonly destinationName: string;
  readonly originName: string;
}

export function fileHeader(line: Line): FileHeader {
  oneOf(line, 35, ['094'], 'the record size');
  oneOf(line, 40, ['1'], 'the format');
  return {
    destination: trimmed(line, 4, 13),
    origin: trimmed(line, 14, 23),
    createdOn: date(line, 24, 'the day of the file'),
    createdAt: trimmed(line, 30, 33),
    modifier: raw(line, 34, 34),
    destinationName: trimmed(line, 41, 63),
    originName: trimmed(line, 64, 86),
  };
}

const serviceClasses = ['200', '220', '225'] as const;

export interface Batch {
  readonly line: number;
  readonly serviceClass: (typeof serviceClasses)[number];
  readonly companyName: string;
  readonly companyId: string;
  readonly secCode: string;
  readonly description: string;
  /** As the batch of the entry had it; null: none, or no day. */
  readonly effectiveOn: CivilDate | null;
  /** When what stands in the batch settles: of a return, the return itself. Null: the operator wrote none. */
  readonly settlesOn: CivilDate | null;
  /** Eight digits: whoever sent the batch. */
  readonly originator: string;
  readonly number: string;
}

export function batchHeader(line: Line, { createdOn }: FileHeader): Batch {
  return {
    line: line.number,
    serviceClass: oneOf(line, 2, serviceClasses, 'the service class'),
    companyName: trimmed(line, 5, 20),
    companyId: trimmed(line, 41, 50),
    secCode: raw(line, 51, 53),
    description: trimmed(line, 54, 63),
    effectiveOn: dateOf(raw(line, 70, 75)) ?? null,
    settlesOn: dayOfYear(line, 76, 'the settlement date', createdOn),
    originator: digits(line, 80, 87, "the originator's routing number"),
    number: digits(line, 88, 94, 'the batch number'),
  };
}

/** Credits end with 1 to 4, debits with 5 to 9; what comes back ends with 1 or 6, prenotes with 3 or 8. */
export const transactionCodes = [
  ...['21', '22', '23', '24', '26', '27', '28', '29'],
  ...['31', '32', '33', '34', '36', '37', '38', '39'],
  ...['41', '42', '43', '44', '46', '47', '48', '49'],
  ...['51', '52', '53', '54', '55', '56'],
] as const;

type TransactionCode = (typeof transactionCodes)[number];

const endsWith = (code: string, ends: string): boolean => ends.includes(code[1] as string);
export const isDebit = (code: TransactionCode): boolean => endsWith(code, '56789');
export const isPrenote = (code: TransactionCode): boolean => endsWith(code, '38');
export const isComingBack = (code: TransactionCode): boolean => endsWith(code, '16');

export interface EntryDetail {
  readonly line: number;
  readonly batch: Batch;
  readonly transactionCode: TransactionCode;
  /** Nine digits, the check digit last. */
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly amount: Cents;
  readonly individualId: string;
  readonly individualName: string;
  /** On WEB and TEL entries it holds the payment type. */
  readonly discretionary: string;
  readonly hasAddenda: boolean;
  readonly trace: string;
}

export function entryDetail(line: Line, batch: Batch): EntryDetail {
  return {
    line: line.number,
    batch,
    transactionCode: oneOf(line, 2, transactionCodes, 'the transaction code'),
    routingNumber: digits(line, 4, 12, 'the routing number'),
    accountNumber: trimmed(line, 13, 29),
    amount: amount(line, 30, 39, 'the amount'),
    individualId: trimmed(line, 40, 54),
    individualName: trimmed(line, 55, 76),
    discretionary: raw(line, 77, 78),
    hasAddenda: oneOf(line, 79, ['0', '1'], 'the addenda indicator') === '1',
    trace: digits(line, 80, 94, 'the trace number'),
  };
}

/** What a control record says of the records before it. */
export interface Totals {
  /** Counts entries and addenda. */
  readonly records: number;
  readonly hash: number;
  readonly debits: number;
  readonly credits: number;
}

export const noTotals: Totals = { records: 0, hash: 0, debits: 0, credits: 0 };

const hashMax = 10_000_000_000;

export const added = (a: Totals, b: Totals): Totals => ({
  records: a.records + b.records,
  hash: (a.hash + b.hash) % hashMax,
  debits: a.debits + b.debits,
  credits: a.credits + b.credits,
});

export const batchTotals = (line: Line): Totals => ({
  records: number(line, 5, 10, 'the count of entries and addenda'),
  hash: number(line, 11, 20, 'the hash'),
  debits: amount(line, 21, 32, 'the total of debits'),
  credits: amount(line, 33, 44, 'the total of credits'),
});

export const fileTotals = (line: Line): Totals => ({
  records: number(line, 14, 21, 'the count of entries and addenda'),
  hash: number(line, 22, 31, 'the hash'),
  debits: amount(line, 32, 43, 'the total of debits'),
  credits: amount(line, 44, 55, 'the total of credits'),
});
