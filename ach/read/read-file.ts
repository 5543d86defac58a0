// Reads a file of the clearing house, whoever wrote it: what was sent, what comes back, and what must be changed. Lines
// may come without trailing spaces, end with CRLF, and lack the padding at the end. Anything else that is not as it
// should be refuses the whole file.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { refuse } from '../text/file-refused.ts';
import { type Chunks, linesOf } from '../text/lines.ts';
import { type Addenda, addendaOf } from './addenda.ts';
import { digits, type Line, lineOf, number, raw, recordLength, trimmed } from './fields.ts';
import { checkEntry, checkLength, checkOrder, checkPadding } from './operator-checks.ts';
import {
  added,
  type Batch,
  batchHeader,
  batchTotals,
  type EntryDetail,
  entryDetail,
  type FileHeader,
  fileHeader,
  fileTotals,
  isComingBack,
  isDebit,
  noTotals,
  type Totals,
} from './records.ts';

export interface Entry extends EntryDetail {
  readonly addenda: readonly Addenda[];
}

export interface FileEnd {
  readonly is: 'end';
  readonly batches: number;
  readonly entries: number;
  readonly totals: Totals;
  readonly lines: number;
}

export type Item =
  | { readonly is: 'file'; readonly header: FileHeader }
  | { readonly is: 'entry'; readonly entry: Entry }
  | FileEnd;

/** A bank would refuse more in what it is sent than we do in what a bank sends. */
interface Strictness {
  readonly asOperator?: boolean;
}

/** The last item is `end`: nothing counts before it has come. Throws FileRefused. */
export async function* readFile(chunks: Chunks, strictness: Strictness = {}): AsyncGenerator<Item> {
  const reading = new Reading(strictness.asOperator ?? false);
  let count = 0;
  for await (const lines of linesOf(chunks, { encoding: 'ascii', lengthMax: recordLength })) {
    for (const written of lines) {
      count += 1;
      const item = reading.take(written, count);
      if (item !== null) yield item;
    }
  }
  yield reading.end(count);
}

interface OpenBatch {
  readonly header: Batch;
  totals: Totals;
  entries: number;
}

interface OpenEntry {
  readonly detail: EntryDetail;
  readonly addenda: Addenda[];
}

/** An entry of the kind with the most may have so many. */
const addendaMax = 9_999;

class Reading {
  readonly #asOperator: boolean;
  #header: FileHeader | null = null;
  #batch: OpenBatch | null = null;
  #entry: OpenEntry | null = null;
  #last: Batch | null = null;
  #batches = 0;
  #entries = 0;
  #totals = noTotals;
  #control: Line | null = null;

  constructor(asOperator: boolean) {
    this.#asOperator = asOperator;
  }

