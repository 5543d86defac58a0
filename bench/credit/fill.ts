// Loans that are paid in time, each with a borrower who can be told of: a name, a birth date, a home and a telephone, sealed
// by a key of their own.
import type { Client } from 'pg';
import { encryptionKeysOf } from '#app/encryption-key.ts';
import { readConfig } from '#platform/config.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import { vault } from '#platform/crypto/vault.ts';
import { sealedPart } from '../../src/capabilities/people/contact.ts';
import type { Cleanup } from '../cleanup.ts';
import { bytes, copyIn, line } from '../copy.ts';
import { liveApi } from '../loans/api.ts';
import { setLoanStage } from '../loans/stage.ts';
import { type Place, withDatabase } from '../service.ts';

const name = { firstName: 'Ada', middleName: null, lastName: 'Lovelace', suffix: null };
const birthDate = '1980-12-10';
const phone = '+12175550123';
const home = {
  addressLine1: '1 Main Street',
  addressLine2: null,
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
  country: 'US',
  POBox: null,
};
const batch = 2_000;

export async function setAccounts(cleanup: Cleanup, count: number, nodeFlags: readonly string[] = []) {
  const stage = await setLoanStage(cleanup, count, nodeFlags, { isInTime: true });
  const { livePersonId } = stage.template;
  const contacts = `/people/${livePersonId}/contacts`;
  const api = liveApi(stage.service);
  const contact = { status: 'primary', label: 'personal' };
  const { id: homeId } = await api.post(contacts, {
    ...contact,
    contactType: 'address',
    label: 'home',
    address: { addressLine1: '1 Main Street', city: 'Springfield', state: 'IL', postalCode: '62701' },
  });
  const { id: phoneId } = await api.post(contacts, { ...contact, contactType: 'phone', value: phone });
  const people = stage.loans.map(({ personId }) => personId);
  await withDatabase(stage.place, (client) => sealPeople(stage.place, client, { people, homeId, phoneId }));
  return stage;
}

interface Sealed {
  readonly people: readonly string[];
  /** The contacts that each of them gets a copy of. */
  readonly homeId: string;
  readonly phoneId: string;
}

async function sealPeople(place: Place, client: Client, { people, homeId, phoneId }: Sealed): Promise<void> {
  const config = readConfig({ DATA_DIR: place.dataDirectory });
  const box = vault(keyring((await encryptionKeysOf(config))[0] as Buffer));
  const columns = ['person_id', 'data_key', 'name', 'born', 'home', 'phone'];
  await client.query(`create temp table sealed (person_id text, ${columns.slice(1).join(' bytea, ')} bytea)`);
  for (let from = 0; from < people.length; from += batch) {
    const lines = people.slice(from, from + batch).map((personId) => {
      const { sealer, wrappedKey } = box.newSealer(personId);
      const values = [
        sealer.seal('name', JSON.stringify(name)),
        sealer.seal('dateOfBirth', birthDate),
        sealer.seal(sealedPart(homeId, 'address'), JSON.stringify(home)),
        sealer.seal(sealedPart(phoneId, 'value'), phone),
      ];
      return line([personId, bytes(wrappedKey), ...values.map(bytes)]);
    });
    await copyIn(client, 'sealed', columns, lines.join(''));
  }
  await client.query(
    `update live.people p set data_key = s.data_key, name_sealed = s.name, date_of_birth_sealed = s.born
       from sealed s where p.person_id = s.person_id`,
  );
  await client.query(
    `insert into live.contacts select made.* from live.contacts c cross join sealed s
       cross join lateral jsonb_populate_record(null::live.contacts, to_jsonb(c) || jsonb_build_object(
         'person_id', s.person_id,
         'value_sealed', case when c.id = $2 then s.phone end,
         'address_sealed', case when c.id = $1 then s.home end)) as made
       where c.id in ($1, $2)`,
    [homeId, phoneId],
  );
  await client.query('vacuum analyze');
}
