// A file, entry by entry in the order of their places: it holds the totals and never the entries, so its size costs no
// memory. Pieces of text come out; together they are the file.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { serviceClassOf } from '../values/codes.ts';
import {
  batchControl,
  batchHeader,
  digitsMaxOf,
  fileControl,
  fileHeader,
  linesOfBlock,
  padding,
  recordOf,
} from '../values/layout.ts';
import { type Entry, faultOf, recordsOf } from './entry.ts';
import type { Originator } from './originator.ts';
import { batchPlaceOf, placeOf } from './place.ts';
import { controlOf, fitsBatch, fitsFile, nothing, plus, type Totals } from './totals.ts';

export interface FileSetting {
  readonly originator: Originator;
  /** In the zone of the bank. */
  readonly createdOn: CivilDate;
  /** HHMM. */
  readonly createdAt: string;
  /** Distinguishes the files of one day. */
  readonly modifier: string;
  /** The number with which the first trace ends. */
  readonly firstTrace: number;
  readonly lineEnd: '\n' | '\r\n';
  readonly limits: FileLimits;
}

/** What the bank takes in one file; null: as much as the form of the file can say. */
interface FileLimits {
  readonly entries: number | null;
  /** The padding counts too. */
  readonly lines: number | null;
  readonly debitCents: number | null;
  readonly creditCents: number | null;
}

export interface FileTotals extends Totals {
  readonly batches: number;
  /** The padding counts too. */
  readonly lines: number;
}

interface OpenFile {
  /** False: the next file takes it. */
  readonly hasRoomFor: (entry: Entry) => boolean;
  /** What it adds to the file, and its trace number. */
  readonly add: (entry: Entry) => { readonly text: string; readonly trace: string };
  readonly end: () => { readonly text: string; readonly totals: FileTotals };
}

const traceMax = 9_999_999;
const batchesMax = digitsMaxOf(fileControl.batches);
const linesMax = digitsMaxOf(fileControl.blocks) * linesOfBlock;
const shortDate = (date: CivilDate): string => date.slice(2).replaceAll('-', '');
const descriptiveDate = (date: CivilDate): string => `${date.slice(5, 7)}${date.slice(8, 10)}${date.slice(2, 4)}`;
const padded = (lines: number): number => Math.ceil(lines / linesOfBlock) * linesOfBlock;

interface Batch {
  readonly number: number;
  readonly first: Entry;
  readonly totals: Totals;
}

export function openFile(setting: FileSetting): OpenFile {
  const { originator, limits, lineEnd } = setting;
  let [totals, lines, nextTrace, lastPlace] = [nothing, 1, setting.firstTrace, ''];
  let batch: Batch | undefined;
  const endBatch = (): string[] => (batch === undefined ? [] : [controlRecordOf(batch, originator)]);
  const goesOn = (entry: Entry): boolean =>
    batch !== undefined && batchPlaceOf(batch.first) === batchPlaceOf(entry) && fitsBatch(plus(batch.totals, entry));
  const textOf = (records: readonly string[]): string => {
    lines += records.length;
    return records.map((record) => record + lineEnd).join('');
  };
  const header = headerRecordOf(setting) + lineEnd;

  return {
    hasRoomFor(entry) {
      const next = plus(totals, entry);
      const isNewBatch = !goesOn(entry);
      const ends = 2 + (isNewBatch && batch !== undefined ? 1 : 0);
      const after = padded(lines + (isNewBatch ? 1 : 0) + (next.count - totals.count) + ends);
      const batches = (batch?.number ?? 0) + (isNewBatch ? 1 : 0);
      const isInForm = fitsFile(next) && after <= linesMax && batches <= batchesMax && nextTrace <= traceMax;
      return isInForm && isWithin(limits, next, after);
    },
    add(entry) {
      const fault = faultOf(entry);
      if (fault !== undefined) throw new RangeError(`${fault.field} of ${entry.id} ${fault.message}`);
      if (placeOf(entry) <= lastPlace) throw new RangeError(`${entry.id} is out of order, or there twice`);
      lastPlace = placeOf(entry);
      const records: string[] = [];
      if (!goesOn(entry)) {
        records.push(...endBatch());
        batch = { number: (batch?.number ?? 0) + 1, first: entry, totals: nothing };
        records.push(batchRecordOf(batch, originator));
      }
      const trace = `${originator.odfi}${String(nextTrace).padStart(7, '0')}`;
      records.push(...recordsOf(entry, trace));
      const text = (totals.entries === 0 ? header : '') + textOf(records);
      batch = { ...(batch as Batch), totals: plus((batch as Batch).totals, entry) };
      totals = plus(totals, entry);
      nextTrace += 1;
      return { text, trace };
    },
    end() {
      if (batch === undefined) throw new RangeError('a file has at least one entry');
      const blocks = padded(lines + 2) / linesOfBlock;
      const control = recordOf(fileControl, { type: '9', batches: batch.number, blocks, ...controlOf(totals) });
      const text = textOf([...endBatch(), control]);
      const filling = padded(lines) - lines;
      return { text: text + textOf(Array(filling).fill(padding)), totals: { ...totals, batches: batch.number, lines } };
    },
  };
}

const isWithin = (limits: FileLimits, totals: Totals, lines: number): boolean =>
  totals.entries <= (limits.entries ?? totals.entries) &&
  lines <= (limits.lines ?? lines) &&
  totals.debitCents <= (limits.debitCents ?? totals.debitCents) &&
  totals.creditCents <= (limits.creditCents ?? totals.creditCents);

const headerRecordOf = ({ originator, createdOn, createdAt, modifier }: FileSetting): string =>
  recordOf(fileHeader, {
    type: '1',
    priority: '01',
    destination: ` ${originator.destination}`,
    origin: originator.origin,
    date: shortDate(createdOn),
    time: createdAt,
    modifier,
    recordSize: '094',
    blockingFactor: '10',
    format: '1',
    destinationName: originator.destinationName,
    originName: originator.originName,
  });

const batchRecordOf = ({ number, first }: Batch, { companyName, companyId, discretionary, odfi }: Originator): string =>
  recordOf(batchHeader, {
    type: '5',
    serviceClass: serviceClassOf[first.direction],
    companyName,
    discretionary,
    companyId,
    sec: first.sec,
    description: first.description,
    descriptiveDate: first.sameDayMark ?? descriptiveDate(first.entryDate),
    entryDate: shortDate(first.entryDate),
    originatorStatus: '1',
    odfi,
    batchNumber: number,
  });

const controlRecordOf = ({ number, first, totals }: Batch, { companyId, odfi }: Originator): string =>
  recordOf(batchControl, {
    type: '8',
    serviceClass: serviceClassOf[first.direction],
    ...controlOf(totals),
    companyId,
    odfi,
    batchNumber: number,
  });
