// A file as what it says: header, accounts, trailer, each with where it is not as it should be. Nothing is refused here: a
// record that is broken is read as far as it goes.
import type { Layout, Values } from '../layout/field.ts';
import {
  type Account,
  base,
  fixedLength,
  type Header,
  header,
  lengthOf,
  type SegmentName,
  segments,
} from '../layout/segments.ts';
import { type Totals, trailer } from '../layout/totals.ts';
import { type Finding, type FormRule, finding } from './finding.ts';
import { type Chunks, type RawRecord, recordsOf } from './records.ts';
import { readSegment } from './values.ts';

interface At {
  readonly line: number;
  readonly findings: readonly Finding[];
}

export interface ReadAccount extends At {
  readonly is: 'account';
  readonly account: Account;
  /** How many characters stand before each segment, by names such as `j1[0]` and `k2`. */
  readonly places: ReadonlyMap<string, number>;
}

export type Item =
  | (At & { readonly is: 'header'; readonly header: Header })
  | ReadAccount
  | (At & { readonly is: 'trailer'; readonly totals: Totals })
  | (At & { readonly is: 'nothing' });

export async function* readFile(chunks: Chunks): AsyncGenerator<Item> {
  let before: Item['is'] | undefined;
  let last = 0;
  let isHeaderMissing = true;
  for await (const raw of recordsOf(chunks)) {
    const item = itemOf(raw);
    const findings = [...item.findings, ...faultsOfOrder(item, before, isHeaderMissing && raw.line === 1)];
    yield { ...item, findings };
    [before, last] = [item.is, raw.line];
    isHeaderMissing &&= item.is !== 'header';
  }
  if (before === 'trailer') return;
  const says = before === undefined ? 'the file is empty' : 'the file ends without a trailer';
  yield { is: 'nothing', line: last + 1, findings: [finding(last + 1, 1, 'trailer-last', says)] };
}

function faultsOfOrder({ is, line }: Item, before: Item['is'] | undefined, isFirst: boolean): Finding[] {
  if (isFirst && is !== 'header') return [finding(line, 5, 'header-first', 'the file does not begin with a header')];
  if (!isFirst && is === 'header') return [finding(line, 5, 'header-first', 'there is another header')];
  if (before === 'trailer') return [finding(line, 5, 'trailer-last', 'there is something after the trailer')];
  return [];
}

function itemOf(raw: RawRecord): Item {
  const { line, text } = raw;
  const findings = [...raw.findings, ...faultsOfLetters(line, text)];
  if (text === '') return { is: 'nothing', line, findings };
  const isCut = text.length < fixedLength && raw.findings.every(({ rule }) => rule !== 'cut-off');
  if (isCut)
    findings.push(
      finding(line, text.length + 1, 'cut-off', `the record ends here, and has at least ${fixedLength} characters`),
    );
  const isInPlace = !isCut && raw.findings.length === 0;
  if (text.startsWith('HEADER', 4)) {
    const read = readSegment(header, text, 0, line, isInPlace);
    return { is: 'header', line, findings: [...findings, ...read.findings], header: read.values as Header };
  }
  if (text.startsWith('TRAILER', 4)) {
    const read = readSegment(trailer, text, 0, line, isInPlace);
    return { is: 'trailer', line, findings: [...findings, ...read.findings], totals: read.values as Totals };
  }
  return accountOf(line, text, findings, isInPlace);
}

/** Reports the first strange sign and the first small letter, and no more. */
function faultsOfLetters(line: number, text: string): Finding[] {
  const strange = text.search(/[^\x20-\x7e]/);
  const small = text.search(/[a-z]/);
  return [
    ...(strange === -1 ? [] : [finding(line, strange + 1, 'not-ascii', 'this is no visible character of ASCII')]),
    ...(small === -1 ? [] : [finding(line, small + 1, 'lower-case', 'this letter is not capital')]),
  ];
}

const names = Object.keys(segments) as SegmentName[];
const repeated: readonly SegmentName[] = ['j1', 'j2'];

function accountOf(line: number, text: string, found: readonly Finding[], isInPlace: boolean): ReadAccount {
  const first = readSegment(base, text, 0, line, isInPlace);
  const findings = [...found, ...first.findings];
  const said: Record<SegmentName, Values[]> = { j1: [], j2: [], k1: [], k2: [], k3: [], k4: [], l1: [], n1: [] };
  const places = new Map([['base', 0]]);
  let last: SegmentName = 'j1';
  for (let at = fixedLength; at < text.length; ) {
    const name = names.find((one) => text.startsWith(one.toUpperCase(), at));
    const fault = faultOfSegment(name, text.length - at, last, said);
    if (fault !== undefined) findings.push(finding(line, at + 1, ...fault));
    if (name === undefined) break;
    const read = readSegment(segments[name], text, at, line, isInPlace);
    findings.push(...read.findings);
    places.set(repeated.includes(name) ? `${name}[${said[name].length}]` : name, at);
    said[name].push(read.values);
    at += lengthOfSegment[name];
    last = name;
  }
  const { k1, k2, k3, k4, l1, n1 } = said;
  const account: Account = {
    base: first.values as Account['base'],
    j1: said.j1 as readonly Values[] as Account['j1'],
    j2: said.j2 as readonly Values[] as Account['j2'],
    k1: (k1[0] ?? null) as Account['k1'],
    k2: (k2[0] ?? null) as Account['k2'],
    k3: (k3[0] ?? null) as Account['k3'],
    k4: (k4[0] ?? null) as Account['k4'],
    l1: (l1[0] ?? null) as Account['l1'],
    n1: (n1[0] ?? null) as Account['n1'],
  };
  return { is: 'account', line, findings, account, places };
}

const lengthOfSegment = Object.fromEntries(
  Object.entries<Layout>(segments).map(([name, layout]) => [name, lengthOf(layout)]),
) as Readonly<Record<SegmentName, number>>;

function faultOfSegment(
  name: SegmentName | undefined,
  left: number,
  last: SegmentName,
  said: Readonly<Record<SegmentName, readonly Values[]>>,
): readonly [FormRule, string] | undefined {
  if (name === undefined) return ['known-segment', 'here begins no segment that Metro 2 has'];
  const title = name.toUpperCase();
  if (left < lengthOfSegment[name])
    return ['cut-off', `the segment ${title} has ${lengthOfSegment[name]} characters, and ${left} are left`];
  if (names.indexOf(name) < names.indexOf(last))
    return ['segment-order', `${title} stands before ${last.toUpperCase()}`];
  if (said[name].length > 0 && !repeated.includes(name)) return ['segment-order', `there is another ${title}`];
  return undefined;
}
