// How a bank's CSV is read: what was sent, checked, and as the reader takes it.
import { type CsvMapping, isDateFormat } from '@tenor/ach/statements/csv.ts';
import type { Problem } from '#platform/errors.ts';
import type { BankCsv } from './schemas.ts';

/** A CSV does not say of which account it is: it is taken for the one to which it was sent. */
export function mappingOf(csv: BankCsv): Omit<CsvMapping, 'account'> {
  const { columns, returnWords = [], feeWords = [] } = csv;
  const { amount = null, moneyIn = null, moneyOut = null, keys = [], text = null, kind = null } = columns;
  return {
    columns: { date: columns.date, amount, moneyIn, moneyOut, keys, text, kind, balance: columns.balance ?? null },
    dateFormat: csv.dateFormat,
    delimiter: csv.delimiter ?? ',',
    skipLines: csv.skipLines ?? 0,
    decimalMark: csv.decimalMark ?? '.',
    plus: csv.plus ?? 'in',
    order: csv.order ?? 'oldestFirst',
    returnWords,
    feeWords,
  };
}

export function problemsOf({ columns, dateFormat }: BankCsv): Problem[] {
  const problems: Problem[] = [];
  const isOne = columns.amount != null && columns.moneyIn == null && columns.moneyOut == null;
  const areTwo = columns.amount == null && columns.moneyIn != null && columns.moneyOut != null;
  if (!isOne && !areTwo) {
    const expected = 'either amount, or both moneyIn and moneyOut';
    problems.push({ path: 'csv.columns', message: 'do not say where the amount is', expected });
  }
  if (!isDateFormat(dateFormat)) {
    const expected = 'YYYY or YY, MM or M, and DD or D once each, as MM/DD/YYYY';
    problems.push({ path: 'csv.dateFormat', message: 'is no form of a day', expected });
  }
  return problems;
}
