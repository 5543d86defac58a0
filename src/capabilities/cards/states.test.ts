// Every pair of a card's status, or of its fulfillment's, and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { aLine } from '../../../tests/support/a-line.ts';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { walkStates } from '../../../tests/support/walk-states.ts';
import { cardStates, fulfillmentStates } from './states.ts';

describe('a card', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  let cards: string;
  before(async () => {
    api = (await aCompany()).test;
    cards = (await aLine(api)).cards;
  });

  const made = async (details: object) =>
    `${cards}/${(await api.made(cards, { cardDetails: { cardNumberLastFour: '4242', ...details } })).id}`;
  const put = (cardDetails: object) => (path: string) => api.put(path, { cardDetails });
  const shown = async (path: string, field: string) => (await api.get(path)).body.data.cardDetails[field];
  const refusedAt = ({ status, body }: Answer, path: string, message: string) => {
    assert.deepEqual([status, body.errorType, body.data.path], [400, 'InvalidRequest', `cardDetails.${path}`]);
    assert.equal(body.message, `cardDetails.${path}: cannot ${message}`);
  };

  describe('by its status', () => {
    const status = (one: string) => put({ status: one });
    walkStates<string>({
      table: cardStates,
      elsewhere: { erase: 'erase-cards.test.ts' },
      async make(state) {
        if (state !== 'terminated') return made({ status: state });
        const path = await made({});
        assert.equal((await status('terminated')(path)).status, 200);
        return path;
      },
      read: (path) => shown(path, 'status'),
      ask: {
        issue: status('unactivated'),
        activate: status('active'),
        suspend: status('suspended'),
        terminate: status('terminated'),
      },
      // One that is sent as it is stays so.
      staysAsAsked: { issue: 'unactivated', activate: 'active', suspend: 'suspended', terminate: 'terminated' },
      refused(answer, { state, verb }) {
        refusedAt(answer, 'status', `${cardStates.verbs[verb as 'issue']}: it is ${state}`);
      },
    });
  });

  describe('by its fulfillment', () => {
    const status = (one: string) => put({ fulfillmentStatus: one });
    const ways: Readonly<Record<string, readonly string[]>> = { rejected: ['ordered'], reordered: ['shipped'] };
    walkStates<string>({
      table: fulfillmentStates,
      elsewhere: { erase: 'erase-cards.test.ts' },
      async make(state) {
        const [first = state, ...more] = [...(ways[state] ?? []), state];
        const path = await made({ fulfillmentStatus: first });
        for (const next of more) assert.equal((await status(next)(path)).status, 200);
        return path;
      },
      read: (path) => shown(path, 'fulfillmentStatus'),
      ask: {
        order: status('ordered'),
        ship: status('shipped'),
        deliver: status('delivered'),
        reject: status('rejected'),
        reorder: status('reordered'),
      },
      staysAsAsked: {
        order: 'ordered',
        ship: 'shipped',
        deliver: 'delivered',
        reject: 'rejected',
        reorder: 'reordered',
      },
      refused(answer, { state, verb }) {
        refusedAt(answer, 'fulfillmentStatus', `${fulfillmentStates.verbs[verb as 'ship']}: it is ${state}`);
      },
    });
  });
});
