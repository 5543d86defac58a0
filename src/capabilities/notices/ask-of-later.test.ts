// A notice that a later capability asks for is switched and delayed as all others are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSeconds } from '@tenor/engine/values/instant.ts';
import { aPerson, useHouse } from '../../../tests/support/house.ts';
import { askForSystemNotices } from './ask-of-later.ts';

const { house, aCompany } = useHouse({ works: false });

test('a notice that a later capability asks for waits as long as the company has set', async () => {
  const { test: api } = await aCompany();
  const loanTypeId = 'LT-AAAA-AAAA';
  const subject = 'creditNegativeInfoMayBeReported';
  assert.equal((await api.put(`/system-notices/${subject}`, { delayHours: 5 })).status, 200);
  const { id: personId } = await api.made('/people', aPerson());
  const { database, clock } = house().service;
  const reader = database.reader(api.realm);
  const asked = { personId, loanPersonId: personId, loanId: 'LN-AAAA-AAAA', loanTypeId, occasion: 'A file' };
  await askForSystemNotices({ database, clock, realm: api.realm }, 'credit.file.changed', [
    { ...asked, sourceId: 'CF-AAAA-AAAA', told: {} },
  ]);
  const rows = await reader.rows(reader.db.selectFrom('pending_notices').select(['subject', 'due_at', 'created_at']));
  assert.deepEqual(
    rows.map((row) => [row.subject, row.due_at]),
    rows.map(({ created_at }) => [subject, addSeconds(created_at, 5 * 3_600)]),
  );
  assert.equal(rows.length, 1);
});
