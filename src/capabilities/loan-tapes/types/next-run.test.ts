// When a scheduled type runs next: at the same minute in all its versions, and what is due stays due. No worker runs here.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Client, useHouse } from '../../../../tests/support/house.ts';
import { tapeTypes } from '../../../../tests/support/tapes.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';

describe('the next run of a tape type', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-01-20T20:00:00Z');
  });

  const aType = async (): Promise<string> => {
    const type = { tapeName: 'Daily', status: 'active', fields: ['loanId'], schedule: 'P P * * *' };
    return (await api.made(tapeTypes, type)).id;
  };
  const nextVersion = async (id: string, body: object): Promise<string> =>
    (await api.put(`${tapeTypes}/${id}`, body)).body.data.id;
  const due = '2026-01-20T11:00:00.000Z';
  const missed = 'update loan_tape_types set next_run_at = $2 where id = $1';
  const next = async (id: string): Promise<string | undefined> => {
    const asked = 'select next_run_at from loan_tape_types where id = $1';
    const { rows } = await house().service.database.pools.test.query(asked, [id]);
    return rows[0].next_run_at && new Date(rows[0].next_run_at).toISOString();
  };

  test('has the minute of the type, whatever its version', async () => {
    let id = await aType();
    const chosen = await next(id);
    assert.match(String(chosen), /^2026-01-21T/);
    for (const description of ['Second', 'Third', 'Fourth']) {
      id = await nextVersion(id, { description });
      assert.equal(await next(id), chosen, description);
    }
  });

  test('of a version that was due and was not made yet passes to the next version', async () => {
    const id = await aType();
    await house().service.database.pools.test.query(missed, [id, due]);
    const later = await nextVersion(id, { description: 'Another' });
    assert.equal(await next(later), due);
    assert.match(String(await next(await nextVersion(later, { schedule: 'P P * * 1-5' }))), /^2026-01-21T/);
  });

  test('of a version whose tape is made while the next one is written is not taken a second time', async () => {
    const id = await aType();
    const tomorrow = await next(id);
    const pool = house().service.database.pools.test;
    await pool.query(missed, [id, due]);
    const day = await pool.connect();
    try {
      await day.query('begin');
      await day.query(missed, [id, tomorrow]);
      const { rows } = await day.query('select pg_backend_pid() as pid');
      const written = nextVersion(id, { description: 'Meanwhile' });
      const waiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
      await eventually(
        'the next version waits for the day',
        async () => (await pool.query(waiting, [rows[0].pid])).rowCount,
      );
      await day.query('commit');
      assert.equal(await next(await written), tomorrow);
    } finally {
      day.release(true);
    }
  });

  test('of an active version that was due passes to the draft that takes its place', async () => {
    for (const schedule of ['P P * * *', 'P P * * 1-5']) {
      const id = await aType();
      const draft = await nextVersion(id, { status: 'draft', schedule });
      await house().service.database.pools.test.query(missed, [id, due]);
      assert.equal(await nextVersion(draft, { description: 'Still a draft' }), draft);
      assert.equal(await next(draft), null);
      assert.equal(await nextVersion(draft, { status: 'active' }), draft);
      if (schedule === 'P P * * *') assert.equal(await next(draft), due);
      else assert.match(String(await next(draft)), /^2026-01-21T/);
    }
  });
});
