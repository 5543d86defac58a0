// The tools of an agent in the random life of a loan, each previewed first: payments made easier, settlements, promises,
// payoff quotes, caps of interest, fees by hand, refunds, advances, agencies. Which may follow which, docs/tools.md says.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Shown } from '../begun-loan.ts';
import { eventually } from '../eventually.ts';
import type { Client } from '../house.ts';
import { amount, dayBefore, daysBack, listOf, type NamedAct, named, pick, picked, type Subject } from './act.ts';
import { previewed } from './previewed.ts';

const tool = (below: string, body: object, method: 'POST' | 'PUT' = 'POST'): NamedAct =>
  named(`${below} ${JSON.stringify(body)}`, (life) => previewed(life, method, below, body));

/** What is done with one of a list, if there is one. */
const withOne = (list: string, verb: string, body: object = {}, method: 'POST' | 'PUT' = 'POST') =>
  pick.map((which) =>
    named(`${verb} ${which} of ${list} ${JSON.stringify(body)}`, async (life) => {
      const one = picked(await listOf(life, list), which);
      return one && previewed(life, method, `${list}/${one.id}${verb}`, body);
    }),
  );

const easier: fc.Arbitrary<NamedAct> = fc.oneof(
  fc
    .record({ count: fc.integer({ min: 1, max: 3 }), deferTo: fc.constantFrom('end', 'lastPayment') })
    .map(({ count, deferTo }) =>
      named(`defer ${count} to ${deferTo}`, async (life, { date }) => {
        const { expectedPayments = [] } = (await life.api.get(`${life.path}/expected-payments`)).body.data;
        const ahead = expectedPayments.filter((one: Shown) => one.date > date && !one.isDeferred).slice(0, -1);
        const dueDates = ahead.slice(0, count).map((one: Shown) => one.date);
        return previewed(life, 'POST', 'defer', { dueDates, deferTo });
      }),
    ),
  fc
    .record({ day: fc.integer({ min: 1, max: 31 }), reamortize: fc.boolean() })
    .map(({ day, reamortize }) => tool('change-due-dates', { specificDays: [day], reamortize })),
  fc
    .record({ amount, numberOfPeriods: fc.integer({ min: 1, max: 4 }), isExtendLoanDuration: fc.boolean() })
    .map((body) => tool('custom-payment-plans', body)),
  fc.constant(tool('re-age', {})),
  withOne('hardships', '/cancel'),
  withOne('custom-payment-plans', '/cancel'),
);

const agreed: fc.Arbitrary<NamedAct> = fc.oneof(
  fc
    .record({
      sum: amount,
      days: fc.integer({ min: 0, max: 60 }),
      parts: fc.integer({ min: 1, max: 3 }),
      isAccepted: fc.boolean(),
    })
    .map(({ sum, days, parts, isAccepted }) =>
      named(`settle for ${parts} parts of ${sum}`, async (life, { date }) => {
        const part = (n: number) => ({ dueDate: dayBefore(date, -days - n), amount: sum });
        const schedule = Array.from({ length: parts }, (_, n) => part(n));
        const offered = await previewed(life, 'POST', 'settlements', { schedule });
        const isOffered = offered.status === 201 && isAccepted;
        return isOffered ? previewed(life, 'POST', `settlements/${offered.body.data.id}/accept`) : offered;
      }),
    ),
  withOne('settlements', '/accept'),
  withOne('settlements', '/cancel'),
  fc
    .record({
      amount,
      frequency: fc.constantFrom('weekly', 'monthly'),
      duration: fc.integer({ min: 1, max: 4 }),
      graceDays: fc.constantFrom(0, 3),
    })
    .map((body) => tool('promise-to-pay-plans', body)),
  withOne('promise-to-pay-plans', '/cancel'),
);

const quoted: fc.Arbitrary<NamedAct> = fc.oneof(
  fc
    .integer({ min: 0, max: 60 })
    .map((days) =>
      named(`quote in ${days} days`, (life, { date }) =>
        previewed(life, 'POST', 'payoff-quotes', { goodThroughDate: dayBefore(date, -days) }),
      ),
    ),
  pick.map((which) => named(`pay quote ${which}`, (life) => payQuote(life, which))),
);

/** A quote that holds is paid and pays the loan off; of one that does not the payment is refused. */
async function payQuote(life: Subject, which: number) {
  const quote = picked(await listOf(life, 'payoff-quotes'), which);
  if (quote === undefined) return undefined;
  const answer = await life.api.post(`${life.path}/transactions`, {
    type: 'oneTime',
    isExternal: true,
    status: 'succeeded',
    amount: quote.payoffAmount,
    payoffQuoteId: quote.id,
  });
  if (answer.body.errorType === 'LoanStatusForbids') return answer;
  assert.equal(answer.status < 300, quote.holds, JSON.stringify([quote, answer.body]));
  if (!quote.holds) return answer;
  const { outstandingBalances, chargedOffBalances } = await life.read('/balances');
  assert.equal(outstandingBalances.outstandingTotalAmount, 0, JSON.stringify(quote));
  assert.equal(chargedOffBalances.chargedOffTotalAmount, 0, JSON.stringify(quote));
  return answer;
}

