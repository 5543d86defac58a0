// BAI2: records of fields with commas, in accounts, groups and a file, each closed by totals. A record that did not fit
// goes on in records 88. Amounts are whole cents.
import { addCents, type Cents, cents, centsMax, formatGrouped, zeroCents } from '@tenor/engine/values/cents.ts';
import { type CivilDate, dateOfParts } from '@tenor/engine/values/civil-date.ts';
import { refuse } from '../text/file-refused.ts';
import { type Chunks, linesOf } from '../text/lines.ts';
import { type Field, type Logical, recordOf, withContinuation } from './bai2-records.ts';
import { directionOf, kindOf } from './bai2-types.ts';
import { closed, count, type OpenAccount, opened, type StatementItem, type StatementLine } from './statement.ts';

const lineMax = 4_096;

/** Throws FileRefused. */
export async function* readBai2(chunks: Chunks): AsyncGenerator<StatementItem> {
  const reading = new Reading();
  let record: Logical | null = null;
  let number = 0;
  for await (const lines of linesOf(chunks, { encoding: 'ascii', lengthMax: lineMax })) {
    for (const written of lines) {
      number += 1;
      if (written.trim() === '') continue;
      const next: Logical = recordOf(written, number);
      if (next.type === '88') {
        record = withContinuation(record, next);
        continue;
      }
      if (record !== null) yield* reading.take(record);
      record = next;
    }
  }
  if (record !== null) yield* reading.take(record);
  yield reading.end(number);
}

interface Level {
  readonly line: number;
  total: Cents;
  members: number;
  records: number;
}

const level = (line: number): Level => ({ line, total: zeroCents, members: 0, records: 0 });

const order: Readonly<Record<string, readonly string[]>> = {
  start: ['01'],
  file: ['02', '99'],
  group: ['03', '98'],
  account: ['16', '49'],
  end: [],
};

class Reading {
  #at: keyof typeof order = 'start';
  #file = level(0);
  #group = level(0);
  #account = level(0);
  #open: OpenAccount | null = null;
  #asOf: CivilDate | null = null;
  #accounts = 0;

  take(record: Logical): StatementItem[] {
    const { type, line } = record;
    const allowed = order[this.#at] ?? [];
    if (!allowed.includes(type)) {
      const says =
        allowed.length === 0 ? 'nothing may follow a record 99' : `a record ${allowed.join(' or ')} must stand here`;
      refuse(line, 1, `${says}, not ${type}`);
    }
    switch (type) {
      case '01':
        return this.#openFile(record);
      case '02':
        return this.#openGroup(record);
      case '03':
        return this.#openAccount(record);
      case '16':
        return this.#detail(record);
      case '49':
        return this.#closeAccount(record);
      case '98':
        return this.#closeGroup(record);
      default:
        return this.#closeFile(record);
    }
  }

  end(lines: number): StatementItem {
    if (this.#at !== 'end') refuse(lines + 1, 1, 'the file is cut off: its last record, 99, is missing');
    return { is: 'end', accounts: this.#accounts };
  }

  #openFile({ line, lines, fields }: Logical): StatementItem[] {
    const version = fields[8];
    if (version === undefined || version.text !== '2')
      refuse(line, version?.column ?? 1, `the version must be 2, not ${version?.text ?? 'missing'}`);
    this.#file = { ...level(line), records: lines };
    this.#at = 'file';
    return [];
  }

  #openGroup({ line, lines, fields }: Logical): StatementItem[] {
    const [, , , status, asOf, , currency, modifier] = fields;
    if (status?.text !== '1') refuse(line, status?.column ?? 1, 'the status of the group must be 1, an update');
    // The statement of a day that has not ended is still incomplete.
    if (modifier !== undefined && /^[13]$/.test(modifier.text))
      refuse(modifier.line, modifier.column, 'an interim report is no statement');
    onlyDollars(currency);
    this.#asOf = dayIn(asOf, line);
    this.#group = { ...level(line), records: lines };
    this.#at = 'group';
    return [];
  }

  #openAccount({ line, lines, fields }: Logical): StatementItem[] {
    const [, number, currency, ...summaries] = fields;
    if (number === undefined || number.text === '') refuse(line, number?.column ?? 1, 'the account number is missing');
    onlyDollars(currency);
    const { amounts, sum } = summariesIn(summaries);
    const account = {
      accountNumber: number?.text ?? '',
      opening: amounts.get('010') ?? null,
      closing: amounts.get('015') ?? null,
    };
    this.#account = { ...level(line), total: sum, records: lines };
    this.#open = opened(account);
    this.#at = 'account';
    return [{ is: 'account', account }];
  }

