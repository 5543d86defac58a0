// What blocks a contact: named cases, and every minute of the days on which clocks change against a naive implementation.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Instant, instantOfMicros, parseInstant } from '@tenor/engine/values/instant.ts';
import fc from 'fast-check';
import { seed } from '../../../../tests/support/seed.ts';
import { blocksFor, type Intended, type Standing } from './blocks.ts';
import { blockedChannels, blockedThemes } from './words.ts';

const instant = (text: string): Instant => parseInstant(text) as Instant;

const one: Standing = {
  id: 'DN-AAAA-AAAA',
  caseId: 'CS-AAAA-AAAA',
  channels: ['all'],
  themes: ['all'],
  startDate: '2026-03-02' as CivilDate,
  endDate: null,
  daysOfWeek: [],
  timesOfDay: [],
  timezone: null,
  contactLabels: [],
};
const call: Intended = {
  direction: 'outbound',
  channel: 'voice',
  theme: 'opsCollDebt',
  contactLabel: 'personal',
  at: instant('2026-03-04T18:00:00Z'),
  zones: ['America/New_York'],
};
const blocks = (standing: Partial<Standing> = {}, intended: Partial<Intended> = {}): boolean =>
  blocksFor([{ ...one, ...standing }], { ...call, ...intended }).length > 0;

describe('a do-not-interact', () => {
  test('covers channels and themes that it names, and by all everything but credentials', () => {
    assert.equal(blocks(), true);
    assert.equal(blocks({ channels: ['text', 'email'] }), false);
    assert.equal(blocks({ channels: ['text', 'voice'] }), true);
    assert.equal(blocks({ themes: ['opsServicing'] }), false);
    assert.equal(blocks({}, { theme: 'opsAccountCredentials' }), false);
    assert.equal(blocks({}, { channel: 'document' }), true);
    assert.equal(blocks({ channels: ['voice'] }, { channel: 'gui' }), false);
  });

  test('blocks what may be by any channel or about anything, where nobody knows yet', () => {
    assert.equal(blocks({ channels: ['text'] }, { channel: null }), true);
    assert.equal(blocks({ themes: ['opsServicing'] }, { theme: null }), true);
    assert.equal(blocks({ channels: ['text'], themes: ['opsServicing'] }, { channel: null }), false);
  });

  test('blocks nothing that the borrower begins', () => {
    assert.equal(blocks({}, { direction: 'inbound' }), false);
  });

  test('holds from its first day to the end of its last one, by the clocks of its zone or the borrower', () => {
    const days = { startDate: '2026-03-04' as CivilDate, endDate: '2026-03-05' as CivilDate };
    assert.equal(blocks(days, { at: instant('2026-03-04T04:59:59Z') }), false);
    assert.equal(blocks(days, { at: instant('2026-03-04T05:00:00Z') }), true);
    assert.equal(blocks(days, { at: instant('2026-03-06T04:59:59.999999Z') }), true);
    assert.equal(blocks(days, { at: instant('2026-03-06T05:00:00Z') }), false);
    assert.equal(blocks({ ...days, timezone: 'Pacific/Honolulu' }, { at: instant('2026-03-06T05:00:00Z') }), true);
  });

  test('holds where the borrower may be in several zones as soon as it holds in one', () => {
    const evening = { timesOfDay: [{ fromHour: 20, toHour: 24 }] };
    const at = instant('2026-03-05T01:30:00Z');
    assert.equal(blocks(evening, { at, zones: ['America/Los_Angeles'] }), false);
    assert.equal(blocks(evening, { at, zones: ['America/Los_Angeles', 'America/New_York'] }), true);
  });

  test('of hours begins with the first and ends before the last', () => {
    const hours = { timesOfDay: [{ fromHour: 12, toHour: 14 }] };
    const at = (time: string) => blocks(hours, { at: instant(`2026-03-04T${time}-05:00`) });
    assert.deepEqual(['11:59:59', '12:00:00', '13:59:59', '14:00:00'].map(at), [false, true, true, false]);
  });

  test('counts days of the week from Monday, and Sunday as 7 or 0', () => {
    const sunday = { at: instant('2026-03-08T17:00:00Z') };
    assert.deepEqual(
      [[7], [0], [1], []].map((daysOfWeek) => blocks({ daysOfWeek }, sunday)),
      [true, true, false, true],
    );
  });

  test('of labels holds for these contacts, and where nobody knows which contact it will be', () => {
    const work = { contactLabels: ['work'] };
    assert.deepEqual(
      ['work', 'personal', null].map((contactLabel) => blocks(work, { contactLabel })),
      [true, false, true],
    );
  });

  test('says why, and where, and until when', () => {
    const [block] = blocksFor([{ ...one, endDate: '2026-04-01' as CivilDate, daysOfWeek: [3] }], call);
    assert.deepEqual(block, {
      doNotInteractId: 'DN-AAAA-AAAA',
      caseId: 'CS-AAAA-AAAA',
      zone: 'America/New_York',
      endDate: '2026-04-01',
      reason:
        'Case CS-AAAA-AAAA forbids opsCollDebt by voice on days 3 of the week in America/New_York until the end of 2026-04-01.',
    });
  });

  test('of any form blocks the minutes that a naive reading of the clock on the wall blocks', () => {
    fc.assert(
      fc.property(anyStanding, anyIntended, fc.constantFrom(...daysOfChange), (standing, intended, day) => {
        const from = BigInt(Date.parse(`${day}T00:00:00Z`)) * 1_000n - 720n * minute;
        for (let i = 0n; i < 48n * 60n; i += 1n) {
          const at = instantOfMicros(from + i * minute);
          const asked: Intended = { ...intended, at };
          const found = blocksFor([standing], asked).length > 0;
          assert.equal(found, naive(standing, asked), `${at} ${JSON.stringify([standing, intended])}`);
        }
      }),
      { numRuns: 40, seed },
    );
  });
});

