// The simulator as a provider: our orders in its words, its replies and news in ours.

import { cents } from '@tenor/engine/values/cents.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import type { Chaos } from '@tenor/simulator/chaos.ts';
import type { Reply } from '@tenor/simulator/reply.ts';
import type { Simulator } from '@tenor/simulator/simulator.ts';
import { type Entry, readMail } from '@tenor/simulator/told.ts';
import { reasonOf } from '../../order/failure-reasons.ts';
import type { Order } from '../../order/order.ts';
import {
  type Answer,
  type Can,
  type Delivery,
  type Found,
  type Particulars,
  type Provider,
  type ProviderKind,
  type ProviderReport,
  reportKinds,
} from '../provider.ts';
import { lineTo, secretFor } from './line.ts';

const findLagSeconds = 600;

const can: Can = {
  rails: ['ach', 'card', 'instant'],
  deeds: ['debit', 'credit', 'refund', 'void', 'reversal', 'verify'],
  keyLifetimeSeconds: 30 * 86_400,
  findByKey: true,
  findLagSeconds,
  absenceIsFinal: true,
  poll: true,
  voidUntil: 'settled',
  isSameDay: true,
  amountMax: null,
  cutOff: '16:00',
  zone: 'America/New_York',
  isHere: true,
};

export const simulated: ProviderKind = {
  name: 'simulator',
  modes: ['test'],
  can: () => can,
  bind({ mode, companyId }, settings, _secrets, services) {
    if (mode !== 'test') throw new Error('The simulator moves no money of live mode.');
    const { chaos } = settings as { readonly chaos?: Chaos };
    const secret = secretFor(services, companyId);
    const line = lineTo(services, companyId, { carrierId: services.carrierId, chaos });
    return providerOf(line, (delivery) => readMail(secret, delivery));
  },
};

function providerOf(line: Simulator, open: (delivery: Delivery) => readonly Entry[] | undefined): Provider {
  const sendMany = async (orders: readonly Order[], now: Instant): Promise<Answer[]> => {
    try {
      return (await line.submit(orders.map(inItsWords), now)).map(answerOf);
    } catch (error) {
      // Whether it was stored is not known: it is asked for, as of any provider.
      const why = `the simulator could not be reached: ${error instanceof Error ? error.message : 'for no reason'}`;
      return orders.map(() => ({ is: 'unknown', why }));
    }
  };
  return {
    can,
    sendMany,
    send: async (order, now) => (await sendMany([order], now))[0] as Answer,
    async find(key, now): Promise<Found> {
      const reply = await line.find(key, now);
      return reply.status === 404 ? { is: 'absent', completeUpTo: addSeconds(now, -findLagSeconds) } : answerOf(reply);
    },
    read: (delivery) => open(delivery)?.map(toldBy),
    async poll(since, now) {
      const { entries, next } = await line.list(Number(since ?? 0), now);
      return { told: entries.map(toldBy), next: String(next) };
    },
  };
}

/** The same order gives the same body: it stands under its key for ever. */
function inItsWords({ key, deed, rail, amount, handle, entryDate, isSameDay, entry, of }: Order): string {
  const instrument =
    handle.kind === 'card'
      ? { token: handle.token, holder: handle.holderName ?? '' }
      : {
          routing: handle.routingNumber,
          account: handle.accountNumber,
          savings: handle.accountType === 'savings',
          holder: handle.holderName,
        };
  const common = { key, deed, rail, cents: amount, of, description: entry.description, reference: entry.id };
  return JSON.stringify({ ...common, ...instrument, settleOn: entryDate, sameDay: isSameDay, sec: entry.sec });
}

function answerOf(reply: Reply): Answer {
  switch (reply.status) {
    case 202:
      return { is: 'accepted', id: reply.id, settlesOn: reply.settlesOn, particulars: particularsOf(reply) };
    case 200:
      return { is: 'final', id: reply.id, settledOn: reply.settledOn };
    case 402:
    case 409:
    case 422:
      return { is: 'refused', reason: reasonFor(reply), code: reply.code, particulars: saying(reply.says) };
    case 503:
      return { is: 'unknown', why: 'the simulator is down (503)' };
    case 404:
      return { is: 'unknown', why: 'the simulator does not know it (404)' };
    case 0:
      return { is: 'unknown', why: `the line to the simulator: ${reply.why}` };
  }
}

const particularsOf = ({ avs, merchant, fee }: Extract<Reply, { readonly status: 202 }>): Particulars => ({
  ...(avs && { avsResult: avs }),
  ...(merchant && { merchantId: merchant }),
  ...(fee && { processingFee: { amount: cents(fee.cents), type: fee.type } }),
});

const saying = (text: string | null | undefined): Particulars => (text ? { failureDetails: text } : {});

/** Its refusals have codes of the networks, R04 and 51; what it cannot do has codes of its own. */
function reasonFor({ code }: { readonly code: string }): string {
  const known = reasonOf(/^R\d\d$/.test(code) ? 'ach' : 'card', code);
  return known === 'other' && !/^\d\d$/.test(code) ? 'dataError' : known;
}

function toldBy(entry: Entry): ProviderReport {
  const what = reportKinds.find((one) => one === entry.what);
  if (what === undefined) throw new Error(`The simulator tells of something that is called ${entry.what}.`);
  const { event, key, id, at, code, on, respondBy, caseNumber, corrected, payout, says } = entry;
  const particulars = { ...(payout && { reconciliationId: payout }), ...saying(says) };
  const more = { on, respondBy, caseNumber, corrected, particulars };
  return { eventId: event, key, id, at: at as Instant, amount: cents(entry.cents), what, code, ...more };
}
