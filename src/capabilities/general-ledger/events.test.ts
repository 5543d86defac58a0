// The events of the general ledger.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { useHouse } from '../../../tests/support/house.ts';
import { aRoundLoan } from '../../../tests/support/round-loan.ts';
import { moveClock } from '../../../tests/support/test-clock.ts';
import { told } from '../../../tests/support/told.ts';
import { generalLedger } from './index.ts';

const path = '/companies/current/general-ledger/accounts';

const scenarios: Scenarios = {
  'generalLedgerAccounts.update': [{ emits: ['generalledger.accounts.updated'], run: (api) => api.put(path, {}) }],
};

describe('the events of the general ledger', () => emitsAsDeclared(generalLedger({ listeners: [] }), scenarios));

describe('a day that is closed', () => {
  const { house, aCompany } = useHouse();

  test('is told if it has entries, once', async () => {
    const { test: api } = await aCompany();
    await aRoundLoan(api);
    await api.put(path, {});
    await moveClock(api, '2026-02-20T17:00:00Z');
    const closed = (await told(house(), api)).filter(({ eventType }) => eventType === 'generalledger.day.closed');
    assert.deepEqual(
      closed.map(({ day, entriesCount }) => [day, entriesCount]),
      // The activation, the first due date, and what turned overdue and late after it.
      [
        ['2026-01-01', 1],
        ['2026-02-01', 1],
        ['2026-02-07', 1],
      ],
    );
  });
});
