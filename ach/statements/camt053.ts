// camt.053, the statement of ISO 20022, of any of its versions: what a reconciliation needs of it, and no more.
import { type Cents, cents, formatGrouped, parseCents, zeroCents } from '@tenor/engine/values/cents.ts';
import { type CivilDate, parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import { refuse } from '../text/file-refused.ts';
import type { Chunks } from '../text/lines.ts';
import { closed, count, type LineKind, type OpenAccount, opened, type StatementItem } from './statement.ts';
import { readXml, type XmlElement } from './xml.ts';

const statementPath = 'Document/BkToCstmrStmt/Stmt';

/** Throws FileRefused. */
export async function* readCamt053(chunks: Chunks): AsyncGenerator<StatementItem> {
  const reading = new Reading();
  for await (const _ of readXml(chunks, reading)) yield* reading.found();
  yield* reading.found();
  yield reading.end();
}

interface Balance {
  code: string;
  amount: Cents;
  isDebit: boolean | null;
}

interface Entry {
  readonly line: number;
  amount: Cents | null;
  isDebit: boolean | null;
  isReversal: boolean;
  status: string;
  bookedOn: CivilDate | null;
  valueOn: CivilDate | null;
  readonly keys: Set<string>;
  readonly texts: string[];
  family: string;
}

/** What the sender says of all entries together. */
interface Summary {
  entries: number | null;
  sum: Cents | null;
}

/** An entry with more payments than this is matched as a whole, so further keys are not kept. */
const keysMax = 1_000;
const textsMax = 10;

class Reading {
  #found: StatementItem[] = [];
  #accounts = 0;
  #accountNumber = '';
  #opening: Cents | null = null;
  #closing: Cents | null = null;
  #open: OpenAccount | null = null;
  #balance: Balance | null = null;
  #entry: Entry | null = null;
  #summary: Summary = { entries: null, sum: null };
  #entries = { count: 0, sum: 0 };
  #isDocument = false;

  *found(): Generator<StatementItem> {
    yield* this.#found;
    this.#found = [];
  }

  end(): StatementItem {
    if (!this.#isDocument) refuse(1, 1, 'this is no camt.053: Document/BkToCstmrStmt is missing');
    return { is: 'end', accounts: this.#accounts };
  }

  open({ path, line }: XmlElement): void {
    if (path === 'Document/BkToCstmrStmt') this.#isDocument = true;
    if (path === statementPath) this.#begin();
    if (!path.startsWith(statementPath)) return;
    if (path === `${statementPath}/Bal`) this.#balance = { code: '', amount: zeroCents, isDebit: null };
    if (path === `${statementPath}/Ntry`) {
      this.#announce();
      this.#entry = newEntry(line);
    }
  }

  close(element: XmlElement, text: string): void {
    const { path } = element;
    if (!path.startsWith(statementPath)) return;
    const inner = path.slice(statementPath.length + 1);
    if (inner === '') this.#end(element);
    else if (inner.startsWith('Bal')) this.#ofBalance(element, inner.slice(4), text);
    else if (inner.startsWith('Ntry')) this.#ofEntry(element, inner.slice(5), text);
    else this.#ofStatement(element, inner, text);
  }

  #begin(): void {
    [this.#accountNumber, this.#opening, this.#closing, this.#open] = ['', null, null, null];
    this.#summary = { entries: null, sum: null };
    this.#entries = { count: 0, sum: 0 };
  }

  #ofStatement(element: XmlElement, inner: string, text: string): void {
    if (inner === 'Acct/Id/IBAN' || inner === 'Acct/Id/Othr/Id') this.#accountNumber = text;
    if (inner === 'Acct/Ccy') onlyDollars(element, text);
    if (inner === 'TxsSummry/TtlNtries/NbOfNtries') this.#summary.entries = Number(text);
    if (inner === 'TxsSummry/TtlNtries/Sum') this.#summary.sum = amountOf(element, text);
  }

  #ofBalance(element: XmlElement, inner: string, text: string): void {
    const balance = this.#balance as Balance;
    if (inner === 'Tp/CdOrPrtry/Cd') balance.code = text;
    if (inner === 'Amt') balance.amount = amountOf(element, text);
    if (inner === 'CdtDbtInd') balance.isDebit = isDebit(element, text);
    if (inner !== '') return;
    if (balance.isDebit === null) refuse(element.line, element.column, 'the balance does not say CdtDbtInd');
    const amount = signed(balance.amount, balance.isDebit === true);
    if (/^(OPBD|PRCD)$/.test(balance.code)) this.#opening = amount;
    if (balance.code === 'CLBD') this.#closing = amount;
  }

  #ofEntry(element: XmlElement, inner: string, text: string): void {
    const entry = this.#entry as Entry;
    if (inner === '') this.#book(element, entry);
    else if (inner === 'Amt') entry.amount = amountOf(element, text);
    else if (inner === 'CdtDbtInd') entry.isDebit = isDebit(element, text);
    else if (inner === 'RvslInd') entry.isReversal = text === 'true' || text === '1';
    else if (inner === 'Sts' || inner === 'Sts/Cd') entry.status ||= text;
    else if (/^BookgDt\/(Dt|DtTm)$/.test(inner)) entry.bookedOn = dayOf(element, text);
    else if (/^ValDt\/(Dt|DtTm)$/.test(inner)) entry.valueOn = dayOf(element, text);
    else if (/^BkTxCd\/Domn\/Fmly\/SubFmlyCd$/.test(inner)) entry.family = text;
    else if (isKey(inner) && text !== 'NOTPROVIDED' && text !== '' && entry.keys.size < keysMax) entry.keys.add(text);
    else if (isText(inner) && entry.texts.length < textsMax) entry.texts.push(text);
  }

  /** The account is known before its first entry, in any file that follows the schema. */
  #announce(): void {
    if (this.#open !== null) return;
    const account = { accountNumber: this.#accountNumber, opening: this.#opening, closing: this.#closing };
    this.#open = opened(account);
    this.#found.push({ is: 'account', account });
  }

  #book({ line, column }: XmlElement, entry: Entry): void {
    const { amount: size, isDebit: isOut } = entry;
    const on = entry.bookedOn ?? entry.valueOn;
    if (size === null || isOut === null || on === null)
      refuse(line, column, `the entry of line ${entry.line} lacks its amount, its direction or its day`);
    this.#entries.count += 1;
    this.#entries.sum += size;
    // What is pending, or only told, has moved nothing.
    if (/^(PDNG|INFO|FUTR)$/.test(entry.status)) return;
    if (entry.status !== 'BOOK') refuse(line, column, `the entry of line ${entry.line} must be booked: BOOK`);
    if (size === 0) return;
    const amount = signed(size, isOut);
    const found = {
      line: entry.line,
      on,
      amount,
      kind: kindOf(entry),
      keys: [...entry.keys],
      text: entry.texts.join(' '),
    };
    count(this.#open as OpenAccount, found);
    this.#found.push({ is: 'line', line: found });
  }

  #end({ line, column }: XmlElement): void {
    if (this.#accountNumber === '') refuse(line, column, 'the statement names no account');
    this.#announce();
    const { entries, sum } = this.#summary;
    if (entries !== null && entries !== this.#entries.count)
      refuse(line, column, `${entries} entries are announced, and ${this.#entries.count} stand here`);
    if (sum !== null && sum !== this.#entries.sum) {
      const [here, there] = [sum, cents(this.#entries.sum)].map(formatGrouped);
      refuse(line, column, `the sum of entries is ${here} here and ${there} by the entries`);
    }
    this.#accounts += 1;
    this.#found.push(closed(this.#open as OpenAccount, line));
  }
}

const newEntry = (line: number): Entry => ({
  line,
  amount: null,
  isDebit: null,
  isReversal: false,
  status: '',
  bookedOn: null,
  valueOn: null,
  keys: new Set(),
  texts: [],
  family: '',
});

const keyPaths = [
  ...['NtryRef', 'AcctSvcrRef', 'NtryDtls/Btch/MsgId', 'NtryDtls/Btch/PmtInfId'],
  ...['MsgId', 'AcctSvcrRef', 'PmtInfId', 'InstrId', 'EndToEndId', 'TxId', 'ClrSysRef', 'UETR'].map(
    (name) => `NtryDtls/TxDtls/Refs/${name}`,
  ),
  'NtryDtls/TxDtls/Refs/Prtry/Ref',
  'NtryDtls/TxDtls/RmtInf/Strd/CdtrRefInf/Ref',
];

const isKey = (inner: string): boolean => keyPaths.includes(inner);
const isText = (inner: string): boolean => inner === 'NtryDtls/TxDtls/RmtInf/Ustrd' || inner === 'AddtlNtryInf';

function kindOf({ isReversal, family }: Entry): LineKind {
  if (isReversal || /^(UPDD|RRTN|UPCT|PRDD|ARET)$/.test(family)) return 'return';
  return /^(CHRG|COMM|FEES)$/.test(family) ? 'fee' : 'money';
}

const signed = (amount: Cents, isDebit: boolean): Cents => cents(isDebit ? -amount : amount);

function amountOf(element: XmlElement, text: string): Cents {
  const { Ccy } = element.attributes;
  if (Ccy !== undefined) onlyDollars(element, Ccy);
  const amount = /^\d+(\.\d+)?$/.test(text) ? parseCents(text) : undefined;
  return amount ?? refuse(element.line, element.column, 'an amount must be dollars and whole cents, such as 12.50');
}

function isDebit({ line, column }: XmlElement, text: string): boolean {
  if (text !== 'CRDT' && text !== 'DBIT') refuse(line, column, `CdtDbtInd must be CRDT or DBIT`);
  return text === 'DBIT';
}

function onlyDollars({ line, column }: XmlElement, currency: string): void {
  if (currency !== 'USD') refuse(line, column, `only dollars are read here, not ${currency}`);
}

const dayOf = ({ line, column }: XmlElement, text: string): CivilDate =>
  parseCivilDate(text) ?? refuse(line, column, 'a day must be written as 2027-05-14');
