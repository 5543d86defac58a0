// The page that a controller signs: from one balance to the other, line by line, and what is open.
import { type Cents, formatGrouped } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { StatementLine } from '../statements/statement.ts';
import { ageGroups, type Break, breakRules, reportedAfterDays } from './breaks.ts';
import { type Expected, sumOf } from './expected.ts';
import type { Reconciliation } from './reconcile.ts';

interface PageHead {
  /** Its last digits. */
  readonly account: string;
  readonly through: CivilDate;
  readonly file: string;
  readonly hash: string;
}

const width = 100;
const amountWidth = 18;

const row = (text: string, amount: Cents | null): string => {
  const written = amount === null ? 'unknown' : formatGrouped(amount);
  return `${text.slice(0, width - amountWidth - 1).padEnd(width - amountWidth)}${written.padStart(amountWidth)}`;
};

export function pageOf(head: PageHead, found: Reconciliation): readonly string[] {
  return [
    'RECONCILIATION OF THE BANK WITH THE CASH BOOK',
    '',
    `Account ${head.account}, through ${head.through}`,
    `Statement ${head.file}, SHA-256 ${head.hash}`,
    '',
    ...proofLines(found),
    '',
    `Matched: ${matchedText(found)}`,
    '',
    ...timingLines(found.timing),
    ...breakLines(found.breaks),
    '',
    'Prepared by ______________________  on ____________    Approved by ______________________  on ____________',
  ];
}

function proofLines({ proof }: Reconciliation): string[] {
  const { balance, notAtBank, notBooked, otherAmounts, reached, closing } = proof;
  const difference = closing === null ? null : ((closing - reached) as Cents);
  return [
    row('Balance of the cash book', balance),
    row('less what is booked and not at the bank', -notAtBank as Cents),
    row('plus what is at the bank and not booked', notBooked),
    row('plus what differs in amounts', otherAmounts),
    row('gives', reached),
    row('Closing balance of the statement', closing),
    row('Difference that nothing explains', difference),
  ];
}

function matchedText({ matches }: Reconciliation): string {
  const byKey = matches.filter(({ by }) => by === 'key').length;
  const sum = formatGrouped(sumOf(matches.map(({ line }) => line)));
  return `${matches.length} ${matches.length === 1 ? 'line' : 'lines'} of the bank, together ${sum}; ${byKey} by a reference, ${matches.length - byKey} by amount and day`;
}

function timingLines(timing: readonly Expected[]): string[] {
  if (timing.length === 0) return [];
  const listed = timing.map((one) => row(`  ${one.on}  ${one.kind}  ${one.id}`, one.amount));
  return ['A matter of time: booked, and not due at the bank yet', ...listed, row('', sumOf(timing)), ''];
}

function breakLines(breaks: readonly Break[]): string[] {
  if (breaks.length === 0) return ['No breaks.'];
  const ages = ageGroups.map(({ title, upTo }, i) => {
    const over = ageGroups[i - 1]?.upTo ?? -1;
    const some = breaks.filter(({ ageBankingDays: age }) => age > over && age <= upTo);
    return `${title}: ${some.length}`;
  });
  return [
    `Breaks: ${breaks.length}. By age in banking days: ${ages.join(', ')}`,
    ...breaks.flatMap((one, i) => textOf(one, i + 1)),
  ];
}

function textOf({ kind, since, ageBankingDays, amount, line, expected, candidates }: Break, number: number): string[] {
  const { means, then, isAlarm } = breakRules[kind];
  const age = `${ageBankingDays} banking day${ageBankingDays === 1 ? '' : 's'}`;
  const reported = ageBankingDays > reportedAfterDays ? ', reported to the lender' : '';
  return [
    row(`${number}. ${since}  ${kind}${isAlarm ? ' (at once)' : ''}, ${age}${reported}`, amount),
    `   ${means}; ${then}`,
    ...(line === null ? [] : [`   bank, line ${line.line}: ${lineText(line)}`]),
    ...expected.map((one) => `   cash book: ${expectedText(one)}`),
    ...candidates.map((one) => `   perhaps: ${expectedText(one)}`),
    '   owner ______________________  attach / write off / refund / ask ______________________',
  ];
}

const lineText = ({ on, amount, kind, keys }: StatementLine): string =>
  [on, formatGrouped(amount), ...(kind === 'money' ? [] : [kind]), ...keys].join('  ');

const expectedText = ({ on, amount, kind, id }: Expected): string => `${on}  ${formatGrouped(amount)}  ${kind}  ${id}`;
