// The end of the known banking days is told a year before it comes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InspectedDatabase } from '#platform/doctor/check.ts';
import { bankingCalendarCheck } from './check-banking-calendar.ts';

async function levelOn(day: string): Promise<string | undefined> {
  const clock = { micros: () => Date.parse(`${day}T12:00:00Z`) * 1_000 } as InspectedDatabase['clock'];
  return (await bankingCalendarCheck.look({ clock }))[0]?.level;
}

test('the calendar of banks warns when less than a year of it is left', async () => {
  assert.equal(await levelOn('2026-11-25'), 'ok');
  assert.equal(await levelOn('2029-12-31'), 'ok');
  assert.equal(await levelOn('2030-01-01'), 'warning');
  assert.equal(await levelOn('2031-06-01'), 'warning');
});
