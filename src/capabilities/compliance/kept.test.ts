// A contact keeps what the rules said of it when it was recorded, and the past is judged anew by what is known today.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aCall, aCollectedBorrower } from '../../../tests/support/collected-borrower.ts';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused, refusedAt } from '../../../tests/support/refusals.ts';
import { setClock } from '../../../tests/support/test-clock.ts';

const noon = '2026-09-14T16:00:00Z';

describe('a contact that was made', () => {
  const { aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, noon);
  });

  const verdictOf = async (id: string): Promise<Answer> => api.get(`/interactions/${id}/verdict`);
  const kept = async (id: string) => {
    const { status, body } = await verdictOf(id);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };

  test('keeps its verdict, and asked again by what was known then it is the same', async () => {
    const { path, phoneId: contactId, loanId } = await aCollectedBorrower(api);
    const calls = `${path}/interactions`;
    const first = await api.made(calls, { ...aCall, contactId, status: 'succeeded', conversation: true });
    assert.deepEqual((await kept(first.id)).result, true);
    await setClock(api, '2026-09-15T16:00:00Z');
    const second = await api.made(calls, { ...aCall, contactId, loanId });
    const verdict = await kept(second.id);
    assert.deepEqual([verdict.object, verdict.interactionId, verdict.result], ['interactionVerdict', second.id, false]);
    assert.deepEqual(
      verdict.rules.map(({ ruleId, outcome }: { ruleId: string; outcome: string }) => [ruleId, outcome]),
      [['FED-FREQ-POSTCONV', 'blocks']],
    );
    assert.deepEqual([verdict.at, verdict.knownAt], [second.startedAt, second.recordedAt]);
    await setClock(api, '2026-09-16T16:00:00Z');
    // Nobody had talked after all.
    await api.put(`/interactions/${first.id}`, { status: 'attempted', conversation: false });
    await api.put(`/interactions/${second.id}`, { messageLeft: true });
    assert.deepEqual(await kept(second.id), verdict);
    const asked = {
      channel: 'voice',
      theme: 'opsCollDebt',
      contactId,
      loanId,
      at: verdict.at,
      interactionId: second.id,
    };
    const then = await api.made(`${path}/can-interact`, { ...asked, knownAt: verdict.knownAt });
    assert.deepEqual([then.result, then.nextAllowedAt], [false, verdict.nextAllowedAt]);
    assert.equal((await api.made(`${path}/can-interact`, asked)).result, true);
    await setClock(api, noon);
  });

  test('has one from its beginning on; what is scheduled, inbound or of an old book has none', async () => {
    const { path } = await aCollectedBorrower(api);
    const planned = { ...aCall, status: 'scheduled', connected: null, conversation: null, scheduledAtFrom: noon };
    const { id } = await api.made(`${path}/interactions`, planned);
    refused(await verdictOf(id), 404, 'NotFound', 'interactionId');
    await api.put(`/interactions/${id}`, { status: 'inProgress' });
    assert.equal((await kept(id)).result, true);
    const inbound = await api.made(`${path}/interactions`, { ...aCall, direction: 'inbound' });
    refused(await verdictOf(inbound.id), 404, 'NotFound', 'interactionId');
  });

  test('of the past is tried with the rules of today, and with changed ones', async () => {
    const own = (await aCompanyWithCalls()).test;
    const backtest = async (more: object) => {
      const body = { startDate: '2026-09-14', endDate: '2026-09-16', ...more };
      const { state, result, error } = await own.made('/compliance/backtest?sync=true', body);
      assert.equal(state, 'succeeded', JSON.stringify(error));
      return result;
    };
    const today = await backtest({});
    assert.deepEqual([today.contacts, today.blocked], [3, 1]);
    const [rule] = today.byRule;
    assert.deepEqual([rule.ruleId, rule.blocked, rule.examples.length], ['FED-FREQ-POSTCONV', 1, 1]);
    assert.equal(rule.examples[0].personId, calledId);
    assert.deepEqual(today.byState, [{ state: 'IN', contacts: 3, blocked: 1 }]);
    assert.deepEqual(today.bySubject, [{ subject: 'opsCollDebt', contacts: 3, blocked: 1 }]);
    assert.equal(today.byAgent.length, 1);
    const muted = await backtest({ mute: ['FED-FREQ-POSTCONV'], examples: 0 });
    assert.deepEqual([muted.contacts, muted.blocked], [3, 0]);
    assert.deepEqual((await backtest({ startDate: '2026-09-15', endDate: '2026-09-15' })).contacts, 1);
  });

  test('a backtest is refused by the field that is wrong', async () => {
    const post = (body: object) => api.post('/compliance/backtest', body);
    const span = { startDate: '2026-01-01', endDate: '2026-03-31' };
    refusedAt(await post({ ...span, endDate: '2025-12-31' }), 'endDate');
    refusedAt(await post({ ...span, endDate: '2029-12-31' }), 'endDate');
    refusedAt(await post({ ...span, endDate: '9999-12-31' }), 'endDate');
    refusedAt(await post({ startDate: '0001-01-01', endDate: '0001-02-01' }), 'startDate');
    refusedAt(await post({ startDate: '9999-12-01', endDate: '9999-12-31' }), 'startDate');
    refusedAt(await post({ ...span, mute: ['FED-NO-SUCH-RULE'] }), 'mute[0]');
    refusedAt(await post({ ...span, examples: 21 }), 'examples');
    const { status, body } = await post({ ...span, rules: [{ id: 'OWN-1' }] });
    assert.equal(status, 400);
    assert.match(body.data.path, /^rules\[0\]/);
  });

  let calledId = '';

  /** Three calls: the second is the day after a conversation. */
  async function aCompanyWithCalls() {
    const company = await aCompany();
    const { test: own } = company;
    await setClock(own, noon);
    const one = await aCollectedBorrower(own);
    const other = await aCollectedBorrower(own);
    calledId = one.personId;
    const call = (path: string, more: object) => own.made(`${path}/interactions`, { ...aCall, ...more });
    await call(one.path, { contactId: one.phoneId, status: 'succeeded', conversation: true });
    await call(other.path, { contactId: other.phoneId });
    await setClock(own, '2026-09-15T16:00:00Z');
    await call(one.path, { contactId: one.phoneId });
    await setClock(own, '2026-09-17T16:00:00Z');
    return company;
  }
});
