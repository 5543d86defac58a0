// ACH files without a database: what an operator would refuse in one, when entries leave and settle, and a file of given
// entries, such as a bank asks for before it takes the first one.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type BankTimes, daysAfter, entryTimes } from '@tenor/ach/times/entry-times.ts';
import type { CheckedFile } from '@tenor/ach/write/check-file.ts';
import { InputError } from '@tenor/engine/calc/input.ts';
import { type Cents, formatGrouped } from '@tenor/engine/values/cents.ts';
import { type CivilDate, parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { parseInstant } from '@tenor/engine/values/instant.ts';
import { isZone } from '@tenor/engine/values/zone.ts';
import { machineClock, machineNow } from '#platform/clock.ts';
import { cannotBeRead, fileOf, lookedAt, mustHaveNone } from './ach-file.ts';
import { fileOfInput } from './ach-input.ts';
import { CommandFailed, type Given, print } from './command.ts';
import { jsonOf } from './json-file.ts';
import { printable } from './printable.ts';
import { WrongUse } from './wrong-use.ts';

export async function checkAch(values: Given, words: readonly string[]): Promise<void> {
  const file = fileOf(words, 'the ACH file');
  const found = await lookedAt(file);
  const { findings, ...others } = found;
  const shown = { ...others, findings: findings.first, count: findings.count };
  print(values.json === true ? JSON.stringify(shown, null, 2) : inWords(file, found, found.sha256));
  mustHaveNone(found, file);
}

function inWords(file: string, { findings, ...totals }: CheckedFile, sha256: string): string {
  const { entries, batches, debitCents, creditCents, hash, sameDayEntries } = totals;
  const amounts = `debits ${formatGrouped(debitCents as Cents)}, credits ${formatGrouped(creditCents as Cents)}`;
  const more = findings.count - findings.first.length;
  return [
    `${file}: entries ${entries}, batches ${batches}, ${amounts}`,
    `entry hash ${String(hash % 10_000_000_000).padStart(10, '0')}, SHA-256 ${sha256}`,
    ...(sameDayEntries > 0 ? [`${sameDayEntries} of them would settle on the day of the file`] : []),
    ...findings.first.map(
      ({ line, column, refuses, says }) =>
        `line ${line}${column === null ? '' : `, column ${column}`}: ${says} (refuses the ${refuses})`,
    ),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(findings.count === 0 ? ['Nothing in it would be refused for its form.'] : []),
  ].join('\n');
}

export async function buildAch(_values: Given, words: readonly string[]): Promise<void> {
  const file = fileOf(words, 'the entries as JSON');
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch(cannotBeRead(file));
  process.stdout.write(inFile(file, () => fileOfInput(jsonOf(content))));
}

function inFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InputError) throw new CommandFailed(`${file}: ${error.message}`);
    if (error instanceof SyntaxError) throw new CommandFailed(`${file} is not JSON: ${printable(error.message)}.`);
    throw error;
  }
}

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/;

function timesOf(values: Given): BankTimes {
  const {
    zone = 'America/New_York',
    'cut-off': cutOff = '16:00',
    'same-day': sameDay,
  } = values as Record<string, string>;
  if (!isZone(zone)) throw new WrongUse(`--zone must be a zone such as America/New_York, not ${zone}.`);
  const sameDayCutOffs = sameDay?.split(',').toSorted() ?? [];
  for (const time of [cutOff, ...sameDayCutOffs])
    if (!timeOfDay.test(time)) throw new WrongUse(`A cut-off is a time of day such as 16:00, not ${time}.`);
  return { zone, cutOff, sameDayCutOffs };
}

function dateIn(text: string | undefined): CivilDate {
  const date = text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? parseCivilDate(text) : undefined;
  if (date === undefined) throw new WrongUse('One DATE is to be named, such as 2027-05-15.');
  return date;
}

export async function daysOfAch(values: Given, words: readonly string[]): Promise<void> {
  const bank = timesOf(values);
  const on = dayOf(dateIn(words[0]));
  const at = typeof values.at === 'string' ? parseInstant(values.at) : machineNow(machineClock);
  if (at === undefined) throw new WrongUse(`--at must be a moment such as 2027-05-14T20:00:00Z.`);
  const wantsSameDay = bank.sameDayCutOffs.length > 0;
  const { leaves, leavesBy, settles, isSameDay } = entryTimes(bank, { on, wantsSameDay }, at);
  const { ordinaryReturn, liveAfterPrenote, unauthorizedReturn } = daysAfter(settles);
  const days = {
    plannedFor: dateOf(on),
    leavesOn: dateOf(leaves),
    leavesBy,
    settlesOn: dateOf(settles),
    isSameDay,
    ordinaryReturnUntil: dateOf(ordinaryReturn),
    liveAfterPrenote: dateOf(liveAfterPrenote),
    unauthorizedReturnUntil: dateOf(unauthorizedReturn),
  };
  if (values.json === true) return print(JSON.stringify(days, null, 2));
  print(
    [
      `planned for            ${days.plannedFor}`,
      `leaves                 ${days.leavesOn}, by ${leavesBy}`,
      `settles                ${days.settlesOn}${isSameDay ? ', the same day' : ''}`,
      `ordinary return until  ${days.ordinaryReturnUntil}, at the opening`,
      `unauthorized until     ${days.unauthorizedReturnUntil}, at the opening`,
      `live after a prenote   ${days.liveAfterPrenote}`,
    ].join('\n'),
  );
}
