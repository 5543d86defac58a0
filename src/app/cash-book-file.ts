// What the cash book expects at the bank, as a JSON file.
import { type Expected, expectedKinds } from '@tenor/ach/reconcile/expected.ts';
import {
  choice,
  defaulting,
  list,
  object,
  orNull,
  type Reader,
  refine,
  refuse,
  required,
  text,
} from '@tenor/engine/calc/input.ts';
import { type Cents, parseCents } from '@tenor/engine/values/cents.ts';
import { parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import { readJsonFile } from './json-file.ts';

interface CashBookFile {
  readonly balance: Cents;
  readonly expected: readonly Expected[];
}

const amountWords = 'an amount in dollars and whole cents, such as "12.50" or "-12.50"';
const amount: Reader<Cents> = {
  what: amountWords,
  read(value, path) {
    const read = typeof value === 'string' || typeof value === 'number' ? parseCents(String(value)) : undefined;
    return read ?? refuse(path, amountWords, value);
  },
};

const day = refine(text('a day such as 2027-05-14', 10), (written, path) => {
  const date = /^\d{4}-\d\d-\d\d$/.test(written) ? parseCivilDate(written) : undefined;
  return date ?? refuse(path, 'a day such as 2027-05-14', written);
});

const word = text('a word', 1);

const line = object('a line of the cash book', {
  id: required(word),
  kind: required(choice(...expectedKinds)),
  on: required(day),
  amount: required(amount),
  keys: defaulting(list('references', word), []),
  group: orNull(word),
  of: orNull(word),
});

const book = object('a cash book', {
  balance: required(amount),
  expected: required(list('lines that the bank should show', line)),
});

/** Errors: CommandFailed. */
export const readCashBook = (file: string): Promise<CashBookFile> => readJsonFile(file, book);
