// What is decided against the borrower of a line is told in a notice of adverse action, where a reason was given
// (12 CFR 1002.9(a)(1)(iii)): draws that are frozen, and a line that is closed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aLine } from '../../../tests/support/begun-line.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { aRoundLoan } from '../../../tests/support/round-loan.ts';
import { setClock } from '../../../tests/support/test-clock.ts';
import { canBeWrittenTo, mailOf, writtenTo } from '../../../tests/support/written-to.ts';

const reason = 'Your income could not be confirmed';

describe('a notice of adverse action', () => {
  const { aCompany } = useHouse();

  async function aReadersLine(api: Client) {
    const path = await aLine(api);
    const personId = path.split('/')[2] as string;
    await canBeWrittenTo(api, personId);
    return { path, personId };
  }

  test('tells why the draws were frozen, whatever sendNotice says, and nothing where no reason was given', async () => {
    const { test: api } = await aCompany();
    await setClock(api, '2026-01-01T17:00:00Z');
    const [told, untold] = [await aReadersLine(api), await aReadersLine(api)];
    await api.made(`${untold.path}/freeze-draws`, {});
    await api.made(`${told.path}/freeze-draws`, { adverseActionReason: reason, sendNotice: false });
    const [notice] = await mailOf(api, told.personId, 'adverseActionNotice');
    assert.ok(notice.content.text.includes(reason), notice.content.text);
    assert.match(notice.content.text, /stopped further purchases and draws/);
    await mailOf(api, untold.personId, 'drawsFrozen');
    assert.deepEqual(await writtenTo(api, untold.personId, 'adverseActionNotice'), []);
    const { items } = (await api.get(`${told.path}/adverse-actions`)).body.data;
    assert.deepEqual(
      items.map(({ decidedAt: _, ...one }: { decidedAt: string }) => one),
      [{ decision: 'drawsFrozen', effectiveDate: '2026-01-01', reason }],
    );
    assert.deepEqual((await api.get(`${untold.path}/adverse-actions`)).body.data.items, []);
  });

  test('is not made of a limit that was raised, whatever was said of it', async () => {
    const { test: api } = await aCompany();
    await setClock(api, '2026-01-01T17:00:00Z');
    const { path } = await aReadersLine(api);
    const { creditLimitAmount } = (await api.get(`${path}/credit-limit`)).body.data;
    const change = (amount: number, said: string) =>
      api.post(`${path}/credit-limit`, { creditLimitAmount: amount, adverseActionReason: said });
    assert.ok((await change(creditLimitAmount + 100, 'You have asked for it')).status < 300);
    assert.equal((await api.get(`${path}/credit-limit`)).body.data.adverseActionReason, 'You have asked for it');
    assert.deepEqual((await api.get(`${path}/adverse-actions`)).body.data.items, []);
    assert.ok((await change(creditLimitAmount, reason)).status < 300);
    const { items } = (await api.get(`${path}/adverse-actions`)).body.data;
    assert.deepEqual(
      items.map(({ decision, reason: told }: Record<string, string>) => [decision, told]),
      [['limitLowered', reason]],
    );
  });

  test('tells why a line was closed; a loan that is no line is closed without a reason', async () => {
    const { test: api } = await aCompany();
    await setClock(api, '2026-01-01T17:00:00Z');
    const { path, personId } = await aReadersLine(api);
    await api.made(`${path}/close`, { closeReason: 'policy 7', adverseActionReason: reason });
    const [notice] = await mailOf(api, personId, 'adverseActionNotice');
    assert.match(notice.content.text, /closed your line of credit/);
    assert.ok(notice.content.text.includes(reason) && !notice.content.text.includes('policy 7'), notice.content.text);
    const loan = await aRoundLoan(api);
    refusedAt(await api.post(`${loan.path}/close`, { adverseActionReason: reason }), 'adverseActionReason');
  });
});
