// One entry as it is to be written, and what would make a bank refuse it.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import {
  type AccountType,
  codeOf,
  type Direction,
  isDebitKind,
  ruledDescriptions,
  type SecCode,
  secCodes,
} from '../values/codes.ts';
import { digitsMaxOf, entryDetail, type Field, recordOf, addenda as textOfAddenda } from '../values/layout.ts';
import { cutTo, isPrintable, plainLetters } from '../values/plain-letters.ts';
import { isRoutingNumber } from '../values/routing-number.ts';

export interface Entry {
  readonly direction: Direction;
  readonly sec: SecCode;
  /** The company describes the payment to its customers: `LOAN PMT`. */
  readonly description: string;
  /** The banking day on which it is to settle. */
  readonly entryDate: CivilDate;
  /** `SD1430` where the bank wants to see that entries are for today; else the date stands there. */
  readonly sameDayMark: string | null;
  /** Without money: it asks whether the account is there. */
  readonly isPrenote: boolean;
  readonly routingNumber: string;
  /** Only its digits are sent. */
  readonly accountNumber: string;
  readonly accountType: AccountType;
  readonly amountCents: number;
  /** Comes back with every return and change. No two entries of a batch have the same. */
  readonly id: string;
  /** Whose account it is, in whatever letters. */
  readonly name: string;
  readonly isRecurring: boolean;
  /** For the books of a business. */
  readonly addenda: string | null;
}

interface EntryFault {
  readonly field: keyof Entry;
  readonly message: string;
}

const widthOf = ({ from, to }: Field): number => to - from + 1;

export const descriptionMax = 10;
const nameMax = widthOf(entryDetail.name);
const idMax = widthOf(entryDetail.id);
const addendaMax = widthOf(textOfAddenda.text);
const amountMax = digitsMaxOf(entryDetail.amount);
const accountDigits = { min: 1, max: widthOf(entryDetail.account) };

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Why it cannot be written; undefined where it can. */
export function faultOf(entry: Entry): EntryFault | undefined {
  const account = digitsOf(entry.accountNumber).length;
  const says = (field: keyof Entry, message: string): EntryFault => ({ field, message });
  if (!secCodes.includes(entry.sec)) return says('sec', `is one of ${secCodes.join(', ')}`);
  if (!isText(entry.description, descriptionMax)) return says('description', `has 1 to ${descriptionMax} characters`);
  if (entry.sameDayMark !== null && !isMark(entry.sameDayMark)) return says('sameDayMark', 'is written SD1430');
  if (!isRoutingNumber(entry.routingNumber))
    return says('routingNumber', 'has nine digits, the last as it is computed');
  if (account < accountDigits.min || account > accountDigits.max)
    return says('accountNumber', `has at most ${accountDigits.max} digits`);
  if (!isAmount(entry)) return says('amountCents', `is from 1 to ${amountMax}, or 0 of a prenote`);
  if (!isText(entry.id, idMax)) return says('id', `has 1 to ${idMax} characters`);
  if (plainLetters(entry.name) === undefined) return says('name', 'has letters that a bank can read');
  return faultOfAddenda(entry) ?? faultOfKind(entry);
}

const isMark = (text: string): boolean => /^SD([01]\d|2[0-3])[0-5]\d$/.test(text);

const isText = (text: string, max: number): boolean =>
  text.length <= max && text.trim() !== '' && text === text.trim() && isPrintable(text);

function isAmount({ amountCents, isPrenote }: Entry): boolean {
  if (isPrenote) return amountCents === 0;
  return Number.isInteger(amountCents) && amountCents > 0 && amountCents <= amountMax;
}

function faultOfAddenda({ addenda, sec }: Entry): EntryFault | undefined {
  if (addenda === null) return undefined;
  if (sec === 'TEL') return { field: 'addenda', message: 'is not sent with TEL' };
  if (!isText(addenda, addendaMax)) return { field: 'addenda', message: `has 1 to ${addendaMax} characters` };
  return undefined;
}

function faultOfKind({ sec, direction, isPrenote, description }: Entry): EntryFault | undefined {
  const isReversal = description === ruledDescriptions.reversal;
  if (direction === 'credit' && isDebitKind(sec) && !isReversal)
    return { field: 'sec', message: `of a credit is PPD or CCD: ${sec} takes no credits but reversals` };
  const isRetry = description === ruledDescriptions.retry;
  if (isRetry && (direction === 'credit' || isPrenote))
    return { field: 'description', message: `${ruledDescriptions.retry} is for debits that came back` };
  return undefined;
}

/** WEB says whether it comes again, TEL when it does; in all other kinds the place is free. */
function paymentTypeOf({ sec, isRecurring }: Entry): string {
  if (!isDebitKind(sec)) return '';
  return isRecurring ? 'R' : 'S';
}

/** Its record, and that of its addenda. The entry has no fault. */
export function recordsOf(entry: Entry, trace: string): string[] {
  const record = recordOf(entryDetail, {
    type: '6',
    code: codeOf(entry.accountType, entry.direction, entry.isPrenote),
    rdfi: entry.routingNumber.slice(0, 8),
    checkDigit: entry.routingNumber.slice(8),
    account: digitsOf(entry.accountNumber),
    amount: entry.amountCents,
    id: entry.id,
    name: cutTo(nameMax, plainLetters(entry.name) ?? ''),
    discretionary: paymentTypeOf(entry),
    addendaIndicator: entry.addenda === null ? '0' : '1',
    trace,
  });
  if (entry.addenda === null) return [record];
  const more = { type: '7', addendaType: '05', text: entry.addenda, sequence: '1', entrySequence: trace.slice(8) };
  return [record, recordOf(textOfAddenda, more)];
}
