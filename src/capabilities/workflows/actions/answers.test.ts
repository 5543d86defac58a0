// Every answer to an item that has asked a receiver of webhooks which is refused: of somebody else, of another asking, once
// too often, too late, and too large.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Client, useHouse } from '../../../../tests/support/house.ts';
import { refused, refusedAt } from '../../../../tests/support/refusals.ts';
import type { Shown } from '../../../../tests/support/told.ts';
import { aWorkflow, aWorkflowType, itemNamed, pathOfItem } from '../../../../tests/support/workflow.ts';

const points = { fieldName: 'points', dataType: 'number', required: true };
const model = { fieldName: 'model', dataType: 'string' };
const webhook = { name: 'fraudScore', answer: [points, model] };
const score = {
  key: 'score',
  kind: 'automatic',
  automatic: { action: 'webhook', webhook },
  due: { count: 2, unit: 'calendarDays' },
  whenLate: { do: 'goOn' },
};
const good = { answer: { points: 12, model: 'seven' } };

describe('an answer to a workitem is refused', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let type: Shown;
  before(async () => {
    api = (await aCompany()).test;
    type = await aWorkflowType(api, [{ items: [score] }]);
  });
  /** An item that waits for an answer. */
  async function anAsking() {
    const workflow = await aWorkflow(api, type);
    const item = () => itemNamed(api, workflow, 'score');
    await eventually('it is asked', async () => (await item()).status === 'waiting');
    const { id, madeId: asking } = await item();
    const itemPath = pathOfItem({ id });
    const path = `${itemPath}/answer`;
    const answer = (body: object, headers: Record<string, string> = {}) => api.post(path, body, headers);
    return { item, asking, itemPath, path, answer };
  }

  test('where nobody says who gives it, or somebody who may not', async () => {
    const { path, item } = await anAsking();
    const permissions = ['workflow.workitem:read', 'workflow.workitem:complete'];
    const { key } = await api.made('/keys', { name: 'another program', permissions });
    const answerBy = async (by: string | undefined): Promise<string> =>
      (await house().call(by, 'POST', path, { body: good })).body.errorType;
    assert.deepEqual(
      [await answerBy(undefined), await answerBy(`${api.key}x`), await answerBy(key)],
      ['Unauthorized', 'Unauthorized', 'Forbidden'],
    );
    const { test: other } = await aCompany();
    refused(await other.post(path, good), 404, 'NotFound', 'workitemId');
    assert.equal((await item()).status, 'waiting');
  });

  test('where it is to the asking of another workflow, or to an earlier one', async () => {
    const [one, other] = [await anAsking(), await anAsking()];
    refused(await one.answer({ ...good, asking: other.asking }), 409, 'WorkitemNotOpen', 'asking');
    assert.equal((await one.answer({ outcome: 'failed' })).status, 200);
    refused(await one.answer({ ...good, asking: one.asking }), 409, 'WorkitemNotOpen', 'workitemId');
    assert.equal((await api.post(`${one.itemPath}/retry`, {})).status, 200);
    await eventually('it is asked once more', async () => (await one.item()).status === 'waiting');
    refused(await one.answer({ ...good, asking: one.asking }), 409, 'WorkitemNotOpen', 'asking');
    const again = await one.item();
    assert.equal((await one.answer({ ...good, asking: again.madeId })).status, 200);
    assert.equal((await other.item()).status, 'waiting');
  });

  test('once it was given: sent once more with its key it says the same, and without one it is refused', async () => {
    const { answer, item, asking } = await anAsking();
    const key = { 'idempotency-key': `answer ${asking}` };
    const first = await answer({ ...good, asking }, key);
    assert.equal(first.body.data.outcome, 'completed', JSON.stringify(first.body));
    assert.deepEqual((await answer({ ...good, asking }, key)).body, first.body);
    const another = { answer: { points: 99 }, asking };
    refused(await answer(another), 409, 'WorkitemEnded', 'workitemId');
    assert.equal((await answer(another, key)).body.errorType, 'IdempotencyKeyReused');
    assert.deepEqual((await item()).done.form, good.answer);
  });

  test('where it is late: somebody has skipped the item, or the workflow has ended', async () => {
    const skipped = await anAsking();
    assert.equal((await api.post(`${skipped.itemPath}/skip`, { reason: 'It takes too long.' })).status, 200);
    refused(await skipped.answer(good), 409, 'WorkitemEnded', 'workitemId');
    const canceled = await anAsking();
    const { workflowId } = await canceled.item();
    assert.equal((await api.post(`/workflows/${workflowId}/cancel`, { reason: 'A mistake.' })).status, 200);
    refused(await canceled.answer(good), 409, 'WorkitemEnded', 'workitemId');
    const states = [await skipped.item(), await canceled.item()].map(({ status, done }) => [
      status,
      done?.form ?? null,
    ]);
    assert.deepEqual(states, [
      ['skipped', null],
      ['canceled', null],
    ]);
  });

  test('where it is too large, or has what nobody asks for', async () => {
    const { answer, item } = await anAsking();
    const long = (length: number) => ({ points: 1, model: 'x'.repeat(length) });
    refusedAt(await answer({ answer: long(20_000) }), 'answer.model', 'InvalidMetaData');
    assert.equal((await answer({ answer: long(2_000_000) })).body.errorType, 'BodyTooLarge');
    refusedAt(await answer({ answer: { ...good.answer, other: 1 } }), 'answer.other');
    refusedAt(await answer({}), 'answer.points');
    refusedAt(await answer({ answer: null }), 'answer.points');
    assert.equal((await item()).status, 'waiting');
  });
});
