// A portfolio with autopay, written past the commands: copies of one loan whose plan is about to release a payment, each
// with the account of its borrower sealed by a key of its own; and loans without a plan, which are paid from outside.
import type { Client } from 'pg';
import { encryptionKeysOf } from '#app/encryption-key.ts';
import { readConfig } from '#platform/config.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import { vault } from '#platform/crypto/vault.ts';
import { sealHolder, sealNumber } from '../../src/capabilities/instruments/instrument.ts';
import { bytes, copyIn, line } from '../copy.ts';
import { testApi } from '../loans/api.ts';
import {
  copyOf,
  copyTemplate,
  type LoanRef,
  makeTemplate,
  pathOf,
  setClock,
  type Template,
} from '../loans/template.ts';
import { type Place, type RunningService, withDatabase } from '../service.ts';

/** A number that the simulator finds nothing wrong with. */
const accountNumber = '900000000011';
const holder = { accountHolderName: 'Ada Lovelace', address: null, nickname: null };
const batch = 2_000;
/** So long before it is due that none of the day's work has begun. */
const beforeMs = 3_600_000;
const away = '2099-01-01T00:00:00Z';

interface Planned {
  readonly template: Template;
  readonly planId: string;
  readonly accountId: string;
  /** When its next payment is released. */
  readonly dueAt: string;
}

export interface Portfolio {
  readonly planned: Planned;
  /** Loans without autopay. */
  readonly others: readonly LoanRef[];
}

/** The clock of the test realm stands at the release; the plans do not know it yet. */
export async function fillAutopay(
  place: Place,
  service: RunningService,
  { plans, others }: { readonly plans: number; readonly others: number },
): Promise<Portfolio> {
  const template = await makeTemplate(service, { months: 3, duration: 60, isInTime: true });
  await withDatabase(place, (client) => copyTemplate(client, template, 'test', { from: plans + 1, count: others }));
  const planned = await plan(place, service, template);
  await withDatabase(place, async (client) => {
    await client.query('set synchronous_commit = off');
    for (let from = 1; from <= plans; from += 20_000) {
      const count = Math.min(20_000, plans + 1 - from);
      await copyTemplate(client, template, 'test', { from, count }, ['payment_authorizations', 'autopay_plans']);
    }
    await sealAccounts(place, client, planned, plans);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
  await setClock(testApi(service), planned.dueAt);
  return { planned, others: Array.from({ length: others }, (_, i) => copyOf(template, plans + 1 + i)) };
}

/** The borrower of the template agrees to autopay. */
async function plan(place: Place, service: RunningService, template: Template): Promise<Planned> {
  const api = testApi(service);
  const made = await api.post(`/people/${template.personId}/payment-instruments`, {
    instrumentType: 'bankAccount',
    accountNumber,
    routingNumber: '021000021',
    accountType: 'checking',
    accountHolderType: 'personal',
    accountHolderName: holder.accountHolderName,
  });
  const [{ id: accountId }] = made as unknown as [{ id: string }];
  const { id: planId } = await withDatabase(place, async (client) => {
    await client.query(`update test.payment_instruments set status = 'active', verified = true where id = $1`, [
      accountId,
    ]);
    // With a most that is never reached no payment is announced before: the first thing to come is its release.
    const agreed = { amountType: 'dueAmount', amountMax: 5_000, paymentInstrumentId: accountId };
    return api.post(`${pathOf(template)}/autopay`, agreed);
  });
  return withDatabase(place, async (client) => {
    const { rows } = await client.query('select next_action_at as at from test.autopay_plans where id = $1', [planId]);
    const dueAt = (rows[0].at as Date).toISOString();
    await setClock(api, new Date(Date.parse(dueAt) - beforeMs).toISOString());
    await client.query('update test.autopay_plans set next_action_at = $1, next_planned_on = null where id = $2', [
      away,
      planId,
    ]);
    return { template, planId, accountId, dueAt };
  });
}

/** Each borrower has a key, and the account is sealed by it. */
async function sealAccounts(place: Place, client: Client, { template, accountId }: Planned, count: number) {
  const config = readConfig({ DATA_DIR: place.dataDirectory });
  const box = vault(keyring((await encryptionKeysOf(config))[0] as Buffer));
  await client.query('create temp table sealed (person_id text, data_key bytea, number bytea, holder bytea)');
  for (let from = 1; from <= count; from += batch) {
    let lines = '';
    for (let n = from; n < Math.min(from + batch, count + 1); n++) {
      const { personId } = copyOf(template, n);
      const { sealer, wrappedKey } = box.newSealer(personId);
      const [number, named] = [sealNumber(sealer, accountId, accountNumber), sealHolder(sealer, accountId, holder)];
      lines += line([personId, bytes(wrappedKey), bytes(number as Buffer), bytes(named as Buffer)]);
    }
    await copyIn(client, 'sealed', ['person_id', 'data_key', 'number', 'holder'], lines);
  }
  await client.query('analyze sealed');
  await client.query('update test.people p set data_key = s.data_key from sealed s where p.person_id = s.person_id');
  await client.query(
    `update test.payment_instruments i set number_sealed = s.number, holder_sealed = s.holder
     from sealed s where i.person_id = s.person_id and i.id = $1`,
    [accountId],
  );
}

/** From now on the payments of these plans are due: the numbers of their loans, both included. */
export const makeDue = (client: Client, { template, dueAt }: Planned, from: number, to: number): Promise<unknown> =>
  client.query(
    `update test.autopay_plans set next_action_at = $1
     where person_id in (select replace($2, 'XXXX-XXXX', l) from unnest($3::text[]) l)`,
    [
      dueAt,
      'BO-XXXX-XXXX',
      Array.from({ length: to + 1 - from }, (_, i) => copyOf(template, from + i).personId.slice(3)),
    ],
  );
