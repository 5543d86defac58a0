// The entries that `tenor ach build` is given, as JSON, and the file that they are. What cannot be written is named by its
// place in the input.
import type { SecCode } from '@tenor/ach/values/codes.ts';
import { secCodes } from '@tenor/ach/values/codes.ts';
import { type Entry, faultOf } from '@tenor/ach/write/entry.ts';
import type { FileSetting } from '@tenor/ach/write/file-writer.ts';
import { filesOf } from '@tenor/ach/write/files.ts';
import { faultOfOriginator, type Originator } from '@tenor/ach/write/originator.ts';
import { byPlace, placeOf } from '@tenor/ach/write/place.ts';
import {
  at,
  choice,
  defaulting,
  fault,
  flag,
  list,
  object,
  orNull,
  type Reader,
  refine,
  required,
  text,
} from '@tenor/engine/calc/input.ts';
import { amount, day, moment } from '@tenor/engine/calc/read-values.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { dateInUtc } from '@tenor/engine/values/instant.ts';

const words = (what: string) => required(text(what, 1));

const originator: Reader<Originator> = refine(
  object('an object such as {"destination": "110000026", "origin": "1987654321"}', {
    destination: words('the routing number of the bank that takes the file'),
    destinationName: words('the name of that bank'),
    origin: words('ten characters, as the bank says'),
    originName: words('the name of the sender'),
    companyName: words('the name as borrowers know it, of at most 16 characters'),
    companyId: words('the number of the company, such as 1987654321'),
    discretionary: defaulting(text('at most 20 characters', 0), ''),
    odfi: words('the eight digits with which trace numbers begin'),
  }),
  (given, path) => {
    const wrong = faultOfOriginator(given);
    if (wrong !== undefined) throw fault(at(path, wrong.field), `${wrong.message}.`);
    return given;
  },
);

const entry: Reader<Entry> = refine(
  object('an object such as {"direction": "debit", "sec": "PPD", "amount": 12.50}', {
    direction: required(choice('debit', 'credit')),
    sec: required(choice(...(secCodes as readonly [SecCode, ...SecCode[]]))),
    description: words('at most ten characters, such as LOAN PMT'),
    entryDate: required(day),
    sameDayMark: orNull(text('written SD1430', 1)),
    isPrenote: defaulting(flag, false),
    routingNumber: words('nine digits'),
    accountNumber: words('at most 17 digits'),
    accountType: defaulting(choice('checking', 'savings'), 'checking'),
    amount: required(amount),
    id: words('at most 15 characters'),
    name: words('whose account it is'),
    isRecurring: defaulting(flag, false),
    addenda: orNull(text('at most 80 characters', 1)),
  }),
  ({ amount: amountCents, entryDate, ...given }, path) => {
    const made: Entry = { ...given, amountCents, entryDate: dateOf(entryDate) };
    const wrong = faultOf(made);
    if (wrong === undefined) return made;
    const field = wrong.field === 'amountCents' ? 'amount' : wrong.field;
    throw fault(at(path, field), `${wrong.message}.`);
  },
);

const input = object('an object such as {"createdAt": "2027-05-13T16:05:00", "originator": {…}, "entries": […]}', {
  /** As the clocks of the bank show it: the zone that is written does not count. */
  createdAt: required(moment),
  modifier: defaulting(text('a letter or a digit', 1), 'A'),
  lineEnd: defaulting(choice('LF', 'CRLF'), 'LF'),
  originator: required(originator),
  entries: required(list('a list of entries', entry)),
});

/** Refuses with InputError. */
export function fileOfInput(value: unknown): string {
  const { createdAt, modifier, lineEnd, originator: sender, entries } = input.read(value, '');
  if (entries.length === 0) throw fault('entries', 'has at least one entry.');
  if (!/^[A-Z0-9]$/.test(modifier)) throw fault('modifier', 'is one of A to Z and 0 to 9.');
  const sorted = entries.toSorted(byPlace);
  const twice = sorted.find((one, n) => n > 0 && placeOf(one) === placeOf(sorted[n - 1]!));
  if (twice !== undefined) throw fault('entries', `has ${twice.id} twice in one batch.`);
  const setting: FileSetting = {
    originator: sender,
    createdOn: dateInUtc(createdAt),
    createdAt: `${createdAt.slice(11, 13)}${createdAt.slice(14, 16)}`,
    modifier,
    firstTrace: 1,
    lineEnd: lineEnd === 'LF' ? '\n' : '\r\n',
    limits: { entries: null, lines: null, debitCents: null, creditCents: null },
  };
  return Array.from(filesOf(setting, sorted), (piece) => piece.text).join('');
}
