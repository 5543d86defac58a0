// Every pair of a draw's status and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { aDraw, aLine, shown } from '../../../../../tests/support/begun-line.ts';
import { type Answer, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { drawStates } from './states.ts';

interface Draw {
  readonly path: string;
  readonly line: string;
}

describe('a draw', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await api.made('/test-clock', { now: '2026-01-20T15:00:00Z' });
  });

  const post =
    (verb: string, body: object = {}) =>
    ({ path }: Draw) =>
      api.post(`${path}/${verb}`, body);
  const ofLine =
    (verb: string, body: object = {}) =>
    ({ line }: Draw) =>
      api.post(`${line}/${verb}`, body);
  const put =
    (body: object, below = '') =>
    ({ path }: Draw) =>
      api.put(`${path}${below}`, body);

  const ways: Record<string, readonly ((draw: Draw) => Promise<Answer>)[]> = {
    active: [post('activate')],
    accelerated: [post('activate'), ofLine('accelerate')],
    chargedOff: [post('activate'), ofLine('charge-off', { chargedOffReason: 'bankruptcy' })],
    paidOff: [post('activate'), post('close')],
    canceled: [post('cancel')],
  };

  async function make(state: string): Promise<Draw> {
    const status = state in ways ? 'originated' : state;
    const line = await aLine(api);
    const path = await aDraw(api, line, { status }, { activate: false });
    // Another draw owes something, so that the line is not paid off before it is called in.
    if (state !== 'paidOff') await aDraw(api, line, { atOrigination: { fees: { drawFeeAmount: 20 } } });
    for (const step of ways[state] ?? []) {
      const answer = await step({ path, line });
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
    }
    return { path, line };
  }

  walkStates<Draw>({
    table: drawStates,
    later: { reopen: 'NothingToDo', amortize: 'NothingToDo' },
    elsewhere: {},
    make,
    read: async ({ path }) => (await shown(api, path)).status,
    ask: {
      draft: put({ status: 'pending' }),
      originate: put({ status: 'originated' }),
      decline: put({ status: 'declined' }),
      changeAgreement: put({ atOrigination: { creditLimitAmount: 10 } }),
      changeReason: put({ declineReason: { mainText: 'Too much is owed elsewhere' } }),
      activate: post('activate'),
      cancel: post('cancel'),
      close: post('close'),
      reopen: post('reopen'),
      changeLimit: post('credit-limit', { creditLimitAmount: 100 }),
      changeTerms: post('min-payment-calculation', { minAmount: 5 }),
      changeDrawFee: put({ feeAmount: 10 }, '/fees/draw'),
      amortize: post('amortize', { duration: 3 }),
    },
    staysAsAsked: { originate: 'originated', draft: 'pending', decline: 'declined' },
    refused(answer, { state, allowed, step }) {
      if (step?.rule.refuse === undefined) {
        assert.deepEqual(
          [answer.status, answer.body.errorType],
          [409, 'DrawStatusForbids'],
          JSON.stringify(answer.body),
        );
        assert.deepEqual(answer.body.data, { status: state, allowed });
        return;
      }
      const isRepeated = answer.body.errorType === 'DrawAlreadyActive';
      assert.deepEqual(
        [answer.status, answer.body.errorType],
        isRepeated ? [400, 'DrawAlreadyActive'] : [409, 'DrawIsPaidOff'],
      );
    },
  });
});
