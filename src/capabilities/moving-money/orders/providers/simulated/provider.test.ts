// The simulator keeps the contract of every provider, and does what its catalogue says.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { cents } from '@tenor/engine/values/cents.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import type { Realm } from '#platform/db/realm.ts';
import { useHouse } from '../../../../../../tests/support/house.ts';
import {
  anOrder,
  everythingTold,
  type OtherSide,
  providerContract,
} from '../../../../../../tests/support/provider-contract.ts';
import type { BankAccount, Card, Order } from '../../order/order.ts';
import type { Provider, ProviderReport } from '../provider.ts';
import { lineTo } from './line.ts';
import { simulated } from './provider.ts';

/** A Thursday at noon in New York: the next banking day is Friday. */
const now = '2027-05-13T16:00:00.000000+00:00' as Instant;
const later = '2028-05-13T16:00:00.000000+00:00' as Instant;
const friday = '2027-05-14';

let drawn = 0;
const account = (start: string): BankAccount => {
  drawn += 1;
  return {
    kind: 'bankAccount',
    routingNumber: '110000013',
    accountNumber: start + String(drawn).padStart(12 - start.length, '0'),
    accountType: 'checking',
    holderName: 'Ada Lovelace',
    holderType: 'personal',
  };
};
const card = (code: string): Card => ({
  kind: 'card',
  token: `sim_card_${code}_${randomBytes(4).toString('hex')}`,
  cardType: 'debit',
  holderName: 'Ada Lovelace',
});