const minute = 60_000_000n;
const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'America/Phoenix',
  'Pacific/Honolulu',
  'America/St_Johns',
] as const;
/** Clocks go forward or back, a leap day, the ends of a year, and a day on which nothing happens. */
const daysOfChange = ['2026-03-08', '2026-11-01', '2028-02-29', '2026-12-31', '2026-06-17'] as const;

const date = fc
  .constantFrom(...daysOfChange)
  .chain((day) => fc.integer({ min: -2, max: 2 }).map((by) => new Date(Date.parse(day) + by * 86_400_000)))
  .map((found) => found.toISOString().slice(0, 10) as CivilDate);

const hours = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 24 }))
  .filter(([from, to]) => from < to)
  .map(([fromHour, toHour]) => ({ fromHour, toHour }));

const anyStanding: fc.Arbitrary<Standing> = fc.record({
  id: fc.constant('DN-AAAA-AAAA'),
  caseId: fc.constant('CS-AAAA-AAAA'),
  channels: fc.subarray([...blockedChannels], { minLength: 1 }),
  themes: fc.subarray([...blockedThemes], { minLength: 1 }),
  startDate: date,
  endDate: fc.option(date),
  daysOfWeek: fc.subarray([0, 1, 2, 3, 4, 5, 6, 7]),
  timesOfDay: fc.array(hours, { maxLength: 3 }),
  timezone: fc.option(fc.constantFrom(...zones)),
  contactLabels: fc.subarray(['personal', 'work', 'home']),
});

const anyIntended: fc.Arbitrary<Omit<Intended, 'at'>> = fc.record({
  direction: fc.constantFrom('outbound', 'outbound', 'inbound'),
  channel: fc.constantFrom('voice', 'email', 'text', 'chat', 'mail', 'gui', 'document'),
  theme: fc.constantFrom('opsCollDebt', 'opsServicing', 'opsAccountCredentials'),
  contactLabel: fc.option(fc.constantFrom('personal', 'work', 'home')),
  zones: fc.subarray([...zones], { minLength: 1 }) as unknown as fc.Arbitrary<[string, ...string[]]>,
});

const walls = new Map<string, Intl.DateTimeFormat>();

/** The clock on the wall, as the runtime writes it. */
function wall(at: Instant, zone: string) {
  const found =
    walls.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      weekday: 'short',
      hour: '2-digit',
      hourCycle: 'h23',
    });
  walls.set(zone, found);
  const parts = Object.fromEntries(found.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    weekday: days.indexOf(parts.weekday as string),
    hour: Number(parts.hour),
  };
}

function naive(standing: Standing, { direction, channel, theme, contactLabel, at, zones }: Intended): boolean {
  const names: readonly string[] = standing.channels;
  const about: readonly string[] = standing.themes;
  if (direction === 'inbound' || theme === 'opsAccountCredentials') return false;
  if (channel !== null && !names.includes('all') && !names.includes(channel)) return false;
  if (theme !== null && !about.includes('all') && !about.includes(theme)) return false;
  const labels = standing.contactLabels;
  if (labels.length > 0 && contactLabel !== null && !labels.includes(contactLabel)) return false;
  for (const zone of standing.timezone === null ? zones : [standing.timezone]) {
    const { date, weekday, hour } = wall(at, zone);
    const isOnDay = standing.startDate <= date && date <= (standing.endDate ?? '9999-12-31');
    const ofWeek = standing.daysOfWeek.map((day) => day % 7);
    const isInWeek = ofWeek.length === 0 || ofWeek.includes(weekday);
    const blocked = standing.timesOfDay.flatMap(({ fromHour, toHour }) =>
      Array.from({ length: toHour - fromHour }, (_, i) => fromHour + i),
    );
    if (isOnDay && isInWeek && (standing.timesOfDay.length === 0 || blocked.includes(hour))) return true;
  }
  return false;
}
