import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { quietUntil } from './quiet-hours.ts';

const night = { from: '21:00', to: '08:00' };
const at = (text: string): Instant => `${text}:00.000000+00:00` as Instant;

const inNewYork = ['America/New_York'];
const inTwo = ['America/New_York', 'America/Los_Angeles'];

const cases: readonly [
  why: string,
  now: string,
  zones: readonly string[],
  hours: typeof night,
  until: string | null,
][] = [
  ['by day it is not quiet', '2026-09-14T16:00', inNewYork, night, null],
  ['the first minute of the night is quiet', '2026-09-15T01:00', inNewYork, night, '2026-09-15T12:00'],
  ['the last minute of the day is not', '2026-09-15T00:59', inNewYork, night, null],
  [
    'before dawn it is quiet until the morning of the same day',
    '2026-09-15T08:00',
    inNewYork,
    night,
    '2026-09-15T12:00',
  ],
  ['the first minute of the morning is not quiet', '2026-09-15T12:00', inNewYork, night, null],
  ['of two zones the later morning counts', '2026-09-15T03:00', inTwo, night, '2026-09-15T15:00'],
  ['the west sleeps still', '2026-09-15T14:00', inTwo, night, '2026-09-15T15:00'],
  ['the east sleeps already', '2026-09-15T01:30', inTwo, night, '2026-09-15T15:00'],
  [
    'a pause by day ends on the same day',
    '2026-09-14T16:30',
    inNewYork,
    { from: '12:00', to: '13:00' },
    '2026-09-14T17:00',
  ],
  ['the night in which clocks go back', '2026-11-01T02:00', inNewYork, night, '2026-11-01T13:00'],
  [
    'nights that fill the day together never end',
    '2026-09-14T16:00',
    ['America/New_York', 'Asia/Shanghai'],
    { from: '18:00', to: '17:00' },
    null,
  ],
];

for (const [why, now, zones, hours, until] of cases) {
  test(why, () => assert.equal(quietUntil(at(now), zones, hours), until === null ? null : at(until)));
}
