// An entry and its addenda as an operator looks at them.
import { isDebitKind, isSecCode, mixedClass, serviceClassOf, transactionCodes } from '../values/codes.ts';
import { addenda, entryDetail, type Field, textIn } from '../values/layout.ts';
import { checkDigitOf } from '../values/routing-number.ts';
import type { Notebook } from './findings.ts';
import type { Totals } from './totals.ts';

/** What the entry's batch says of it. */
export interface BatchOfEntry {
  readonly sec: string;
  readonly serviceClass: string;
  readonly odfi: string;
  readonly isSameDay: boolean;
  readonly sameDayCentsMax: number;
}

interface CheckedEntry {
  readonly adds: Pick<Totals, 'debitCents' | 'creditCents' | 'hash'>;
  /** Undefined where it is not of digits. */
  readonly trace: string | undefined;
  readonly hasAddenda: boolean;
}

export function checkEntry(record: string, batch: BatchOfEntry, notes: Notebook): CheckedEntry {
  const text = (field: Field): string => textIn(record, field);
  const code = transactionCodes.get(text(entryDetail.code));
  if (code === undefined)
    notes.add('batch', `the transaction code '${text(entryDetail.code)}' is none`, entryDetail.code);
  if (code?.is === 'return')
    notes.add('batch', 'an entry that comes back is among those that go out', entryDetail.code);
  const { serviceClass } = batch;
  if (code !== undefined && serviceClass !== mixedClass && serviceClass !== serviceClassOf[code.direction])
    notes.add('batch', `a ${code.direction} is in a batch of the service class ${serviceClass}`, entryDetail.code);
  const cents = centsOf(record, notes);
  if (code?.is === 'live' && cents === 0) notes.add('entry', 'the amount is zero (R19)', entryDetail.amount);
  if (code !== undefined && code.is !== 'live' && cents > 0)
    notes.add('entry', 'an entry without money has an amount (R19)', entryDetail.amount);
  if (batch.isSameDay && cents > batch.sameDayCentsMax)
    notes.add('entry', 'the amount is more than an entry of the same day may have', entryDetail.amount);
  checkReceiver(record, batch.sec, notes);
  const rdfi = text(entryDetail.rdfi);
  const adds = {
    debitCents: code?.direction === 'debit' ? cents : 0,
    creditCents: code?.direction === 'credit' ? cents : 0,
    hash: /^\d{8}$/.test(rdfi) ? Number(rdfi) : 0,
  };
  return { adds, trace: traceOf(record, batch, notes), hasAddenda: hasAddenda(record, batch.sec, notes) };
}

function centsOf(record: string, notes: Notebook): number {
  const text = textIn(record, entryDetail.amount);
  if (/^\d{10}$/.test(text)) return Number(text);
  notes.add('batch', `the amount '${text}' is not of digits`, entryDetail.amount);
  return 0;
}

function checkReceiver(record: string, sec: string, notes: Notebook): void {
  const [rdfi, digit] = [textIn(record, entryDetail.rdfi), textIn(record, entryDetail.checkDigit)];
  if (!/^\d{8}$/.test(rdfi))
    notes.add('entry', `the receiving bank '${rdfi}' is not of digits (R13)`, entryDetail.rdfi);
  else if (checkDigitOf(rdfi) !== digit)
    notes.add(
      'entry',
      `the check digit of ${rdfi} is ${checkDigitOf(rdfi)}, not '${digit}' (R28)`,
      entryDetail.checkDigit,
    );
  const account = textIn(record, entryDetail.account);
  if (account === '') notes.add('entry', 'the account number is empty (R26)', entryDetail.account);
  if (account.startsWith(' ')) notes.add('entry', 'the account number does not stand at the left', entryDetail.account);
  if (!isSecCode(sec) || !isDebitKind(sec)) return;
  if (textIn(record, entryDetail.name) === '') notes.add('entry', 'the name is empty (R26)', entryDetail.name);
  const type = textIn(record, entryDetail.discretionary);
  const allowed = sec === 'WEB' ? ['R', 'S'] : ['R', 'S', ''];
  if (!allowed.includes(type))
    notes.add('entry', `the payment type '${type}' of ${sec} is not R or S (R26)`, entryDetail.discretionary);
}

function traceOf(record: string, { odfi }: BatchOfEntry, notes: Notebook): string | undefined {
  const trace = textIn(record, entryDetail.trace);
  if (!/^\d{15}$/.test(trace)) {
    notes.add('batch', `the trace number '${trace}' is not of digits (R27)`, entryDetail.trace);
    return undefined;
  }
  if (!trace.startsWith(odfi))
    notes.add('batch', `the trace number does not begin with the originating bank ${odfi}`, entryDetail.trace);
  return trace;
}

function hasAddenda(record: string, sec: string, notes: Notebook): boolean {
  const indicator = textIn(record, entryDetail.addendaIndicator);
  if (indicator !== '0' && indicator !== '1')
    notes.add('entry', `the addenda indicator '${indicator}' is not 0 or 1 (R25)`, entryDetail.addendaIndicator);
  if (indicator === '1' && sec === 'TEL') notes.add('entry', 'TEL has no addenda (R25)', entryDetail.addendaIndicator);
  return indicator === '1';
}

/** Checks the addenda against the entry before it, whose trace is given. */
export function checkAddenda(record: string, trace: string | undefined, notes: Notebook): void {
  notes.mustBe('entry', record, addenda.addendaType, '05');
  notes.mustBe('entry', record, addenda.sequence, '0001');
  if (trace !== undefined) notes.mustBe('entry', record, addenda.entrySequence, trace.slice(8));
}