  #detail({ line, lines, fields }: Logical): StatementItem[] {
    const [, type, written, fundsType] = fields;
    const size = centsIn(written, line);
    this.#account.total = addCents(this.#account.total, size);
    this.#account.records += lines;
    // Says something, and moves nothing.
    if (size === 0) return [];
    const direction = directionOf(type?.text ?? '');
    if (direction === null)
      refuse(line, type?.column ?? 1, `type ${type?.text ?? ''} says neither that money came in nor that it went out`);
    const rest = 4 + fieldsOfFunds(fundsType, fields[4]);
    const item: StatementLine = {
      line,
      on: this.#asOf as CivilDate,
      amount: cents(direction === 'in' ? size : -size),
      kind: kindOf(type?.text ?? ''),
      keys: fields.slice(rest, rest + 2).flatMap(({ text }) => (text === '' ? [] : [text])),
      text: textOf(fields.slice(rest + 2)),
    };
    count(this.#open as OpenAccount, item);
    return [{ is: 'line', line: item }];
  }

  #closeAccount(record: Logical): StatementItem[] {
    const [, total, records] = record.fields;
    this.#account.records += record.lines;
    foots(record, total, this.#account.total);
    agrees(record, records, this.#account.records, 'records');
    close(this.#group, this.#account);
    this.#accounts += 1;
    this.#at = 'group';
    return [closed(this.#open as OpenAccount, record.line)];
  }

  #closeGroup(record: Logical): StatementItem[] {
    const [, total, accounts, records] = record.fields;
    this.#group.records += record.lines;
    foots(record, total, this.#group.total);
    agrees(record, accounts, this.#group.members, 'accounts');
    agrees(record, records, this.#group.records, 'records');
    close(this.#file, this.#group);
    this.#at = 'file';
    return [];
  }

  #closeFile(record: Logical): StatementItem[] {
    const [, total, groups, records] = record.fields;
    this.#file.records += record.lines;
    foots(record, total, this.#file.total);
    agrees(record, groups, this.#file.members, 'groups');
    agrees(record, records, this.#file.records, 'records');
    this.#at = 'end';
    return [];
  }
}

function close(around: Level, within: Level): void {
  around.total = addCents(around.total, within.total);
  around.records += within.records;
  around.members += 1;
}

function onlyDollars(currency: Field | undefined): void {
  if (currency !== undefined && !/^(USD)?$/.test(currency.text))
    refuse(currency.line, currency.column, `only dollars are read here, not ${currency.text}`);
}

function dayIn(field: Field | undefined, line: number): CivilDate {
  const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)$/.exec(field?.text ?? '') ?? [];
  const found = dateOfParts({ year: 2000 + Number(year), month: Number(month), day: Number(day) });
  return found ?? refuse(field?.line ?? line, field?.column ?? 1, 'the day must be written as YYMMDD');
}

function centsIn(field: Field | undefined, line: number): Cents {
  const text = field?.text ?? '';
  const amount = text === '' ? 0 : Number(text);
  if (!/^([+-]?\d+)?$/.test(text) || Math.abs(amount) > centsMax)
    refuse(field?.line ?? line, field?.column ?? 1, 'an amount must be whole cents in digits');
  return cents(amount);
}

/** Groups of type, amount, count of items and funds type, with what the funds type brings. */
function summariesIn(fields: readonly Field[]): { amounts: Map<string, Cents>; sum: Cents } {
  const amounts = new Map<string, Cents>();
  let sum = zeroCents;
  for (let at = 0; at < fields.length; ) {
    const [type, written, , fundsType, days] = fields.slice(at) as [Field, ...Field[]];
    const amount = centsIn(written, type.line);
    sum = addCents(sum, amount);
    if (type.text !== '' && written?.text) amounts.set(type.text, amount);
    at += 4 + fieldsOfFunds(fundsType, days);
  }
  return { amounts, sum };
}

/** How many fields tell when the money can be used. */
function fieldsOfFunds(fundsType: Field | undefined, days: Field | undefined): number {
  switch (fundsType?.text ?? '') {
    case 'V':
      return 2;
    case 'S':
      return 3;
    case 'D':
      if (!/^\d{1,3}$/.test(days?.text ?? ''))
        refuse(fundsType?.line ?? 1, days?.column ?? 1, 'the count of days must be a number');
      return 1 + 2 * Number(days?.text);
    case '':
    case '0':
    case '1':
    case '2':
    case 'Z':
      return 0;
    default:
      return refuse(fundsType?.line ?? 1, fundsType?.column ?? 1, 'the funds type must be 0, 1, 2, V, S, D or Z');
  }
}

/** A text may hold commas, and go on in the next line. */
const textOf = (fields: readonly Field[]): string =>
  fields
    .map(({ text, line }, i) => (i === 0 ? text : `${line === fields[i - 1]?.line ? ',' : ' '}${text}`))
    .join('')
    .trim();

function foots({ line }: Logical, field: Field | undefined, found: Cents): void {
  const written = centsIn(field, line);
  if (written !== found) {
    const [here, there] = [written, found].map(formatGrouped);
    refuse(field?.line ?? line, field?.column ?? 1, `the control total is ${here} here and ${there} by the records`);
  }
}

function agrees({ line }: Logical, field: Field | undefined, found: number, what: string): void {
  if (Number(field?.text || Number.NaN) !== found)
    refuse(
      field?.line ?? line,
      field?.column ?? 1,
      `${field?.text || 'no'} ${what} are announced, and ${found} stand here`,
    );
}
