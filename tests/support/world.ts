// A company with one object of every kind that a path can name, for tests and documents that walk all endpoints.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { aPerson, aPhone, type Client, type Company, type House } from './house.ts';

/** One object of every kind that a path can name. */
export interface World {
  readonly company: Company;
  readonly ids: Readonly<Record<string, string>>;
}

/** Where no worker runs, the operation of the world stays queued, and its clock would refuse writes: so it has none. */
export async function aWorld(house: House, { works = true } = {}): Promise<World> {
  const company = await house.aCompany();
  const api = company.test;
  const person = await api.made('/people', aPerson({ externalId: 'world-1' }));
  await api.made(`/people/${person.id}/identities`, { identityType: 'SSN', value: '123-45-6789' });
  const identity = await api.made(`/people/${person.id}/identities`, { identityType: 'passport', value: 'X1234567' });
  const contact = await api.made(`/people/${person.id}/contacts`, aPhone({ value: '+13175550000' }));
  const key = await api.made('/keys', { name: 'another' });
  const webhook = await api.made('/webhooks', {
    webhookType: 'direct',
    eventTypes: ['*'],
    // No name server will ever know this one: its deliveries stay open.
    webhookDirectDetails: { webhookUrl: 'https://receiver.invalid/' },
  });
  await api.made(`/people/${person.id}/contacts`, aPhone({ value: '+13175550001' }));
  const products = await someProducts(api);
  const advanced = works && (await api.made('/test-clock/advance?sync=true', { to: '2099-01-01T00:00:00Z' }));
  return {
    company,
    ids: {
      personId: person.id,
      identityId: identity.id,
      contactId: contact.id,
      keyId: key.id,
      operationId: advanced ? advanced.id : 'OP-AAAA-AAAA',
      companyId: company.id,
      ...products,
      webhookId: webhook.id,
      deliveryId: works ? await firstDelivery(company, webhook.id) : 'EM-AAAA-AAAA',
    },
  };
}

/** Of a loan type of its own: the one that every company has stays as it was born. */
async function someProducts(api: Client): Promise<Record<string, string>> {
  const { id: loanTypeId } = await api.made('/loan-types', { name: 'A loan type', externalId: 'world-type' });
  const below = `/loan-types/${loanTypeId}`;
  const indexRate = await api.made(`${below}/index-rates`, { rate: 0.05, effectiveDate: '2026-01-01' });
  const rateCap = await api.made(`${below}/rate-caps`, { maxRate: 0.36, effectiveDate: '2026-01-01' });
  const merchant = await api.made('/companies/current/merchants', { businessName: 'A merchant' });
  const investor = await api.made('/companies/current/investors', { name: 'An investor' });
  return {
    loanTypeId,
    indexRateId: indexRate.id,
    rateCapId: rateCap.id,
    merchantId: merchant.id,
    investorId: investor.id,
  };
}

/** Planned soon after its event, by the relay. */
async function firstDelivery({ test: api }: Company, webhookId: string): Promise<string> {
  for (let i = 0; i < 500; i++) {
    const { data } = (await api.get(`/webhooks/${webhookId}/deliveries`)).body;
    if (data.length > 0) return data[0].id;
    await sleep(10);
  }
  return assert.fail('no delivery was planned for the webhook of this world');
}

export function pathOf(endpoint: Endpoint, ids: Readonly<Record<string, string>>): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    assert.ok(id !== undefined, `the world of this test has no ${name}: add one`);
    return id;
  });
}

/** A body that would do, were it not for what is tested. */
export const bodyOf = ({ name, example }: Endpoint): unknown =>
  name === 'testClock.advance' ? { to: '2199-01-01T00:00:00Z' } : example.body;
