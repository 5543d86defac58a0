// A batch as an operator looks at it: its header, what its entries add up to, its control.
import { following, isOpen } from '@tenor/engine/time/calendar.ts';
import { parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { isSecCode, mixedClass, secCodes, serviceClassOf } from '../values/codes.ts';
import { batchControl, batchHeader, type Field, textIn } from '../values/layout.ts';
import { type BatchOfEntry, checkAddenda, checkEntry } from './check-entry.ts';
import type { Notebook } from './findings.ts';
import { controlOf, nothing, type Totals } from './totals.ts';

/** `YYMMDD` as a day of this century. */
export function dayOfShort(text: string): Day | undefined {
  if (!/^\d{6}$/.test(text)) return undefined;
  const date = parseCivilDate(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`);
  return date === undefined ? undefined : dayOf(date);
}

/** Banking days after the one on which the file is worked on. */
const entryDaysMax = { debit: 1, credit: 2 };

interface BatchSurroundings {
  readonly createdOn: Day | undefined;
  readonly lastNumber: number;
  readonly sameDayCentsMax: number;
  readonly notes: Notebook;
  /** True where the trace was not there before. */
  readonly isNewTrace: (odfi: string, sequence: number) => boolean;
}

export interface BatchCheck {
  readonly number: number;
  readonly entry: (record: string) => void;
  readonly addenda: (record: string) => void;
  /** What the batch adds to the file. */
  readonly end: (record: string | undefined) => Totals & { readonly isSameDay: boolean };
}

export function openBatch(header: string, around: BatchSurroundings): BatchCheck {
  const { notes } = around;
  const batch = checkHeader(header, around);
  let [totals, lastTrace, trace, addendaLeft] = [nothing, '', undefined as string | undefined, 0];
  const nextEntry = (): void => {
    if (addendaLeft > 0) notes.add('entry', 'the entry before says that it has an addenda, and has none (R25)');
    addendaLeft = 0;
  };
  return {
    number: batch.number,
    entry(record) {
      nextEntry();
      const { adds, hasAddenda, trace: found } = checkEntry(record, batch, notes);
      if (found !== undefined && found <= lastTrace) notes.add('batch', `the trace number ${found} does not ascend`);
      else if (found !== undefined && !around.isNewTrace(found.slice(0, 8), Number(found.slice(8))))
        notes.add('batch', `the trace number ${found} is there twice`);
      if (found !== undefined && found > lastTrace) lastTrace = found;
      trace = found;
      addendaLeft = hasAddenda ? 1 : 0;
      totals = added(totals, { ...adds, entries: 1 });
    },
    addenda(record) {
      if (addendaLeft === 0) notes.add('entry', 'there is an addenda too many (R25)');
      addendaLeft = 0;
      checkAddenda(record, trace, notes);
      totals = added(totals, { debitCents: 0, creditCents: 0, hash: 0, entries: 0 });
    },
    end(record) {
      nextEntry();
      if (totals.entries === 0) notes.add('batch', 'the batch has no entries');
      if (record !== undefined) checkControl(header, record, totals, notes);
      return { ...totals, isSameDay: batch.isSameDay };
    },
  };
}

const added = (totals: Totals, more: Omit<Totals, 'count'>): Totals => ({
  count: totals.count + 1,
  entries: totals.entries + more.entries,
  debitCents: totals.debitCents + more.debitCents,
  creditCents: totals.creditCents + more.creditCents,
  hash: totals.hash + more.hash,
});

function checkHeader(record: string, around: BatchSurroundings): BatchOfEntry & { readonly number: number } {
  const { notes } = around;
  const text = (field: Field): string => textIn(record, field);
  const serviceClass = text(batchHeader.serviceClass);
  if (![mixedClass, ...Object.values(serviceClassOf)].includes(serviceClass))
    notes.add('batch', `the service class '${serviceClass}' is none`, batchHeader.serviceClass);
  for (const field of [batchHeader.companyName, batchHeader.companyId, batchHeader.description])
    if (text(field).trim() === '') notes.add('batch', `the ${field.name} is empty`, field);
  const sec = text(batchHeader.sec);
  if (!isSecCode(sec))
    notes.add('batch', `the entry class '${sec}' is none of ${secCodes.join(', ')}`, batchHeader.sec);
  notes.mustBe('batch', record, batchHeader.settlementDate, '');
  notes.mustBe('batch', record, batchHeader.originatorStatus, '1');
  const odfi = text(batchHeader.odfi);
  if (!/^\d{8}$/.test(odfi)) notes.add('batch', `the originating bank '${odfi}' is not of digits`, batchHeader.odfi);
  const number = Number(text(batchHeader.batchNumber));
  if (!(number > around.lastNumber))
    notes.add('batch', `the batch number '${text(batchHeader.batchNumber)}' does not ascend`, batchHeader.batchNumber);
  const isSameDay = checkEntryDate(record, around);
  return { sec, serviceClass, odfi, isSameDay, sameDayCentsMax: around.sameDayCentsMax, number: number || 0 };
}

/** Whether its entries are to settle on the day of the file. */
function checkEntryDate(record: string, { createdOn, notes }: BatchSurroundings): boolean {
  const field = batchHeader.entryDate;
  const entryDay = dayOfShort(textIn(record, field));
  if (entryDay === undefined) {
    notes.add('batch', `the effective entry date '${textIn(record, field)}' is no day`, field);
    return false;
  }
  if (!isOpen(entryDay)) notes.add('entry', `${dateOf(entryDay)} is no banking day`, field);
  if (createdOn === undefined) return false;
  if (entryDay < createdOn)
    notes.add('entry', 'the effective entry date is over: the entries would settle at once', field);
  const isCredits = textIn(record, batchHeader.serviceClass) === serviceClassOf.credit;
  let latest = following(createdOn);
  for (let left = entryDaysMax[isCredits ? 'credit' : 'debit']; left > 0; left--) latest = following(latest + 1);
  if (entryDay > latest) notes.add('entry', `the effective entry date is after ${dateOf(latest)} (R18)`, field);
  return entryDay <= createdOn;
}

function checkControl(header: string, record: string, totals: Totals, notes: Notebook): void {
  notes.mustBe('batch', record, batchControl.serviceClass, textIn(header, batchHeader.serviceClass));
  notes.mustBe('batch', record, batchControl.companyId, textIn(header, batchHeader.companyId));
  notes.mustBe('batch', record, batchControl.odfi, textIn(header, batchHeader.odfi));
  notes.mustBe('batch', record, batchControl.batchNumber, textIn(header, batchHeader.batchNumber));
  notes.mustBe('batch', record, batchControl.authentication, '');
  notes.mustBe('batch', record, batchControl.reserved, '');
  checkSums('batch', record, batchControl, totals, notes);
}

type Sums = Readonly<Record<keyof ReturnType<typeof controlOf>, Field>>;

/** The four figures that both kinds of control have. */
export function checkSums(
  refuses: 'file' | 'batch',
  record: string,
  control: Sums,
  totals: Totals,
  notes: Notebook,
): void {
  for (const [name, sum] of Object.entries(controlOf(totals)) as [keyof Sums, number][]) {
    const field = control[name];
    notes.mustBe(refuses, record, field, String(sum).padStart(field.to - field.from + 1, '0'));
  }
}
