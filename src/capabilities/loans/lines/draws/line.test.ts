// What is said of a line of credit as a whole: its limit, and whether its draws can be bought on.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine } from '../../../../../tests/support/a-line.ts';
import { shown } from '../../../../../tests/support/begun-line.ts';
import { type Answer, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { loanBody } from '../../../../../tests/support/world.ts';

const refused = (answer: Answer, status: number, errorType: string) =>
  assert.deepEqual([answer.status, answer.body.errorType], [status, errorType], JSON.stringify(answer.body));

describe('a line of credit', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await api.made('/test-clock', { now: '2026-01-20T15:00:00Z' });
  });

  test('has another limit from a day on, with the reason that was given', async () => {
    const { path } = await aLine(api);
    const limitOn = (date: string) => shown(api, `${path}/credit-limit?effectiveDate=${date}`);
    const agreed = { creditLimitAmount: 5000, caseId: null, sendNotice: false, adverseActionReason: 'None' };
    assert.deepEqual(await limitOn('2026-01-20'), agreed);
    await api.made('/test-clock', { now: '2026-01-22T15:00:00Z' });
    const loan = await api.made(`${path}/credit-limit`, {
      creditLimitAmount: 3000,
      adverseReactionReason: 'late payments',
      sendNotice: true,
    });
    assert.equal(loan.current.creditLimitAmount, 3000);
    assert.equal(loan.type, 'lineOfCredit');
    assert.deepEqual(await limitOn('2026-01-21'), agreed);
    const cut = { ...agreed, creditLimitAmount: 3000, sendNotice: true, adverseActionReason: 'late payments' };
    assert.deepEqual(await limitOn('2026-01-22'), cut);
    assert.equal((await shown(api, path)).current.creditLimitAmount, 3000);
    const negative = await api.post(`${path}/credit-limit`, { creditLimitAmount: -1 });
    refused(negative, 400, 'InvalidRequest');
  });

  test('shows what another limit would do, without doing it', async () => {
    const { path } = await aLine(api);
    const preview = await api.made(`${path}/credit-limit`, { creditLimitAmount: 100, previewMode: true });
    assert.equal(preview.current.creditLimitAmount, 100);
    assert.equal((await shown(api, path)).current.creditLimitAmount, 5000);
  });

  test('has draws that are frozen and freed, and is never frozen as a whole', async () => {
    const { path } = await aLine(api);
    await api.made(`${path}/freeze-draws`, {});
    assert.equal((await shown(api, path)).drawsFrozen, true);
    refused(await api.post(`${path}/freeze-draws`, {}), 409, 'NothingToDo');
    await api.made(`${path}/unfreeze-draws`, {});
    assert.equal((await shown(api, path)).drawsFrozen, false);
    refused(await api.post(`${path}/unfreeze-draws`, {}), 409, 'NothingToDo');
    refused(await api.post(`${path}/freeze`, {}), 409, 'NotForLines');
    refused(await api.post(`${path}/unfreeze`, {}), 409, 'NotForLines');
  });

  test('allows this in the statuses in which it has books that run', async () => {
    const acts = ['credit-limit', 'freeze-draws'];
    const bodyOf = (act: string) => (act === 'credit-limit' ? { creditLimitAmount: 100 } : {});
    const draft = (await aLine(api, {}, { activate: false })).path;
    const chargedOff = (await aLine(api)).path;
    await api.made(`${chargedOff}/charge-off`, { chargedOffReason: 'bankruptcy' });
    for (const act of acts) {
      for (const path of [draft, chargedOff])
        refused(await api.post(`${path}/${act}`, bodyOf(act)), 409, 'LoanStatusForbids');
    }
    const accelerated = (await aLine(api)).path;
    await api.made(`${accelerated}/accelerate`, {});
    for (const act of acts) assert.equal((await api.post(`${accelerated}/${act}`, bodyOf(act))).status, 201);
  });

  test('alone has them: an installment loan does not', async () => {
    const { personId } = await aLine(api);
    const { id } = await api.made(`/people/${personId}/loans`, loanBody);
    const loan = `/people/${personId}/loans/${id}`;
    refused(await api.get(`${loan}/credit-limit`), 409, 'OnlyForLines');
    refused(await api.post(`${loan}/credit-limit`, { creditLimitAmount: 5 }), 409, 'OnlyForLines');
    refused(await api.post(`${loan}/freeze-draws`, {}), 409, 'OnlyForLines');
  });
});
