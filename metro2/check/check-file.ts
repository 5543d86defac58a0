// A file, looked at as an agency would: its form, each account, the file as a whole, and what the month before has said.
import type { Layout } from '../layout/field.ts';
import { type Account, type Base, base, type Header, segments } from '../layout/segments.ts';
import { countTotals } from '../layout/totals.ts';
import type { Finding } from '../read/finding.ts';
import { type ReadAccount, readFile } from '../read/read-file.ts';
import type { Chunks } from '../read/records.ts';
import { accountRules, rulesOfDeletion } from './account-rules.ts';
import { consumerRules } from './consumer-rules.ts';
import { faultsOfHeader, faultsOfTotals, fileRules } from './file-rules.ts';
import { isDeletion } from './groups.ts';
import { monthRules } from './month-rules.ts';
import type { Before } from './rule.ts';

/** However broken a file is, no more are kept. */
const keptMax = 100;

export interface CheckedFile {
  readonly accounts: number;
  readonly header: Header | undefined;
  /** The first of them. */
  readonly findings: readonly Finding[];
  readonly count: number;
  /** How many break each rule, the most first. */
  readonly byRule: Readonly<Record<string, number>>;
}

/** The accounts of a month by their keys, as those of the next month will have them. */
type Month = ReadonlyMap<string, Before>;

type MonthBefore = Pick<Month, 'get'>;

/** A piece of a text would keep the whole text in memory. */
const copied = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

const keyOf = (identification: string, account: string): string => copied(`${identification} ${account}`);

function keyNextMonth({ base: { identification, account }, l1 }: Account): string {
  return keyOf(l1?.identification || identification, l1?.account || account);
}

/**
 * Reads what the rules between two months need from the file of the month before. An account with an L1 is stored under its
 * old number too, so that one which goes on with the old number is found.
 */
export async function readMonth(chunks: Chunks): Promise<Month> {
  const month = new Map<string, Before>();
  for await (const item of readFile(chunks)) {
    if (item.is !== 'account') continue;
    const { base: said, l1 } = item.account;
    const before = beforeOf(item.account);
    month.set(keyOf(said.identification, said.account), before);
    if (l1 !== null) month.set(keyNextMonth(item.account), before);
  }
  return month;
}

/** What the next month is held against. */
export const beforeOf = ({ base: said, l1 }: Remembered): Before => ({
  ...pickedOf(said),
  l1: l1 === null ? null : copyOf(l1),
});

interface Remembered extends Pick<Account, 'l1'> {
  readonly base: Pick<Base, keyof Omit<Before, 'l1'>>;
}

const copyOf = ({ indicator, account, identification }: NonNullable<Account['l1']>) => ({
  indicator: copied(indicator),
  account: copied(account),
  identification: copied(identification),
});

const pickedOf = (said: Remembered['base']): Omit<Before, 'l1'> => ({
  portfolio: said.portfolio,
  accountType: said.accountType,
  dateOpened: said.dateOpened,
  status: said.status,
  rating: said.rating,
  balance: said.balance,
  chargeOff: said.chargeOff,
  informationDate: said.informationDate,
  firstDelinquency: said.firstDelinquency,
});

/** `before` is asked once for each account, in their order. */
export async function checkFile(chunks: Chunks, before: MonthBefore = new Map()): Promise<CheckedFile> {
  const notes = openNotes();
  const totals = countTotals();
  const seen = new Set<string>();
  let header: Header | undefined;
  let accounts = 0;
  for await (const item of readFile(chunks)) {
    notes.add(item.findings);
    const { line } = item;
    if (item.is === 'header') {
      header ??= item.header;
      notes.add(faultsOfHeader(item.header).map((found) => ({ line, ...found })));
    }
    if (item.is === 'trailer')
      notes.add(faultsOfTotals(item.totals, totals.totals()).map((found) => ({ line, ...found })));
    if (item.is !== 'account') continue;
    accounts += 1;
    totals.add(item.account);
    notes.add(faultsOf(item, header, before));
    const key = keyOf(item.account.base.identification, item.account.base.account);
    if (seen.has(key)) notes.add([foundAt(item, 'base', base, 'account', 'account-twice', fileRules['account-twice'])]);
    seen.add(key);
  }
  return { accounts, header, ...notes.found() };
}

function openNotes() {
  const findings: Finding[] = [];
  const byRule = new Map<string, number>();
  let count = 0;
  return {
    add(found: readonly Finding[]): void {
      for (const one of found) {
        count += 1;
        byRule.set(one.rule, (byRule.get(one.rule) ?? 0) + 1);
        if (findings.length < keptMax) findings.push(one);
      }
    },
    found: () => ({
      findings,
      count,
      byRule: Object.fromEntries([...byRule].toSorted(([, one], [, other]) => other - one)),
    }),
  };
}

/** What its rules find; nothing is said of a field that cannot be read in the first place. */
function faultsOf(item: ReadAccount, header: Header | undefined, before: MonthBefore): Finding[] {
  const { account, findings } = item;
  const { identification, account: number, status } = account.base;
  const isBroken = new Set(findings.map(({ column }) => column));
  const known = before.get(keyOf(identification, number));
  const isGone = isDeletion(status);
  const found = [
    ...(isGone ? rulesOfDeletion : accountRules)
      .filter(({ breaks }) => breaks(account, header))
      .map(({ id, says, at }) => foundByPath(item, at, id, says)),
    ...(isGone ? [] : consumersOf(item)),
    ...(known === undefined ? [] : monthRules.filter(({ breaks }) => breaks(account, known))).map(({ id, says, at }) =>
      foundByPath(item, at, id, says),
    ),
  ];
  return found.filter(({ column }) => !isBroken.has(column)).toSorted((one, other) => one.column - other.column);
}

function consumersOf(item: ReadAccount): Finding[] {
  const { base: first, j1, j2 } = item.account;
  const all = [
    { place: 'base', layout: base, consumer: first },
    ...j1.map((consumer, i) => ({ place: `j1[${i}]`, layout: segments.j1, consumer })),
    ...j2.map((consumer, i) => ({ place: `j2[${i}]`, layout: segments.j2, consumer })),
  ];
  return all.flatMap(({ place, layout, consumer }) =>
    consumerRules
      .filter(({ breaks }) => breaks(consumer))
      .map(({ id, says, at }) => foundAt(item, place, layout, at, id, says)),
  );
}

function foundByPath(item: ReadAccount, path: string, rule: string, says: string): Finding {
  const [segment, field] = path.split('.');
  if (field === undefined) return foundAt(item, 'base', base, path, rule, says);
  return foundAt(item, segment!, segments[segment as keyof typeof segments], field, rule, says);
}

function foundAt(item: ReadAccount, place: string, layout: Layout, key: string, rule: string, says: string): Finding {
  const field = layout[key]!;
  return {
    line: item.line,
    column: (item.places.get(place) ?? 0) + field.from,
    rule,
    says: `the ${field.name}: ${says}`,
  };
}
