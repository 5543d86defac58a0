// Random accounts over 24 months: what is written of them is read back as it was, by two readers, and breaks no rule, not even
// between months.
//
//   TENOR_METRO2=2000 npm test -- metro2/laws/lives      more accounts
//   TENOR_SEED=7 npm test -- metro2/laws/lives           other ones
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CivilDate, parseCivilDate, partsOfDate } from '@tenor/engine/values/civil-date.ts';
import { randomOf } from '../../tests/support/fuzz/random.ts';
import { seed } from '../../tests/support/seed.ts';
import { checkFile, readMonth } from '../check/check-file.ts';
import { header, textOf } from '../check/test-account.ts';
import type { Account, Header } from '../layout/segments.ts';
import type { Said } from '../month/facts.ts';
import { reportMonth } from '../month/month.ts';
import { readText } from '../naive/read-text.ts';
import type { Item } from '../read/read-file.ts';
import { readFile } from '../read/read-file.ts';
import { lastOfMonth, lifeOf } from './lives.ts';

const lives = Number(process.env.TENOR_METRO2 ?? 150);
const begin = parseCivilDate('2024-05-01') as CivilDate;
const monthsOfLife = 24;

const headerOf = (asOf: CivilDate): Header => ({ ...header, activityDate: asOf, dateCreated: asOf });

const fileOf = (asOf: CivilDate, accounts: readonly Account[], lineEnd?: '' | '\n' | '\r\n'): Buffer =>
  Buffer.from(textOf(accounts, headerOf(asOf), lineEnd), 'latin1');

interface MonthOfAll {
  readonly asOf: CivilDate;
  readonly accounts: readonly Account[];
}

/** Now and then nothing is said of a month, and now and then it is said again. */
function monthsOfAll(): MonthOfAll[] {
  const months = Array.from({ length: monthsOfLife }, (_, i) => {
    const number = partsOfDate(begin).month - 1 + i;
    return { asOf: lastOfMonth(2024 + Math.floor(number / 12), (number % 12) + 1), accounts: [] as Account[] };
  });
  for (let index = 0; index < lives; index += 1) {
    const dice = randomOf(seed, index);
    const life = lifeOf(dice, index, begin);
    let said: Said | null = null;
    for (const month of months) {
      const { facts, asOf } = life.next().value as { facts: Parameters<typeof reportMonth>[0]; asOf: CivilDate };
      assert.equal(asOf, month.asOf);
      const [isSkipped, isCorrection] = [dice.chance(0.02), dice.chance(0.02)];
      const stamp = `${asOf.slice(5, 7)}${asOf.slice(8)}${asOf.slice(0, 4)}120000`;
      const reported = reportMonth(facts, { asOf, stamp, isCorrection, said });
      if (isSkipped || reported.is === 'silent') continue;
      month.accounts.push(reported.account);
      said = reported.said;
    }
  }
  return months;
}

async function itemsOf(chunks: Iterable<Uint8Array>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of readFile(chunks)) items.push(item);
  return items;
}

const accountsIn = (items: readonly Item[]): Account[] =>
  items.flatMap((item) => (item.is === 'account' ? [item.account] : []));

describe(`${lives} accounts over ${monthsOfLife} months`, () => {
  const months = monthsOfAll();

  test('live: all that may be said of an account is said of some', () => {
    const said = months.flatMap(({ accounts }) => accounts);
    const statuses = new Set(said.map(({ base }) => base.status));
    for (const status of ['11', '71', '78', '80', '13']) assert.ok(statuses.has(status), `status ${status}`);
    assert.ok(said.some(({ j1, j2 }) => j1.length + j2.length > 0));
    assert.ok(said.length > lives * 5);
  });

  test('break no rule, in their month or between months', async () => {
    let before: Buffer | undefined;
    for (const { asOf, accounts } of months) {
      const file = fileOf(asOf, accounts);
      const month = before === undefined ? undefined : await readMonth([before]);
      const { findings, accounts: count } = await checkFile([file], month);
      const lines = file.toString('latin1').split('\n');
      const shown = findings.slice(0, 3).map((one) => `${one.rule} ${one.says}\n${lines[one.line - 1]}`);
      assert.deepEqual(shown, [], `${asOf} of seed ${seed}`);
      assert.equal(count, accounts.length);
      before = file;
    }
  });

  test('are read back as they were, in whatever pieces they come', async () => {
    const dice = randomOf(seed, lives);
    for (const { asOf, accounts } of months) {
      const file = fileOf(asOf, accounts, dice.pick(['', '\n', '\r\n']));
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < file.length; ) {
        const length = dice.between(1, 40_000);
        pieces.push(file.subarray(at, at + length));
        at += length;
      }
      assert.deepEqual(accountsIn(await itemsOf(pieces)), accounts);
    }
  });

  test('are read alike by the second reader', async () => {
    for (const { asOf, accounts } of months) {
      const file = fileOf(asOf, accounts);
      const [items, naive] = [await itemsOf([file]), readText(file.toString('latin1'))];
      assert.deepEqual(JSON.parse(JSON.stringify(naive.accounts)), JSON.parse(JSON.stringify(accountsIn(items))));
      const [first, last] = [items[0], items.at(-1)];
      assert.deepEqual(naive.header, first?.is === 'header' ? { ...first.header } : undefined);
      assert.deepEqual(naive.totals, last?.is === 'trailer' ? { ...last.totals } : undefined);
      assert.equal(naive.broken.size, 0);
    }
  });

  /** The second reader knows neither codes nor the order of segments. */
  const notOfForm: readonly string[] = ['known-code', 'segment-order', 'header-first', 'trailer-last'];

  test('are found broken on the same lines by both readers, whatever is written over them', async () => {
    const dice = randomOf(seed, lives + 1);
    const { asOf, accounts } = months[12]!;
    const good = fileOf(asOf, accounts.slice(0, 20)).toString('latin1');
    for (let round = 0; round < 200; round += 1) {
      const at = dice.between(0, good.length - 2);
      const letter = dice.pick(['0', '9', 'A', 'z', ' ', '-', 'é', '13322024']);
      const text = good.slice(0, at) + letter + good.slice(at + letter.length);
      const items = await itemsOf([Buffer.from(text, 'latin1')]);
      const found = items.flatMap(({ findings }) => findings).filter(({ rule }) => !notOfForm.includes(rule));
      const lines = new Set(found.map(({ line }) => line));
      assert.deepEqual([...lines].sort(), [...readText(text).broken].sort(), `'${letter}' at ${at} of seed ${seed}`);
    }
  });
});
