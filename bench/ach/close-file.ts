// A file of 100,000 orders, each of a borrower with a key of its own: from the cut-off to the commit that closes it, with
// the database, and how much memory the service takes for it.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { placeOf } from '@tenor/ach/write/place.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Client } from 'pg';
import { encryptionKeysOf } from '#app/encryption-key.ts';
import { readConfig } from '#platform/config.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import { vault } from '#platform/crypto/vault.ts';
import type { Cleanup } from '../cleanup.ts';
import { testApi } from '../loans/api.ts';
import { setClock } from '../loans/template.ts';
import { makePlace, type Place, type RunningService, startService, testKey, withDatabase } from '../service.ts';

export const closeFileName = 'ach-close';

const aimPerSecond = 5_000;
const batch = 2_000;
const sampleMs = 50;
const [before, cutOff, after] = ['2027-05-13T19:00:00Z', '2027-05-13T20:00:00Z', '2027-05-13T20:00:10Z'];

const bank = {
  bankRoutingNumber: '110000026',
  bankName: 'DEMO ODFI BANK',
  originId: '1987654321',
  originName: 'TENOR',
  companyName: 'TENOR DEMO LOANS',
  companyIdentification: '1987654321',
  releaseMax: { entries: 1 },
  place: {
    kind: 'sftp',
    host: 'sftp.bank.example.com',
    username: 'acme',
    folder: 'in',
    hostKey: `SHA256:${'A'.repeat(43)}`,
  },
};

export async function measureCloseFile(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const count = isQuick ? 10_000 : 100_000;
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  await withDatabase(place, async (client) => {
    await fill(place, service, client, count);
    const residentBefore = residentOf(service);
    let residentMax = residentBefore;
    await setClock(testApi(service), after);
    const began = performance.now();
    for (;;) {
      const { rows } = await client.query('select entries from test.ach_files');
      residentMax = Math.max(residentMax, residentOf(service));
      if (rows.length > 0) break;
      await sleep(sampleMs);
    }
    const seconds = (performance.now() - began) / 1_000;
    const grownMiB = ((residentMax - residentBefore) / 2 ** 20).toFixed(0);
    console.log(
      `${closeFileName}: ${count} orders closed in ${seconds.toFixed(1)} s: ${Math.round(count / seconds)} a second (aim ${aimPerSecond}); the service grew by at most ${grownMiB} MiB`,
    );
  });
  await cleanup.run();
}

const residentOf = ({ pid }: RunningService): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;

async function fill(place: Place, service: RunningService, client: Client, count: number): Promise<void> {
  const api = testApi(service);
  const { id: template } = await api.post('/people', { name: { firstName: 'Ada', lastName: 'Lovelace' } });
  const { id: carrier } = await namedBank(service);
  await setClock(api, before);
  const config = readConfig({ DATA_DIR: place.dataDirectory });
  const box = vault(keyring((await encryptionKeysOf(config))[0] as Buffer));
  await client.query('set synchronous_commit = off');
  for (let from = 0; from < count; from += batch) {
    const [people, attempts, entries] = [[] as object[], [] as object[], [] as object[]];
    for (let n = from; n < Math.min(count, from + batch); n++) {
      const name = String(n).padStart(8, '0');
      const [person_id, id, subject_id] = [`BO-${name}`, `PA-${name}`, `TX-${name}`];
      const { sealer, wrappedKey } = box.newSealer(person_id);
      const body = orderOf(subject_id, name);
      people.push({ person_id, data_key: `\\x${wrappedKey.toString('hex')}`, position: n });
      attempts.push({
        person_id,
        id,
        position: n,
        subject_kind: 'transaction',
        subject_id,
        number: 1,
        state: 'ready',
        rail: 'ach',
        deed: 'debit',
        amount_cents: 10_000,
        instrument_id: 'PT-AAAA-AAAA',
        carrier_id: carrier,
        carrier_kind: 'ach',
        entry_date: '2027-05-14',
        claim: 0,
        asked: 0,
        created_at: before,
        body_sealed: `\\x${sealer.seal(`attempt.${id}.body`, JSON.stringify(body)).toString('hex')}`,
      });
      entries.push({
        attempt_id: id,
        person_id,
        carrier_id: carrier,
        direction: 'debit',
        sec: 'WEB',
        description: 'LOAN PMT',
        is_prenote: false,
        amount_cents: 10_000,
        settles_on: '2027-05-14',
        is_same_day: false,
        leaves_at: cutOff,
        individual_id: subject_id,
        instrument_id: 'PT-AAAA-AAAA',
        place: entryPlace(subject_id),
      });
    }
    await insert(client, 'people', people, template);
    await insert(client, 'payment_attempts', attempts, template);
    await insert(client, 'ach_entries', entries, template);
  }
  await client.query('vacuum analyze');
  await client.query('checkpoint');
}

const entryPlace = (id: string): string =>
  placeOf({
    direction: 'debit',
    sec: 'WEB',
    description: 'LOAN PMT',
    entryDate: '2027-05-14' as CivilDate,
    sameDayMark: null,
    isPrenote: false,
    id,
  });

const orderOf = (id: string, name: string) => ({
  key: `${id}.1`,
  deed: 'debit',
  rail: 'ach',
  amount: 10_000,
  entryDate: '2027-05-14',
  isSameDay: false,
  of: null,
  handle: {
    kind: 'bankAccount',
    routingNumber: '110000013',
    accountNumber: '900000000017',
    accountType: 'checking',
    holderName: `Borrower ${name}`,
    holderType: 'personal',
  },
  entry: { sec: 'WEB', isRecurring: true, description: 'LOAN PMT', id, name: '' },
  authorizationId: 'AZ-AAAA-AAAA',
});

/** Copies of the template's row, where it has one, with what differs. */
async function insert(client: Client, table: string, rows: readonly object[], template: string): Promise<void> {
  const base = table === 'people' ? 'p' : `null::test.${table}`;
  await client.query(
    `insert into test.${table} select (jsonb_populate_record(${base}, r || jsonb_build_object('company_id', p.company_id))).*
     from test.people p, jsonb_array_elements($1::jsonb) r where p.person_id = $2`,
    [JSON.stringify(rows), template],
  );
}

async function namedBank({ url }: RunningService): Promise<{ readonly id: string }> {
  const response = await fetch(`${url}/api/companies/current/payment-providers/bankAccount`, {
    method: 'PUT',
    headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'ach', ach: bank, credentials: { password: 'none' } }),
  });
  const text = await response.text();
  if (response.status >= 300) throw new Error(text);
  return JSON.parse(text).data;
}
