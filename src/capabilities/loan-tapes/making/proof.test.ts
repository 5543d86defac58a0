// A tape of which the ledger says something else fails, names the loan, and has no file.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Client, useHouse } from '../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../tests/support/loan-life.ts';
import { tapeTypes } from '../../../../tests/support/tapes.ts';

describe('the proof of a tape', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let life: Life;
  before(async () => {
    const company = await aCompany();
    api = company.test;
    life = await aLife(company, { start: '2026-01-20T15:00:00Z' });
  });

  const failed = async (id: string) => {
    const path = `/companies/current/loan-tapes/${id}`;
    return eventually('it has failed', async () => {
      const { data } = (await api.get(path)).body;
      return data.state === 'failed' && data;
    });
  };

  test('names a loan whose ledger is a cent off, although a replay would agree', async () => {
    const type = { tapeName: 'A tape', status: 'active', fields: ['loanId'] };
    const { id: loanTapeTypeId } = await api.made(tapeTypes, type);
    const { pools } = house().service.database;
    const moved = (by: number) =>
      pools.test.query(
        `update loan_facts set amounts[1] = amounts[1] + $2, amounts[2] = amounts[2] - $2
          where loan_id = $1 and accounts like '%principal.%'`,
        [life.id, by],
      );
    // Something has come due since: the books of the past day are replayed, and its postings added up.
    await life.moveTo('2026-02-20');
    assert.equal((await moved(1)).rowCount, 1);
    const { id } = await api.made('/companies/current/loan-tapes', { loanTapeTypeId, asOf: '2026-01-25' });
    assert.deepEqual((await failed(id)).proof.differingLoanIds, [life.id]);
    await moved(-1);
  });

  test('names a loan of which the sums of its postings are a cent off', async () => {
    const type = { tapeName: 'A tape', status: 'active', fields: ['loanId'] };
    const { id: loanTapeTypeId } = await api.made(tapeTypes, type);
    const { pools } = house().service.database;
    const moved = (by: number) =>
      pools.test.query('update loan_standing set posted_principal = posted_principal + $2 where loan_id = $1', [
        life.id,
        by,
      ]);
    assert.equal((await moved(1)).rowCount, 1);
    const { id } = await api.made('/companies/current/loan-tapes', { loanTapeTypeId });
    const { proof } = await failed(id);
    assert.deepEqual(proof.differingLoanIds, [life.id]);
    assert.deepEqual([proof.principal.tapeAmount, proof.principal.ledgerAmount], [4_800, 4_800.01]);
    await moved(-1);
  });

  test('names a loan whose figures are a cent off', async () => {
    const type = { tapeName: 'A tape', status: 'active', fields: ['loanId', 'outstandingTotalAmount'] };
    const { id: loanTapeTypeId } = await api.made(tapeTypes, type);
    const wrong = 'update loan_standing set principal = principal + 1, other_amounts = null where loan_id = $1';
    await house().service.database.pools.test.query(wrong, [life.id]);
    const { id } = await api.made('/companies/current/loan-tapes', { loanTapeTypeId });
    const path = `/companies/current/loan-tapes/${id}`;
    const tape = await eventually('it has failed', async () => {
      const { data } = (await api.get(path)).body;
      return data.state === 'failed' && data;
    });
    assert.deepEqual([tape.proof.isProved, tape.proof.differingLoanIds], [false, [life.id]]);
    assert.match(tape.errorMessage, new RegExp(life.id));
    assert.deepEqual([tape.fileName, tape.sha256], [null, null]);
    assert.equal((await api.get(`${path}/download`)).body.errorType, 'TapeNotThere');
  });
});
