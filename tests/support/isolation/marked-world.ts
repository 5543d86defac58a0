// A world with a mark in every word, so that every byte of it in another company's answer is found.
import assert from 'node:assert/strict';
import { openService } from '#app/service.ts';
import { makeLog } from '#platform/log.ts';
import { eventually } from '../eventually.ts';
import { anEmail, aPerson, type Client, type Company, type House } from '../house.ts';
import { testKey, testServer } from '../server.ts';
import { told } from '../told.ts';
import { aWorld, loanBody, type World } from '../world.ts';

/** Contained in every word that the owner wrote, and in no other. */
export const mark = 'ownersmark';

export interface Owner extends World {
  /** Objects that others may name by an external id: the parameter and the external id without `ext-`. */
  readonly externalIds: Readonly<Record<string, string>>;
  readonly keys: { readonly expired: string; readonly revoked: string };
}

/**
 * Makes two worlds while workers run, and then stops these: every later change comes from the requests of a test. The
 * test's house must have no workers of its own.
 */
export async function ownerAndStranger(house: House): Promise<{ owner: Owner; stranger: World }> {
  const service = await openService({
    config: { lockWaitMs: 2_000, webhookDevHosts: new Set() },
    server: { ...testServer().owner, database: house.database },
    encryptionKey: testKey,
    log: makeLog('silent'),
  });
  await service.startWork();
  // Its hints are heard by the workers.
  house.service.signals.connect();
  const [owner, stranger] = await Promise.all([aWorld(house), aWorld(house)]);
  const marked = { ...owner, externalIds: await writeMarks(owner), keys: await endedKeys(owner.company) };
  for (const { company } of [owner, stranger]) await untilQuiet(house, company.test);
  await service.close();
  return { owner: marked, stranger };
}

const metaData = { note: `${mark} metadata` };

async function writeMarks({ company: { test: api }, ids }: World): Promise<Owner['externalIds']> {
  const named = (what: string): string => `${mark}-${what}`;
  const person = await api.made('/people', {
    ...aPerson({
      name: { firstName: `Anna ${mark}`, lastName: `Berg ${mark}` },
      externalId: named('person'),
      metaData,
    }),
  });
  const of = `/people/${person.id}`;
  await api.made(`${of}/contacts`, anEmail({ value: `${mark}@example.com`, externalId: named('contact') }));
  await api.made(`${of}/identities`, { identityType: 'passport', value: `${mark.toUpperCase()}7` });
  await api.made(`${of}/payment-instruments`, {
    instrumentType: 'paymentNetwork',
    paymentNetworkName: `Till ${mark}`,
    isExternal: true,
    externalId: named('instrument'),
  });
  const type = await api.made('/loan-types', { name: `Type ${mark}`, externalId: named('type') });
  await api.made('/companies/current/merchants', { businessName: `Shop ${mark}`, externalId: named('merchant') });
  await api.made('/companies/current/investors', { name: `Fund ${mark}`, externalId: named('investor') });
  const loan = { ...loanBody, loanTypeId: type.id, externalId: named('loan'), metaData };
  await api.made(`${of}/loans`, loan);
  await api.made('/keys', { name: `Key ${mark}` });
  await api.made('/webhooks', {
    webhookType: 'direct',
    eventTypes: ['person.created'],
    webhookDirectDetails: { webhookUrl: `https://${mark}.invalid/` },
  });
  assert.ok(ids.personId);
  return {
    personId: `ext-${named('person')}`,
    contactId: `ext-${named('contact')}`,
    paymentInstrumentId: `ext-${named('instrument')}`,
    loanTypeId: `ext-${named('type')}`,
    merchantId: `ext-${named('merchant')}`,
    investorId: `ext-${named('investor')}`,
    loanId: `ext-${named('loan')}`,
  };
}

async function endedKeys({ test: api }: Company): Promise<Owner['keys']> {
  const expired = await api.made('/keys', { name: `${mark} expired`, expiresAt: '2020-01-01T00:00:00Z' });
  const revoked = await api.made('/keys', { name: `${mark} revoked` });
  assert.equal((await api.delete(`/keys/${revoked.id}`)).status, 200);
  return { expired: expired.key, revoked: revoked.key };
}

/** Waits until no operation runs and all events are emitted and planned for delivery. */
async function untilQuiet(house: House, api: Client): Promise<void> {
  const open = `select (select count(*) from operations where company_id = $1 and state in ('queued', 'running'))
    + (select count(*) from outbox where company_id = $1) as count`;
  await eventually('nothing is under way', async () => {
    const { rows } = await house.service.database.pools.test.query(open, [api.realm.companyId]);
    return Number(rows[0].count) === 0;
  });
  await told(house, api);
}
