// What an operator would refuse in a file, or return, besides what no reader can read. For files that are to be sent.
import { refuse } from '../text/file-refused.ts';
import { type Line, number, raw, recordLength } from './fields.ts';
import { type EntryDetail, isComingBack, isDebit, isPrenote } from './records.ts';
import { checkDigitOf } from './routing-number.ts';

const blockLines = 10;

export function checkLength(written: string, at: number): void {
  if (written.length !== recordLength)
    refuse(at, written.length + 1, `the line must have ${recordLength} characters, not ${written.length}`);
}

export function checkOrder(line: Line, before: string, batchNumber: string): void {
  if (batchNumber <= before) refuse(line.number, 88, `batch numbers must ascend: ${before} stands before`);
}

/** The lines of a file fill blocks of ten, and its control says how many blocks. */
export function checkPadding(control: Line, lines: number): void {
  if (lines % blockLines !== 0) refuse(lines + 1, 1, `lines of nines must fill a block of ${blockLines} lines`);
  const blocks = number(control, 8, 13, 'the count of blocks');
  if (blocks !== lines / blockLines)
    refuse(control.number, 8, `${blocks} blocks are announced, and ${lines / blockLines} stand here`);
}

export function checkEntry(line: Line, entry: EntryDetail, before: EntryDetail | null): void {
  const { batch, transactionCode, trace } = entry;
  const { number: at } = line;
  const written = entry.routingNumber[8];
  const right = checkDigitOf(entry.routingNumber.slice(0, 8));
  if (written !== right) refuse(at, 12, `the check digit must be ${right}, not ${written}`);
  if (batch.serviceClass === (isDebit(transactionCode) ? '220' : '225'))
    refuse(
      at,
      2,
      `transaction code ${transactionCode} does not belong into a batch of service class ${batch.serviceClass}`,
    );
  if (trace.slice(0, 8) !== batch.originator) refuse(at, 80, `the trace number must begin with ${batch.originator}`);
  if (before !== null && before.batch === batch && trace <= before.trace)
    refuse(at, 80, `trace numbers must ascend: ${before.trace} stands before`);
  if (isComingBack(transactionCode)) return;
  const isZero = /[3489]/.test(transactionCode[1] as string);
  if (isPrenote(transactionCode) && entry.amount !== 0) refuse(at, 30, 'a prenote has no amount');
  if (!isZero && entry.amount === 0) refuse(at, 30, 'the amount must be above zero');
  if (entry.accountNumber === '') refuse(at, 13, 'the account number is missing');
  if (/WEB|TEL/.test(batch.secCode) && raw(line, 55, 76).trim() === '') refuse(at, 55, 'the name is missing');
}