const bounded: fc.Arbitrary<NamedAct> = fc.oneof(
  fc
    .record({ rate: fc.integer({ min: 0, max: 600 }), back: daysBack, days: fc.option(fc.nat(90)) })
    .map(({ rate, back, days }) =>
      named(`cap ${rate} from ${back} days back, for ${days}`, async (life, { date, api }) => {
        const services = `/people/${life.personId}/military-services`;
        const there = (await api.get(services)).body.data[0];
        const began = dayBefore(date, back);
        const service = there ?? (await api.made(services, { startDate: began < '2026-01-21' ? '2026-01-21' : began }));
        return previewed(life, 'POST', 'scra-caps', {
          militaryServiceId: service.id,
          noticeReceivedDate: date,
          annualRate: rate / 10_000,
          ...(days === null ? {} : { endDate: dayBefore(service.startDate, -days) }),
        });
      }),
    ),
  withOne('scra-caps', '', { annualRate: 0.03 }, 'PUT'),
  withOne('scra-caps', '', { endDate: '2026-05-03' }, 'PUT'),
  withOne('scra-caps', '/cancel'),
  fc.record({ back: fc.integer({ min: -40, max: 100 }), days: fc.nat(120) }).map(({ back, days }) =>
    named(`no late fees from ${back} days back, for ${days}`, (life, { date }) => {
      const startDate = dayBefore(date, back);
      return previewed(life, 'POST', 'late-fee-suspensions', { startDate, endDate: dayBefore(startDate, -days) });
    }),
  ),
  withOne('late-fee-suspensions', '', { endDate: '2026-05-03' }, 'PUT'),
  withOne('late-fee-suspensions', '/cancel'),
);

const charged: fc.Arbitrary<NamedAct> = fc.oneof(
  fc.record({ sum: amount, back: daysBack, hour: fc.nat(23) }).map(({ sum, back, hour }) =>
    named(`fee ${sum} ${back} days back`, (life, { date }) =>
      previewed(life, 'POST', 'fees', {
        apiName: 'lateFee',
        amount: sum,
        ...(back > 100 ? {} : { chargeDate: dayBefore(date, back), chargeTimeOfDay: { hour } }),
      }),
    ),
  ),
  amount.chain((feeAmount) => withOne('fees', '', { feeAmount }, 'PUT')),
  fc.integer({ min: 0, max: 9_000 }).map((cents) => tool('fees/origination', { feeAmount: cents / 100 }, 'PUT')),
  fc.constant(tool('cancel-fees', { apiName: 'lateFee' })),
);

/** Two fees by a list of loans: what its preview sums up is what comes. */
const byList: fc.Arbitrary<NamedAct> = fc.tuple(amount, amount).map((amounts) =>
  named(`list of fees ${amounts}`, async (life) => {
    const line = { personId: life.personId, loanId: life.id, apiName: 'lateFee' };
    const lines = amounts.map((one, n) => ({ ...line, amount: one, externalId: `${life.id}-${++drawn}-${n}` }));
    const preview = await listed(life, 'fees?previewMode=true', lines);
    const done = await listed(life, 'fees', lines);
    assert.deepEqual(preview, done);
    return undefined;
  }),
);
let drawn = 0;

async function listed({ api }: Subject, path: string, lines: readonly object[]): Promise<Shown> {
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const headers = { 'content-type': 'application/x-ndjson' };
  const { data } = (await api.call('POST', `/loans/bulk/${path}`, { body, headers })).body;
  return eventually('the list is done', async () => {
    const { state, result } = (await api.get(`/operations/${data.id}`)).body.data;
    return state === 'succeeded' && result;
  });
}

const atFaultParty = fc.constantFrom('loanOwner', 'loanServicer', 'merchant', 'borrower', 'other');

const lent: fc.Arbitrary<NamedAct> = fc.oneof(
  fc
    .record({ refundAmount: amount, atFaultParty, version: fc.constantFrom('refunds', 'refunds-v2') })
    .map(({ version, ...body }) => tool(version, body)),
  fc
    .record({ refundAmount: amount, atFaultParty, back: daysBack, reamortize: fc.boolean() })
    .map(({ back, ...body }) =>
      named(`refund ${JSON.stringify(body)} ${back} days back`, (life, { date }) =>
        previewed(life, 'POST', 'refunds-v2', { ...body, refundDate: dayBefore(date, back) }),
      ),
    ),
  withOne('refunds', '/cancel'),
  fc
    .record({ sum: amount, shift: fc.integer({ min: -60, max: 40 }), status: fc.constantFrom('scheduled', 'settled') })
    .map(({ sum, shift, status }) =>
      named(`advance ${sum} ${status} in ${shift}`, (life, { date }) =>
        previewed(life, 'POST', 'advances', {
          amount: sum,
          status,
          advanceDate: dayBefore(date, status === 'settled' ? Math.abs(shift) : -Math.abs(shift)),
        }),
      ),
    ),
  fc.constantFrom('pending', 'settled', 'canceled').chain((status) => withOne('advances', '', { status }, 'PUT')),
  amount.chain((sum) => withOne('advances', '', { amount: sum }, 'PUT')),
);

/** Whom loans are given to. */
export async function twoAgencies(api: Client): Promise<void> {
  for (const n of [1, 2]) {
    const agency = { legalName: `Agency ${n}`, externalId: `agency-${n}` };
    await api.made('/companies/current/collection-agencies', agency);
  }
}

const serviced: fc.Arbitrary<NamedAct> = fc.oneof(
  fc
    .constantFrom('ext-agency-1', 'ext-agency-2')
    .map((collectionAgencyId) => tool('collection-agency', { collectionAgencyId })),
  fc.constant(named('take it back', ({ api, path }) => api.delete(`${path}/collection-agency`))),
);

export const someTool: fc.Arbitrary<NamedAct> = fc.oneof(
  ...[easier, agreed, quoted, bounded, charged, lent].map((arbitrary) => ({ weight: 6, arbitrary })),
  { weight: 3, arbitrary: serviced },
  { weight: 1, arbitrary: byList },
);