describe('the simulator as a provider', () => {
  const { house, aCompany } = useHouse({ works: false });
  let realm: Realm;
  let provider: Provider;
  const bound = (settings = {}): Provider =>
    simulated.bind(realm, settings, [], { ...house().service, carrierId: 'simulator', devHosts: new Set() });
  const reported = async (at: Instant = later) => lineTo(house().service, realm.companyId).report(at);
  const lineNow = () => lineTo(house().service, realm.companyId);

  before(async () => {
    realm = (await aCompany()).test.realm;
    provider = bound();
  });

  const side = (): OtherSide => ({
    provider,
    now,
    later,
    entryDate: friday,
    good: account('90'),
    silent: account('9201'),
    deaf: account('9202'),
    refused: account('9214'),
    impossible: { rail: 'instant', deed: 'debit' },
    async accepted(key) {
      return (await reported()).charges.filter((one) => one.key === key && one.outcome === 'accepted').length;
    },
  });
  providerContract('the simulator', side);

  const told = async (order: Order, until: Instant = later): Promise<ProviderReport[]> =>
    (await everythingTold(provider, until)).filter(({ key }) => key === order.key);
  /** What happened, in words: `settled 2027-05-14 06:10`. */
  const story = (all: readonly ProviderReport[]): string[] =>
    all.map(({ what, code, at }) => [what, code, at.slice(0, 16).replace('T', ' ')].filter(Boolean).join(' '));
  const life = async (handle: BankAccount | Card, overrides: Partial<Order> = {}): Promise<string[]> => {
    const order = anOrder(handle, { entryDate: handle.kind === 'card' ? null : friday, ...overrides });
    const answer = await provider.send(order, now);
    return [
      answer.is === 'refused' ? `refused ${answer.reason} ${answer.code}` : answer.is,
      ...story(await told(order)),
    ];
  };
  const good = ['accepted', 'settled 2027-05-14 10:10', 'confirmed 2027-05-18 21:00'];

  test('settles on the day of the entry, at 06:10 in New York, and confirms at the end of the second banking day', async () => {
    assert.deepEqual(await life(account('90')), good);
    assert.deepEqual(await life({ ...account('90'), accountNumber: '4711' }), good);
  });

  test('of winter it is 06:10 too, and a holiday is no banking day', async () => {
    // Friday 2028-01-14, after the cut-off: it leaves on Tuesday, because Monday is a holiday.
    const order = anOrder(account('90'), { entryDate: '2028-01-18' });
    const answer = await provider.send(order, '2028-01-14T21:30:00.000000+00:00' as Instant);
    assert.deepEqual(answer.is === 'accepted' && answer.settlesOn, '2028-01-19');
    const settled = (await told(order)).find(({ what }) => what === 'settled');
    assert.equal(settled?.at, '2028-01-19T11:10:00.000000+00:00');
  });

  test('on the same day where it is asked for in time and not too much', async () => {
    const asked = { isSameDay: true, entryDate: '2027-05-13' };
    assert.deepEqual((await life(account('90'), asked)).slice(0, 2), ['accepted', 'settled 2027-05-13 22:00']);
    const much = { ...asked, amount: cents(100_000_001) };
    assert.deepEqual((await life(account('90'), much)).slice(0, 2), ['accepted', 'settled 2027-05-14 10:10']);
    const late = anOrder(account('90'), asked);
    const answer = await provider.send(late, '2027-05-13T19:00:00.000000+00:00' as Instant);
    assert.equal(answer.is === 'accepted' && answer.settlesOn, friday);
  });

  test('returns what the number says: up to ten banking days, then days of the calendar', async () => {
    assert.deepEqual(await life(account('9101002')), [
      'accepted',
      'settled 2027-05-14 10:10',
      'returned R01 2027-05-18 10:10',
    ]);
    assert.deepEqual((await life(account('9110040'))).at(-1), 'returned R10 2027-06-23 10:10');
    assert.deepEqual(await life(account('9103000')), [
      'accepted',
      'settled 2027-05-14 10:10',
      'returned R03 2027-05-14 10:10',
    ]);
    // 60 days from Friday 05-14 are Tuesday 07-13.
    assert.deepEqual((await life(account('9129060'))).at(-1), 'returned R29 2027-07-13 10:10');
  });

  test('tells a change with the corrected number', async () => {
    const handle = { ...account('9301'), accountNumber: '930100000058' };
    const order = anOrder(handle, { entryDate: friday });
    await provider.send(order, now);
    const change = (await told(order)).find(({ what }) => what === 'corrected');
    assert.deepEqual([change?.code, change?.corrected, change?.at.slice(0, 10)], ['C01', '930100000064', '2027-05-18']);
    const { pools } = house().service.database;
    const { rows } = await pools.test.query('select * from simulated_notices');
    assert.ok(!JSON.stringify(rows).includes('930100000064'), 'it is stored nowhere in the clear');
    const charges = await pools.test.query('select * from simulated_charges');
    assert.ok(!JSON.stringify(charges.rows).includes('930100000058'));
  });

  test('found late: absent for ten minutes', async () => {
    const order = anOrder(account('9203'), { entryDate: friday });
    assert.equal((await provider.send(order, now)).is, 'unknown');
    assert.equal((await provider.find(order.key, addSeconds(now, 599))).is, 'absent');
    assert.equal((await provider.find(order.key, addSeconds(now, 600))).is, 'accepted');
  });

  test('down for two hours, under one key', async () => {
    const order = anOrder(account('9213'), { entryDate: friday });
    assert.equal((await provider.send(order, now)).is, 'unknown');
    assert.equal((await provider.send(order, addSeconds(now, 7_199))).is, 'unknown');
    assert.equal((await provider.find(order.key, addSeconds(now, 7_199))).is, 'absent');
    assert.equal((await provider.send(order, addSeconds(now, 7_200))).is, 'accepted');
  });

  test('no funds, then good: a retry names what it repeats', async () => {
    for (const [start, failures] of [
      ['9209', 1],
      ['9210', 2],
    ] as const) {
      const handle = account(start);
      let of: string | null = null;
      for (let round = 0; round <= failures; round++) {
        const order = anOrder(handle, { entryDate: friday, of });
        const answer = await provider.send(order, now);
        of = answer.is === 'accepted' ? answer.id : null;
        const last = (await told(order)).at(-1);
        assert.deepEqual([last?.what, last?.code], round < failures ? ['returned', 'R01'] : ['confirmed', null]);
      }
    }
  });

  test('the errors of others: returned twice, a cent too few, dishonored', async () => {
    assert.deepEqual((await life(account('9211'))).slice(2), [
      'returned R01 2027-05-18 10:10',
      'returned R01 2027-05-19 10:10',
    ]);
    const order = anOrder(account('9212'), { entryDate: friday });
    await provider.send(order, now);
    assert.equal((await told(order))[0]?.amount, 9_999);
    assert.deepEqual((await life(account('9215'))).slice(2), [
      'returned R01 2027-05-18 10:10',
      'disputeWon R61 2027-05-24 10:10',
    ]);
  });

  test('cards: approved, declined, expired and updated, disputed', async () => {
    assert.deepEqual(await life(card('ok')), ['accepted', 'settled 2027-05-14 10:10']);
    assert.deepEqual(await life(card('51')), ['refused funds 51']);
    assert.deepEqual(await life(card('05')), ['refused soft 05']);
    assert.deepEqual(await life(card('41')), ['refused never 41']);
    assert.deepEqual(await life(card('94')), ['accepted', 'refused 96 2027-05-14 10:10']);
    assert.deepEqual(await life(card('90')), [
      'accepted',
      'settled 2027-05-14 10:10',
      'disputed 10.4 2027-06-02 10:10',
      'disputeLost 10.4 2027-07-17 10:10',
    ]);
    assert.deepEqual((await life(card('92'))).at(-1), 'disputeWon 13.2 2027-07-17 10:10');
    assert.deepEqual(await life({ ...card('ok'), token: 'tok_of_another' }), ['refused never 14']);
  });

  test('a card that has expired is updated the next morning; another one is not', async () => {
    const handle = card('54');
    assert.deepEqual(await life(handle), ['refused update 54', 'corrected updated 2027-05-14 10:10']);
    const tomorrow = '2027-05-14T10:10:00.000000+00:00' as Instant;
    assert.equal((await provider.send(anOrder(handle), tomorrow)).is, 'accepted');
    assert.equal((await provider.send(anOrder(card('54')), tomorrow)).is, 'refused');
  });

  test('a technical refusal comes twice', async () => {
    const handle = card('91');
    const answers = [];
    for (let i = 0; i < 3; i++) answers.push((await provider.send(anOrder(handle), now)).is);
    assert.deepEqual(answers, ['refused', 'refused', 'accepted']);
  });

  test('many at once give each the answer that it would have alone', async () => {
    const handles = [account('90'), account('9214'), account('9201'), card('51'), card('ok'), account('9202')];
    const orders = handles.map((handle) => anOrder(handle, { entryDate: friday }));
    const twin = orders[0] as Order;
    const answers = await provider.sendMany?.([...orders, twin, { ...twin, amount: cents(1) }], now);
    assert.deepEqual(
      answers?.map(({ is }) => is),
      ['accepted', 'refused', 'unknown', 'refused', 'accepted', 'unknown', 'accepted', 'refused'],
    );
    assert.deepEqual(answers?.[6], answers?.[0]);
  });

  test('faults by chance: nothing is charged twice, and the list tells everything once', async () => {
    const own = (await aCompany()).test.realm;
    const chaos = { seed: 7, lossRate: 0.4, duplicateRate: 0.3, reorderRate: 0.3, delayRate: 0.3 };
    const services = { ...house().service, carrierId: 'simulator', devHosts: new Set<string>() };
    const unsteady = simulated.bind(own, { chaos }, [], services);
    const orders = Array.from({ length: 40 }, () => anOrder(account('90'), { entryDate: friday }));
    const first = await unsteady.sendMany?.(orders, now);
    const unknown = orders.filter((_, i) => first?.[i]?.is === 'unknown');
    const found = await Promise.all(unknown.map(({ key }) => unsteady.find(key, now)));
    // Some never came there, of others only the answer was lost.
    assert.deepEqual([...new Set(found.map(({ is }) => is))].sort(), ['absent', 'accepted']);
    for (const order of unknown) assert.equal((await unsteady.send(order, now)).is, 'accepted');
    const line = lineTo(house().service, own.companyId);
    const { charges, balanceCents } = await line.report(later);
    assert.deepEqual(charges.map(({ key }) => key).sort(), orders.map(({ key }) => key).sort());
    assert.equal(balanceCents, 40 * 10_000);
    const delivered: string[] = [];
    for (let mail = await line.dueMail(later, 500); mail.length > 0; mail = await line.dueMail(later, 500)) {
      for (const one of mail) {
        delivered.push(...one.ids);
        await line.delivered(one);
      }
    }
    const listed = (await everythingTold(unsteady, later)).map(({ eventId }) => eventId);
    assert.equal(listed.length, 40 * 3);
    assert.equal(new Set(listed).size, listed.length);
    const times = new Set(listed.map((id) => delivered.filter((one) => one === id).length));
    assert.deepEqual([...times].sort(), [0, 1, 2], 'some notices are lost, some come twice');
  });

  test('voids, refunds and reversals: only of what can still be taken back, and never more than was charged', async () => {
    const charged = async (handle: BankAccount | Card) => {
      const answer = await provider.send(anOrder(handle, { entryDate: friday }), now);
      return answer.is === 'accepted' ? answer.id : '';
    };
    const settled = '2027-05-14T16:00:00.000000+00:00' as Instant;
    const back = (deed: Order['deed'], handle: BankAccount | Card, of: string, amount = 10_000) =>
      anOrder(handle, { deed, of, amount: cents(amount) });
    const does = async (order: Order, at: Instant) => {
      const answer = await provider.send(order, at);
      return answer.is === 'refused' ? answer.code : answer.is;
    };
    const [handle, plastic] = [account('90'), card('ok')];
    const of = await charged(handle);
    assert.deepEqual(await does(back('refund', handle, of), now), 'notSettled');
    assert.deepEqual(await does(back('void', handle, of), now), 'accepted');
    assert.deepEqual(await does(back('void', handle, of), now), 'notAccepted');
    const tale = (await everythingTold(provider, later)).filter(({ id }) => id === of).map(({ what }) => what);
    assert.deepEqual(tale, ['voided'], 'it does not settle any more');
    const second = await charged(plastic);
    assert.deepEqual(await does(back('void', plastic, second), settled), 'alreadySettled');
    const parts = [4_000, 4_000, 4_000].map((amount) => back('refund', plastic, second, amount));
    const answers = await Promise.all(parts.map((part) => does(part, settled)));
    assert.deepEqual(answers.sort(), ['accepted', 'accepted', 'moreThanCharged']);
    const third = await charged(handle);
    assert.deepEqual(await does(back('reversal', handle, third, 1), settled), 'amount');
    const tooLate = '2027-05-24T16:00:00.000000+00:00' as Instant;
    assert.deepEqual(await does(back('reversal', handle, third), tooLate), 'tooLate');
    const lastDay = '2027-05-21T16:00:00.000000+00:00' as Instant;
    assert.deepEqual(await does(back('reversal', handle, third), lastDay), 'accepted');
    assert.deepEqual(await does(back('refund', handle, 'sim_nobody'), now), 'unknownOrder');
  });

  test('an instant credit is final at once', async () => {
    const order = anOrder(account('90'), { rail: 'instant', deed: 'credit' });
    const saturday = '2027-05-15T03:30:00.000000+00:00' as Instant;
    const answer = await provider.send(order, saturday);
    assert.deepEqual(answer.is === 'final' && answer.settledOn, friday);
  });

  test('its books: what came in and what went back', async () => {
    const other = (await aCompany()).test.realm;
    const own = simulated.bind(other, {}, [], { ...house().service, carrierId: 'simulator', devHosts: new Set() });
    const line = lineTo(house().service, other.companyId);
    for (const start of ['90', '9101002', '9211', '9212', '9214', '9216']) {
      await own.send(anOrder(account(start), { entryDate: friday }), now);
    }
    await own.send(anOrder(account('90'), { entryDate: friday, deed: 'credit', amount: cents(300) }), now);
    assert.equal((await line.report(now)).balanceCents, 0);
    const noon = '2027-05-14T16:00:00.000000+00:00' as Instant;
    assert.equal((await line.report(noon)).balanceCents, 4 * 10_000 + 9_999 - 300);
    assert.equal((await line.report(later)).balanceCents, 2 * 10_000 + 9_999 - 300);
    assert.equal(
      (await reported(now)).charges.some(({ key }) => key === 'TX-nobody.1'),
      false,
    );
  });

  test('its notices: signed, twice, out of order, late, never, forged', async () => {
    const post = async (until: Instant) => {
      const found: { readonly what: string; readonly key: string; readonly isRead: boolean; readonly id: string }[] =
        [];
      for (const mail of await lineNow().dueMail(until, 5_000)) {
        const read = provider.read(mail, until);
        const { entries } = JSON.parse(mail.body) as { entries: { what: string; key: string; event: string }[] };
        for (const { what, key, event } of entries) found.push({ what, key, id: event, isRead: read !== undefined });
        await lineNow().delivered(mail);
      }
      return found;
    };
    await post(later);
    await post(later);
    const send = async (start: string) => {
      const order = anOrder(account(start), { entryDate: friday });
      await provider.send(order, now);
      return order.key;
    };
    const [twice, outOfOrder, late, silent, forged] = await Promise.all(
      ['9205', '9206', '9207', '9208', '9216'].map(send),
    );
    const morning = '2027-05-14T10:10:00.000000+00:00' as Instant;
    const of = (key: string | undefined, mail: Awaited<ReturnType<typeof post>>) =>
      mail.filter((one) => one.key === key).map(({ what, isRead }) => (isRead ? what : `${what} not genuine`));
    const first = await post(morning);
    assert.deepEqual(of(twice, first), ['accepted', 'settled']);
    assert.deepEqual(of(outOfOrder, first), ['settled']);
    assert.deepEqual(of(late, first), []);
    const second = await post(addSeconds(morning, 60));
    assert.deepEqual(of(twice, second), ['accepted', 'settled']);
    assert.deepEqual(
      second.filter(({ key }) => key === twice).map(({ id }) => id),
      first.filter(({ key }) => key === twice).map(({ id }) => id),
    );
    assert.deepEqual(of(outOfOrder, second), ['accepted']);
    const rest = await post('2027-06-01T12:00:00.000000+00:00' as Instant);
    assert.deepEqual(of(late, rest), ['settled', 'confirmed']);
    assert.deepEqual(of(silent, rest), []);
    assert.deepEqual(of(forged, rest), ['returned not genuine', 'confirmed']);
    const listed = (await everythingTold(provider, later)).filter(({ key }) => key === forged);
    assert.deepEqual(
      listed.map(({ what }) => what),
      ['settled', 'confirmed'],
    );
  });
});
