// What a bank sends back, made of the lines that it was sent: its own writer, by the printed positions, that knows nothing
// of the service's.

/** An entry as the bank has it: the header of its batch, and its own line. */
export interface BankEntry {
  readonly header: string;
  readonly line: string;
  readonly trace: string;
  readonly cents: number;
  readonly id: string;
  readonly isDebit: boolean;
}

export function entriesSent(text: string): BankEntry[] {
  const entries: BankEntry[] = [];
  let header = '';
  for (const line of text.split(/\r?\n/)) {
    if (line[0] === '5') header = line;
    if (line[0] !== '6') continue;
    const [trace, cents, id] = [line.slice(79, 94), Number(line.slice(29, 39)), line.slice(39, 54).trim()];
    entries.push({ header, line, trace, cents, id, isDebit: line[2] === '7' || line[2] === '8' });
  }
  return entries;
}

export interface Back {
  readonly of: BankEntry;
  /** R01, or C01 with `corrected`. */
  readonly code: string;
  readonly information?: string;
  readonly corrected?: string;
  /** The fields of a return of a return: positions 36 to 79. */
  readonly named?: string;
  /** The bank's own trace; the next one if it is not said. */
  readonly trace?: string;
  readonly cents?: number;
  readonly id?: string;
  readonly companyId?: string;
  readonly originalTrace?: string;
}

const zeros = (value: number | string, length: number): string => String(value).padStart(length, '0');
const fill = (text: string, length: number): string => text.padEnd(length).slice(0, length);

let given = 0;

interface BackFile {
  /** YYYY-MM-DD, and HHMM. */
  readonly on: string;
  readonly at?: string;
  readonly backs: readonly Back[];
  readonly destination?: string;
  readonly origin?: string;
  readonly modifier?: string;
}

function dayOfYear(date: string): string {
  const day = (Date.parse(`${date}T00:00:00Z`) - Date.parse(`${date.slice(0, 4)}-01-01T00:00:00Z`)) / 86_400_000;
  return zeros(day + 1, 3);
}

/** Each return in a batch of its own, as banks do it. */
export function backFile({
  on,
  at = '0610',
  backs,
  destination = '1987654321',
  origin = '110000026',
  ...more
}: BackFile): string {
  const header = `101${destination.padStart(10)}${origin.padStart(10)}${on.slice(2).replaceAll('-', '')}${at}${more.modifier ?? 'A'}094101${fill('TENOR DEMO LOANS', 23)}${fill('DEMO ODFI BANK', 23)}        `;
  const lines = [header];
  let [records, hash, debits, credits] = [0, 0, 0, 0];
  for (const [i, back] of backs.entries()) {
    const { of, code } = back;
    const isChange = code[0] === 'C';
    const receiver = of.line.slice(3, 11);
    given += 1;
    const trace = back.trace ?? `${receiver}${zeros(given % 10_000_000, 7)}`;
    const cents = isChange ? 0 : (back.cents ?? of.cents);
    const companyId = fill(back.companyId ?? of.header.slice(40, 50).trim(), 10);
    const sec = isChange ? 'COR' : of.header.slice(50, 53);
    const service = of.isDebit ? '225' : '220';
    const number = zeros(i + 1, 7);
    lines.push(
      `5${service}${of.header.slice(4, 40)}${companyId}${sec}${of.header.slice(53, 75)}${dayOfYear(on)}1${receiver}${number}`,
    );
    const account = of.line.slice(12, 29);
    const transaction = `${of.line[1]}${of.isDebit ? '6' : '1'}`;
    lines.push(
      `6${transaction}110000026${account}${zeros(cents, 10)}${fill(back.id ?? of.id, 15)}${of.line.slice(54, 76)}  1${trace}`,
    );
    const original = back.originalTrace ?? of.trace;
    const rest = isChange ? fill(back.corrected ?? '', 29).padEnd(44) : fill(back.named ?? back.information ?? '', 44);
    lines.push(`7${isChange ? '98' : '99'}${code}${original}      ${receiver}${rest}${trace}`);
    const [debit, credit] = of.isDebit ? [cents, 0] : [0, cents];
    lines.push(
      `8${service}0000020011000002${zeros(debit, 12)}${zeros(credit, 12)}${companyId}${' '.repeat(25)}${receiver}${number}`,
    );
    records += 2;
    hash += 11_000_002;
    debits += debit;
    credits += credit;
  }
  const blocks = Math.ceil((lines.length + 1) / 10);
  lines.push(
    `9${zeros(backs.length, 6)}${zeros(blocks, 6)}${zeros(records, 8)}${zeros(hash % 10_000_000_000, 10)}${zeros(debits, 12)}${zeros(credits, 12)}${' '.repeat(39)}`,
  );
  while (lines.length % 10 !== 0) lines.push('9'.repeat(94));
  return `${lines.join('\n')}\n`;
}
