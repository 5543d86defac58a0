// The journal as CSV. Closed days never change, so neither do the bytes.
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { likeFormula, quotedCell } from '#platform/csv.ts';
import type { Entry } from './journal.ts';

const columns = [
  'entry_id',
  'date',
  'effective_date',
  'book',
  'kind',
  'loan_type',
  'provider',
  'account',
  'account_name',
  'source',
  'debit',
  'credit',
  'memo',
];

/** Nothing that a company wrote is run by a spreadsheet. */
const text = (value: string | null): string =>
  value === null ? '' : quotedCell(likeFormula.test(value) ? `'${value}` : value);

const money = (cents: number): string => (cents > 0 ? formatCents(cents as Cents) : '');

export function journalFile(entries: readonly Entry[]): string {
  const lines = entries.flatMap(({ id, day, effectiveOn, book, kind, loanTypeId, providerId, lines }) => {
    const memo = effectiveOn === day ? kind : `${kind}, counts on ${effectiveOn}`;
    const about = [id, day, effectiveOn, book, kind, loanTypeId, providerId];
    return lines.map(({ account, name, source, amount }) =>
      [...about.map(text), text(account), text(name), source, money(amount), money(-amount), text(memo)].join(','),
    );
  });
  return [columns.join(','), ...lines].map((line) => `${line}\r\n`).join('');
}
