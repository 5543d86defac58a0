// What a look finds is compared with what was found before: that is read and opened once, however much is found.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { holdEach } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import { machineNow } from '#platform/clock.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { recordedDuring } from '../../../tests/support/recorded-statements.ts';
import { movingInWork } from '../cases/index.ts';
import { appliedAnswer } from './apply-answer.ts';
import { emittedByFindings } from './apply-finding.ts';
import type { Finding } from './rules/finding.ts';
import type { StatusRow } from './tables.ts';

describe('the answer of a register', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let personId: string;
  before(async () => {
    api = (await aCompany()).test;
    personId = (await api.made('/people', aPerson())).id;
  });

  const found = (number: string, more: Partial<Finding> = {}): Finding => ({
    key: `insbke/${number}`,
    quality: 'exact',
    standing: 'stands',
    asOf: '2026-03-02' as Finding['asOf'],
    fields: { courtId: 'insbke', courtCaseNumber: number, courtCaseChapter: 'chapter7' },
    record: number,
    ...more,
  });

  /** Returns how often what was found before was read. */
  async function hears(findings: readonly Finding[], isWhole: boolean): Promise<number> {
    const { database, clock, vault, position } = house().service;
    const { realm } = api;
    const sent = await recordedDuring(() =>
      database.transact(realm, async (tx) => {
        const now = machineNow(clock);
        const maker = { realm, now, position, requestId: null, actor: system, declared: emittedByFindings([]) };
        await holdEach(tx, maker, [{ person_id: personId }], async ({ held, emit }) => {
          const ctx = movingInWork({ realm, clock, vault, position }, { now, emit, timezone: 'UTC', actor: system });
          const applying = { ctx, tx, listeners: [], parent: held!.subject };
          const row = { person_id: personId, last_result: null, case_id: null } as Partial<StatusRow> as StatusRow;
          const heard = {
            answer: { findings, isWhole },
            asOf: '2026-03-02' as Finding['asOf'],
            source: 'file',
          } as const;
          await appliedAnswer(applying, { ...row, monitor: 'bankruptcy' }, heard);
        });
      }),
    );
    return sent.filter(({ text }) => /^select .* from "monitor_hits"/.test(text)).length;
  }

  const hits = async (): Promise<string[]> =>
    (await api.get(`/people/${personId}/monitor-hits`)).body.data.map(
      (one: { record: string; standing: string }) => `${one.record} ${one.standing}`,
    );

  test('is compared with what was found before, which is read once', async () => {
    assert.equal(await hears([], false), 0, 'nothing was found, and nothing is said to be over');
    assert.equal(await hears([found('1'), found('2'), found('1')], false), 1);
    assert.deepEqual((await hits()).sort(), ['1 stands', '2 stands'], 'the same thing twice is one');
    assert.equal(await hears([found('2'), found('3')], true), 1);
    assert.deepEqual((await hits()).sort(), ['1 ended', '2 stands', '3 stands'], 'what is not said any more is over');
  });
});
