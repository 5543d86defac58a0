// Every id that the query of a read takes may be the caller's own, behind `ext-`: of every endpoint, as it declares its
// parameters.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endpoints } from '#app/capabilities.ts';
import { chainAudit } from '#platform/audit/chain-audit.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { queryOf } from '#platform/http/read-input.ts';
import { idParametersOf } from '#platform/query-ids.ts';
import { aPerson, type Client, useHouse } from './support/house.ts';
import { loanBody, pathOf } from './support/world.ts';

/** The kinds of objects with external ids that a query may name, and such an id of each. */
const own = {
  borrower: 'ext-own-person',
  loan: 'ext-own-loan',
  'loan type': 'ext-own-type',
  transaction: 'ext-own-payment',
  'payment instrument': 'ext-own-account',
  'note type': 'ext-own-note-type',
} as const;

interface World {
  readonly api: Client;
  readonly ids: Readonly<Record<string, string>>;
  readonly named: Readonly<Record<string, string>>;
}

async function aWorld(api: Client): Promise<World> {
  const { id: personId } = await api.made('/people', aPerson({ externalId: 'own-person' }));
  const { id: loanTypeId } = await api.made('/loan-types', { name: 'Own', externalId: 'own-type' });
  const [instrument] = await api.made(`/people/${personId}/payment-instruments`, {
    instrumentType: 'bankAccount',
    externalId: 'own-account',
    isExternal: true,
    accountNumberLastFour: '4321',
  });
  const loan = await api.made(`/people/${personId}/loans`, { ...loanBody, loanTypeId, externalId: 'own-loan' });
  await api.made(`/people/${personId}/loans/${loan.id}/activate`, {});
  const paid = { type: 'oneTime', amount: 10, paymentInstrumentId: instrument.id, externalId: 'own-payment' };
  const payment = await api.made(`/people/${personId}/loans/${loan.id}/transactions`, paid);
  const noteType = await api.made('/companies/current/note-types', { name: 'Own', externalId: 'own-note-type' });
  const note = { text: 'A note', loanId: loan.id, noteTypeId: noteType.id };
  await api.made(`/people/${personId}/notes`, note);
  await api.made(`/people/${personId}/cases`, { loanIds: [loan.id] });
  const reminder = { trigger: 'expectedPayment', subject: 'paymentDueDateReminder', day: -7, productId: loanTypeId };
  await api.made('/companies/current/repayment-engine/notifications', reminder);
  const said = { channel: 'email', direction: 'outbound', status: 'succeeded', theme: 'opsServicing' };
  await api.made(`/people/${personId}/interactions`, { ...said, loanId: loan.id });
  const page = { subject: 'autopayAgreement', channel: 'gui', context: { paymentMethod: 'card' } };
  await api.made('/communicator/send', { ...page, personId });
  return {
    api,
    ids: { companyId: 'current', personId, loanId: loan.id, loanTypeId, transactionId: payment.id },
    named: {
      borrower: personId,
      loan: loan.id,
      'loan type': loanTypeId,
      transaction: payment.id,
      'payment instrument': instrument.id,
      'note type': noteType.id,
    },
  };
}

interface Asked {
  readonly endpoint: Endpoint;
  readonly parameter: string;
  readonly kind: string;
}

const asked: readonly Asked[] = endpoints
  .filter(({ shape, read }) => shape === 'list' && read !== undefined)
  .flatMap((endpoint) =>
    [...idParametersOf(queryOf(endpoint))].map(([parameter, kind]) => ({ endpoint, parameter, kind })),
  );

describe('the query of a list', () => {
  const { house, aCompany } = useHouse({ works: false });
  let world: World;
  let stranger: World;
  before(async () => {
    world = await aWorld((await aCompany()).test);
    const other = (await aCompany()).test;
    const { id: personId } = await other.made('/people', aPerson());
    const loan = await other.made(`/people/${personId}/loans`, loanBody);
    stranger = { api: other, ids: { companyId: 'current', personId, loanId: loan.id }, named: {} };
    await house().service.orderEvents('test');
    await chainAudit(house().service.database, 'test');
  });

  const listed = async ({ api, ids }: World, { endpoint, parameter }: Asked, value: string): Promise<unknown[]> => {
    const path = `${pathOf(endpoint, ids)}?${parameter}=${encodeURIComponent(value)}`;
    const { status, body } = await api.get(path);
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body.data;
  };

  test('names every kind of object that has external ids', () => {
    assert.deepEqual(
      Object.keys(own).filter((kind) => !asked.some((one) => one.kind === kind)),
      [],
    );
    const lists = asked.map(({ endpoint, parameter }) => `${endpoint.name} ${parameter}`);
    for (const one of ['events.list loanId', 'events.list transactionId', 'people.list ids']) {
      assert.ok(lists.includes(one), one);
    }
  });

  for (const one of asked) {
    const { endpoint, parameter, kind } = one;
    test(`of ${endpoint.name} takes the own id of a ${kind} as ${parameter}`, async () => {
      assert.deepEqual(await listed(world, one, 'ext-nothing'), [], 'what names nothing finds nothing');
      if (!(kind in own)) return;
      const external = own[kind as keyof typeof own];
      const found = await listed(world, one, world.named[kind] as string);
      assert.ok(found.length > 0);
      assert.deepEqual(await listed(world, one, external), found);
      assert.deepEqual(await listed(stranger, one, external), [], 'of another company it finds nothing');
    });
  }

  test('may mix own ids with ours, and its links repeat what was sent', async () => {
    const { api, named } = world;
    const second = await api.made('/people', aPerson({ externalId: 'own-second' }));
    const first = (await api.get(`/people?limit=1&ids=ext-own-person,ext-nothing,${second.id}`)).body;
    assert.deepEqual([first.total, first.data[0].id], [2, second.id]);
    const next = (await api.get(first.nextUrl)).body;
    assert.deepEqual([next.data[0].id, next.nextUrl], [named.borrower, null]);
  });
});
