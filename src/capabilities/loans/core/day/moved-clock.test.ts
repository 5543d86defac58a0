// What a move of the test clock costs: what there is to do, and not the days or the steps that find nothing.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useHouse } from '../../../../../tests/support/house.ts';
import { recordedDuring } from '../../../../../tests/support/recorded-statements.ts';
import { aRoundLoan } from '../../../../../tests/support/round-loan.ts';

describe('a move of the test clock over 131 days', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('runs at each instant only the steps that have something to do', async () => {
    const { test: api } = await aCompany();
    for (let loans = 0; loans < 3; loans++) await aRoundLoan(api);
    const { id: operationId } = await api.made('/test-clock/advance', { to: '2026-05-12T17:00:00Z' });
    const { job } = house().service.operations;
    const statements = await recordedDuring(() => job.run({ ...api.realm, payload: { operationId } }));
    const count = (pattern: RegExp) => statements.filter(({ text }) => pattern.test(text)).length;
    const instants = count(/^update "test_clocks" set "now_at"/);
    assert.ok(instants > 4, `${instants} instants`);
    const transactions = count(/^begin/);
    assert.ok(transactions < 10 * instants, `${transactions} transactions at ${instants} instants`);
  });
});