  take(written: string, at: number): Item | null {
    if (this.#asOperator) checkLength(written, at);
    const line = lineOf(written, at);
    if (this.#control !== null) return this.#padding(line);
    if (written === '') refuse(at, 1, 'an empty line');
    if (this.#header === null) return this.#open(line);
    switch (line.text[0]) {
      case '5':
        return this.#openBatch(line, this.#header);
      case '6':
        return this.#openEntry(line);
      case '7':
        return this.#addenda(line, this.#header.createdOn);
      case '8':
        return this.#closeBatch(line);
      case '9':
        return this.#close(line);
      default:
        return refuse(at, 1, `a record begins with 5, 6, 7, 8 or 9 here, not ${line.text[0]}`);
    }
  }

  end(lines: number): FileEnd {
    const control = this.#control ?? refuse(lines + 1, 1, 'the file is cut off: its control record, 9, is missing');
    if (this.#asOperator) checkPadding(control, lines);
    return { is: 'end', batches: this.#batches, entries: this.#entries, totals: this.#totals, lines };
  }

  #open(line: Line): Item {
    if (line.text[0] !== '1') refuse(line.number, 1, `the first record must begin with 1, not ${line.text[0]}`);
    this.#header = fileHeader(line);
    return { is: 'file', header: this.#header };
  }

  #openBatch(line: Line, file: FileHeader): null {
    if (this.#batch !== null) refuse(line.number, 1, `the batch of line ${this.#batch.header.line} is not closed`);
    if (/^(IAT|ADV)$/.test(raw(line, 51, 53))) refuse(line.number, 51, `${raw(line, 51, 53)} is not read here`);
    const header = batchHeader(line, file);
    if (this.#asOperator && this.#last !== null) checkOrder(line, this.#last.number, header.number);
    this.#batch = { header, totals: noTotals, entries: 0 };
    return null;
  }

  #openEntry(line: Line): Item | null {
    const before = this.#complete(line);
    const batch = this.#openAt(line);
    const detail = entryDetail(line, batch.header);
    if (this.#asOperator) checkEntry(line, detail, before);
    this.#entry = { detail, addenda: [] };
    batch.entries += 1;
    this.#count(batch, detail);
    return before === null ? null : { is: 'entry', entry: before };
  }

  #count(batch: OpenBatch, { transactionCode, amount, routingNumber }: EntryDetail): void {
    const hash = Number(routingNumber.slice(0, 8));
    const [debits, credits] = isDebit(transactionCode) ? [amount, 0] : [0, amount];
    batch.totals = added(batch.totals, { records: 1, hash, debits, credits });
  }

  #openAt(line: Line): OpenBatch {
    return this.#batch ?? refuse(line.number, 1, 'this record stands in no batch');
  }

  #addenda(line: Line, fileDate: CivilDate): null {
    const batch = this.#openAt(line);
    const entry = this.#entry;
    if (!entry?.detail.hasAddenda) return refuse(line.number, 1, 'this addenda record follows no entry that has one');
    const addenda = addendaOf(line, fileDate);
    if (entry.addenda.length > 0 && (addenda.is !== 'payment' || entry.addenda[0]?.is !== 'payment'))
      refuse(line.number, 2, `the entry of line ${entry.detail.line} has its addenda already`);
    if (entry.addenda.length === addendaMax) refuse(line.number, 1, `an entry has ${addendaMax} addenda at the most`);
    const trace = trimmed(line, 80, 94);
    if (addenda.is !== 'payment' && trace !== '' && trace !== entry.detail.trace)
      refuse(line.number, 80, `the trace number is not that of the entry in line ${entry.detail.line}`);
    entry.addenda.push(addenda);
    batch.totals = added(batch.totals, { ...noTotals, records: 1 });
    return null;
  }

  /** The entry before this record, with what followed it. */
  #complete(line: Line): Entry | null {
    if (this.#entry === null) return null;
    const { detail, addenda } = this.#entry;
    this.#entry = null;
    const [first] = addenda;
    if (detail.hasAddenda && first === undefined)
      refuse(line.number, 1, `the entry of line ${detail.line} announces an addenda record, and none follows`);
    const isBack = first !== undefined && first.is !== 'payment';
    if (isBack !== isComingBack(detail.transactionCode))
      refuse(detail.line, 2, `transaction code ${detail.transactionCode} does not agree with the addenda of the entry`);
    if (first?.is === 'change' && detail.amount !== 0)
      refuse(detail.line, 30, 'a notification of change has no amount');
    return { ...detail, addenda };
  }

  #closeBatch(line: Line): Item | null {
    const before = this.#complete(line);
    const { header, totals, entries } = this.#openAt(line);
    same(line, 2, raw(line, 2, 4), header.serviceClass, 'service class');
    foots(line, batchTotals(line), totals, { records: 5, hash: 11, debits: 21, credits: 33 });
    if (trimmed(line, 45, 54) !== '') same(line, 45, trimmed(line, 45, 54), header.companyId, 'company identification');
    same(line, 80, digits(line, 80, 87, 'the routing number'), header.originator, 'routing number');
    same(line, 88, digits(line, 88, 94, 'the batch number'), header.number, 'batch number');
    this.#batch = null;
    this.#last = header;
    this.#batches += 1;
    this.#entries += entries;
    this.#totals = added(this.#totals, totals);
    return before === null ? null : { is: 'entry', entry: before };
  }

  #close(line: Line): null {
    if (this.#batch !== null) refuse(line.number, 1, `the batch of line ${this.#batch.header.line} is not closed`);
    const batches = number(line, 2, 7, 'the count of batches');
    if (batches !== this.#batches)
      refuse(line.number, 2, `${batches} batches are announced, and ${this.#batches} stand here`);
    foots(line, fileTotals(line), this.#totals, { records: 14, hash: 22, debits: 32, credits: 44 });
    this.#control = line;
    return null;
  }

  #padding({ number: at, text }: Line): null {
    const isPadding = text === '9'.repeat(recordLength) || text.trim() === '';
    return isPadding ? null : refuse(at, 1, 'the file has ended: only lines of nines may follow');
  }
}

const wordOf = {
  records: 'count of entries and addenda',
  hash: 'hash',
  debits: 'total of debits',
  credits: 'total of credits',
};

type Columns = Readonly<Record<keyof Totals, number>>;

function foots(line: Line, written: Totals, found: Totals, columns: Columns): void {
  for (const key of ['records', 'hash', 'debits', 'credits'] as const) {
    if (written[key] !== found[key])
      refuse(line.number, columns[key], `the ${wordOf[key]} is ${written[key]} here and ${found[key]} by the records`);
  }
}

function same(line: Line, column: number, written: string, header: string, what: string): void {
  if (written !== header) refuse(line.number, column, `the ${what} is not that of the batch, ${header}`);
}
