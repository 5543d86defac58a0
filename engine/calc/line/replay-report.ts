// A line through a day: its cycles, its account, its draws, and what is still available.

import { accruedOfAll } from '../../line/accrual.ts';
import { lineAt } from '../../line/line.ts';
import { type LineReading, readLine } from '../../line/read.ts';
import type { LineState } from '../../line/records.ts';
import type { LineTerms } from '../../line/terms.ts';
import { dateOf } from '../../values/day.ts';
import { grouped, shortDollars } from '../amount-text.ts';
import { blank, type Column, type Line, linesOf, note, type Report, type Table, title } from '../report.ts';
import { mootNotes, owed, standing } from '../standing.ts';
import { accountTable } from './account.ts';
import { cyclesTable } from './cycles.ts';
import { lineJson } from './replay-json.ts';

export function lineReport(terms: LineTerms, state: LineState): Report {
  const { records, position, through } = state;
  const reading = readLine(terms, state);
  const lines = [
    title(`Through ${dateOf(through)}: ${standing(position, reading.daysPastDue)}`),
    ...part(cyclesTable(records.bills)),
    ...part(accountTable(records, terms.disputes)),
    ...(records.steps.length === 0 ? [] : [blank, note(columnsMeant)]),
    ...part(drawsTable(terms, state, reading)),
    ...(position.standing === 'pending' ? [] : [blank, ...limits(reading)]),
    ...owed(reading),
    ...mootNotes(records),
  ];
  return { lines, json: lineJson(terms, state, reading) };
}

const columnsMeant = 'Fees, interest and principal: what comes due with a statement, else what is paid or given up';

const part = (table: Table): Line[] => (table.rows.length === 0 ? [] : [blank, ...linesOf(table)]);

const drawColumns: readonly Column[] = [
  { title: 'draw', side: 'left' },
  { title: 'purpose', side: 'left' },
  { title: 'principal', side: 'right' },
  { title: 'disputed', side: 'right' },
  { title: 'accrued,\nnot billed', side: 'right' },
  { title: 'available', side: 'right' },
  { title: 'grace', side: 'left' },
];

function drawsTable(terms: LineTerms, { position }: LineState, { draws }: LineReading): Table {
  const line = lineAt(terms, position);
  const accrued = accruedOfAll(line);
  const rows = position.draws.map((d, i) => {
    const { available, hasGrace, disputed } = draws[i]!;
    return [
      d.id,
      purposeWords[d.terms.purpose],
      grouped(d.principalOwed),
      disputed === 0 ? '' : grouped(disputed),
      shortDollars(accrued[i]!, line.denominator),
      grouped(available),
      d.terms.grace === null ? '' : hasGrace ? 'yes' : 'lost',
    ];
  });
  return { columns: drawColumns, rows };
}

const purposeWords = {
  regular: 'purchases',
  cashAdvance: 'cash advances',
  balanceTransfer: 'balance transfers',
  static: 'static',
} as const;

function limits({ limit, available, overLimit, minimumDue, overdueAmount, statementOn }: LineReading): Line[] {
  const over = overLimit === 0 ? '' : `, ${grouped(overLimit)} above it`;
  const late = overdueAmount === 0 ? '' : `, of which ${grouped(overdueAmount)} is overdue`;
  return [
    note(`Available: ${grouped(available)} of ${grouped(limit)}${over}`),
    note(`To pay now: ${grouped(minimumDue)}${late}; next statement ${dateOf(statementOn)}`),
  ];
}
