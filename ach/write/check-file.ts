// Looks at the bytes of a file as an operator does, before a bank is shown them: all for which a file, a batch or an entry
// would be refused. It takes the file in pieces and keeps none of it.
import type { Day } from '@tenor/engine/values/day.ts';
import { fileControl, fileHeader, linesOfBlock, padding, recordLength, textIn } from '../values/layout.ts';
import { isPrintable } from '../values/plain-letters.ts';
import { isRoutingNumber } from '../values/routing-number.ts';
import { type BatchCheck, checkSums, dayOfShort, openBatch } from './check-batch.ts';
import type { FileTotals } from './file-writer.ts';
import { type Findings, type Notebook, openNotebook } from './findings.ts';
import { nothing, type Totals } from './totals.ts';
import { tracesOnce } from './used-traces.ts';

export interface CheckedFile extends FileTotals {
  readonly findings: Findings;
  /** How many entries would settle on the day on which the file was made. */
  readonly sameDayEntries: number;
}

interface FileCheck {
  /** A piece of the file, each byte a character. */
  readonly take: (piece: string) => void;
  readonly end: () => CheckedFile;
}

type Place = 'start' | 'between' | 'batch' | 'after';

/** What may stand where, by the first character of a record. */
const allowed: Readonly<Record<Place, string>> = { start: '1', between: '59', batch: '678', after: '9' };
/** A line may be so long before it is given up. */
const lineMax = 1_000;

/** 1,000,000.00, as the rules have it since 2022. */
const sameDayCentsMaxOfRules = 100_000_000;

export function checkFile(sameDayCentsMax = sameDayCentsMaxOfRules): FileCheck {
  const notes = openNotebook();
  const records = recordsCheck(notes, sameDayCentsMax);
  let [rest, lines, ending] = ['', 0, ''];
  const line = (text: string): void => {
    lines += 1;
    notes.lookAt(lines);
    const end = text.endsWith('\r') ? 'CRLF' : 'LF';
    if (ending !== '' && ending !== end) notes.add('file', `the line ends with ${end}, those before with ${ending}`);
    ending = end;
    const record = end === 'CRLF' ? text.slice(0, -1) : text;
    if (record.length !== recordLength)
      notes.add('file', `the line has ${record.length} characters, not ${recordLength}`);
    if (!isPrintable(record)) notes.add('file', 'the line has characters that are not of ASCII');
    records.take(record.slice(0, recordLength).padEnd(recordLength));
  };
  return {
    take(piece) {
      const found = (rest + piece).split('\n');
      rest = (found.pop() as string).slice(0, lineMax);
      for (const text of found) line(text.slice(0, lineMax));
    },
    end() {
      if (rest !== '') {
        line(rest);
        notes.add('file', 'the last line has no end');
      }
      return { ...records.end(lines), lines, findings: notes.found() };
    },
  };
}

function recordsCheck(notes: Notebook, sameDayCentsMax: number) {
  let place: Place = 'start';
  let batch: BatchCheck | undefined;
  let [totals, batches, lastNumber, sameDayEntries, blocks] = [nothing, 0, 0, 0, ''];
  let createdOn: Day | undefined;
  const isNewTrace = tracesOnce();
  const endBatch = (record?: string): void => {
    if (batch === undefined) return;
    if (record === undefined) notes.add('file', 'the batch before has no end');
    const { isSameDay, ...sums } = batch.end(record);
    totals = sumOf(totals, sums);
    sameDayEntries += isSameDay ? sums.entries : 0;
    batch = undefined;
    place = 'between';
  };
  const steps: Readonly<Record<string, (record: string) => void>> = {
    1: (record) => {
      createdOn = checkHeader(record, notes);
      place = 'between';
    },
    5: (record) => {
      endBatch();
      batches += 1;
      batch = openBatch(record, { createdOn, lastNumber, sameDayCentsMax, notes, isNewTrace });
      lastNumber = batch.number;
      place = 'batch';
    },
    6: (record) => batch?.entry(record),
    7: (record) => batch?.addenda(record),
    8: endBatch,
    9: (record) => {
      if (place === 'after') {
        if (record !== padding) notes.add('file', 'only lines of nines come after the end of the file');
        return;
      }
      endBatch();
      blocks = textIn(record, fileControl.blocks);
      checkControl(record, { ...totals, batches }, notes);
      place = 'after';
    },
  };
  return {
    take(record: string) {
      const type = record.slice(0, 1);
      if (steps[type] === undefined) notes.add('file', `a record of the type '${type}' is none`);
      else if (!allowed[place].includes(type)) notes.add('file', `a record of the type ${type} does not belong here`);
      steps[type]?.(record);
    },
    end(lines: number): Omit<FileTotals, 'lines'> & { readonly sameDayEntries: number } {
      if (place !== 'after') notes.add('file', lines === 0 ? 'the file is empty' : 'the file has no end');
      if (totals.entries === 0) notes.add('file', 'the file has no entries');
      if (lines % linesOfBlock !== 0) notes.add('file', `the file has ${lines} lines, which are not blocks of ten`);
      if (place === 'after' && Number(blocks) !== Math.ceil(lines / linesOfBlock))
        notes.add('file', `the file says that it has ${Number(blocks)} blocks of ten lines, and has ${lines} lines`);
      return { ...totals, batches, sameDayEntries };
    },
  };
}

const sumOf = (a: Totals, b: Totals): Totals => ({
  count: a.count + b.count,
  entries: a.entries + b.entries,
  debitCents: a.debitCents + b.debitCents,
  creditCents: a.creditCents + b.creditCents,
  hash: a.hash + b.hash,
});

/** The day on which the file was made. */
function checkHeader(record: string, notes: Notebook): Day | undefined {
  notes.mustBe('file', record, fileHeader.priority, '01');
  notes.mustBe('file', record, fileHeader.recordSize, '094');
  notes.mustBe('file', record, fileHeader.blockingFactor, '10');
  notes.mustBe('file', record, fileHeader.format, '1');
  const destination = textIn(record, fileHeader.destination);
  if (!destination.startsWith(' ') || !isRoutingNumber(destination.slice(1)))
    notes.add('file', `the immediate destination '${destination}' is no bank`, fileHeader.destination);
  if (textIn(record, fileHeader.origin).trim() === '')
    notes.add('file', 'the immediate origin is empty', fileHeader.origin);
  const createdOn = dayOfShort(textIn(record, fileHeader.date));
  if (createdOn === undefined) notes.add('file', 'the file creation date is no day', fileHeader.date);
  if (!/^(([01]\d|2[0-3])[0-5]\d)?$/.test(textIn(record, fileHeader.time)))
    notes.add('file', 'the file creation time is no time of day', fileHeader.time);
  if (!/^[A-Z0-9]$/.test(textIn(record, fileHeader.modifier)))
    notes.add('file', 'the file id modifier is not of A to Z and 0 to 9', fileHeader.modifier);
  return createdOn;
}

function checkControl(record: string, totals: Totals & { readonly batches: number }, notes: Notebook): void {
  notes.mustBe('file', record, fileControl.batches, String(totals.batches).padStart(6, '0'));
  checkSums('file', record, fileControl, totals, notes);
  notes.mustBe('file', record, fileControl.reserved, '');
  if (!/^\d{6}$/.test(textIn(record, fileControl.blocks)))
    notes.add('file', 'the block count is not of digits', fileControl.blocks);
}
