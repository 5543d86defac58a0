// The mapping of a bank's CSV, as JSON: which column is what.
import { type CsvMapping, isDateFormat } from '@tenor/ach/statements/csv.ts';
import {
  choice,
  defaulting,
  fault,
  list,
  object,
  orNull,
  refine,
  required,
  text,
  whole,
} from '@tenor/engine/calc/input.ts';
import { readJsonFile } from './json-file.ts';

const name = text('the name of a column', 1);
const words = (what: string) => defaulting(list(what, text('a word', 1)), []);

const columns = refine(
  object('the columns', {
    date: required(name),
    amount: orNull(name),
    moneyIn: orNull(name),
    moneyOut: orNull(name),
    keys: words('names of columns'),
    text: orNull(name),
    kind: orNull(name),
    balance: orNull(name),
  }),
  (read, path) => {
    const isOne = read.amount !== null && read.moneyIn === null && read.moneyOut === null;
    const areTwo = read.amount === null && read.moneyIn !== null && read.moneyOut !== null;
    if (!isOne && !areTwo) throw fault(path, 'must name either amount, or both moneyIn and moneyOut.');
    return read;
  },
);

const dateFormat = refine(text('a format of days such as MM/DD/YYYY', 1), (format, path) => {
  if (!isDateFormat(format)) throw fault(path, 'must name YYYY or YY, MM or M, and DD or D once each, as MM/DD/YYYY.');
  return format;
});

const mapping = object('a mapping', {
  account: required(text('the last digits of the account', 1)),
  columns: required(columns),
  dateFormat: required(dateFormat),
  delimiter: defaulting(choice(',', ';', '\t', '|'), ','),
  skipLines: defaulting(whole(0, 1_000), 0),
  decimalMark: defaulting(choice('.', ','), '.'),
  plus: defaulting(choice('in', 'out'), 'in'),
  order: defaulting(choice('oldestFirst', 'newestFirst'), 'oldestFirst'),
  returnWords: words('words'),
  feeWords: words('words'),
});

/** Errors: CommandFailed. */
export const readMapping = (file: string): Promise<CsvMapping> => readJsonFile(file, mapping);
