// A tape as known before an origination or an activation was recorded tells nothing of either.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { agreement } from '../../../../tests/support/loan-life.ts';
import { madeTape, tapeTypes, textOfTape } from '../../../../tests/support/tapes.ts';
import { moveClock, setClock } from '../../../../tests/support/test-clock.ts';

const fields = [
  'status',
  'dataStatus',
  'amountFinanced',
  'interestRatesCount',
  'loanTypeVersion',
  'investorId',
  'originatedDate',
  'aprNominalAtOrigination',
  'activatedDate',
  'aprNominalAtActivation',
];

describe('a tape as known before', () => {
  const { aCompany } = useHouse();
  let api: Client;
  let loanTapeTypeId: string;
  let investorId: string;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-01-20T15:00:00Z');
    ({ id: investorId } = await api.made('/companies/current/investors', { name: 'First Fund' }));
    const { id: personId } = await api.made('/people', aPerson());
    const loans = `/people/${personId}/loans`;
    const atOrigination = { ...agreement, amountFinanced: 3_000, investors: [{ investorId, share: 1 }] };
    const { id } = await api.made(loans, { loanTypeId: 'ext-installment', atOrigination });
    await moveClock(api, '2026-01-21T15:00:00Z');
    await api.put(`${loans}/${id}`, { status: 'originated', atOrigination: { amountFinanced: 4_800 } });
    await moveClock(api, '2026-01-22T15:00:00Z');
    await api.made(`${loans}/${id}/activate`, {});
    const type = { tapeName: 'A tape', status: 'active', fields, actionOnMissingData: 'includeIDsAndEmptyData' };
    ({ id: loanTapeTypeId } = await api.made(tapeTypes, { ...type, compressionType: 'noCompression' }));
  });

  async function lineAt(knownAt: string): Promise<Record<string, string | undefined>> {
    const tape = await madeTape(api, { loanTapeTypeId, asOf: '2026-01-22', knownAt });
    const [, line = ''] = (await textOfTape(api, tape)).split('\r\n');
    const cells = line.split(',');
    return Object.fromEntries(fields.map((name, i) => [name, cells[i]]));
  }

  test('the origination has nothing of the agreement, which has changed since', async () => {
    const empty = Object.fromEntries(fields.map((name) => [name, '']));
    assert.deepEqual(await lineAt('2026-01-20T16:00:00Z'), { ...empty, status: 'pending', dataStatus: 'noBooks' });
  });

  test('the activation has what was originated, and nothing of the activation', async () => {
    const { aprNominalAtOrigination, loanTypeVersion, ...others } = await lineAt('2026-01-21T16:00:00Z');
    assert.match(String(aprNominalAtOrigination), /^0\.1/);
    assert.match(String(loanTypeVersion), /^\d+$/);
    assert.deepEqual(others, {
      status: 'originated',
      dataStatus: 'noBooks',
      amountFinanced: '480000',
      interestRatesCount: '1',
      investorId,
      originatedDate: '2026-01-21',
      activatedDate: '',
      aprNominalAtActivation: '',
    });
  });

  test('nothing has all of it', async () => {
    const { status, dataStatus, activatedDate, aprNominalAtActivation } = await lineAt('2026-01-22T15:00:00Z');
    assert.deepEqual([status, dataStatus, activatedDate], ['active', 'complete', '2026-01-22']);
    assert.match(String(aprNominalAtActivation), /^0\.1/);
  });
});
