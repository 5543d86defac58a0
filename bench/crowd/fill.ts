// Writes people by the million by SQL, without the commands, but with the same rows: sealed with their own keys, with
// real tokens, an identity and contacts, spread over two years. A tenth belong to another company.
import { statfsSync } from 'node:fs';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Client } from 'pg';
import { encryptionKeysOf } from '#app/encryption-key.ts';
import { readConfig } from '#platform/config.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import { type Sealer, type Vault, vault } from '#platform/crypto/vault.ts';
import { newId, opaqueToken } from '#platform/ids.ts';
import {
  addressTokens,
  identityToken,
  personTokens,
  tokensToFind,
  valueToken,
} from '../../src/capabilities/people/search-tokens.ts';
import { bytes, type Cell, copyIn, line } from '../copy.ts';
import { withoutIndexes } from '../indexes.ts';
import { generator } from '../people.ts';
import { type Place, withDatabase } from '../service.ts';
import { cities, city, firstName, firstNames, rankOf, states, street, streets, surname, surnames } from './names.ts';

/** A person whom the questions ask for later. */
export interface Known {
  readonly id: string;
  readonly externalId: string;
  readonly first: string;
  readonly last: string;
  readonly born: string;
  readonly taxId: string;
  readonly email: string;
  readonly phone: string;
  readonly city: string;
  readonly postalCode: string;
}

const bytesPerPerson = 5_000;
const batch = 2_000;
const twoYearsMicros = 730 * 86_400 * 1e6;
const otherCompany = 'CP-ZZZZ-ZZZZ';

const personColumns =
  'person_id company_id position external_id borrower_type status collections_intensity data_key name_sealed date_of_birth_sealed business_sealed comm_preferences monitor_start_date search_tokens created_at updated_at'.split(
    ' ',
  );
const identityColumns =
  'person_id id company_id position identity_type value_sealed value_token value_mask valid issuing_country is_primary is_archived created_at'.split(
    ' ',
  );
const contactColumns =
  'person_id id company_id position contact_type label affiliation status value_sealed value_token address_sealed search_tokens valid verified receive_text_messages authorized_third_party power_of_attorney created_at'.split(
    ' ',
  );

/** Fills the tables with `count` people of the company and returns a hundred of them. */
export async function fillPeople(place: Place, count: number): Promise<Known[]> {
  mustFit(place, count);
  const config = readConfig({ DATA_DIR: place.dataDirectory });
  const box = vault(keyring((await encryptionKeysOf(config))[0] as Buffer));
  return withDatabase(place, async (client) => {
    const company = await client.query<{ id: string }>('select company_id as id from live.companies');
    await client.query("set maintenance_work_mem = '1GB'; set synchronous_commit = off");
    const known: Known[] = [];
    const tables = ['live.people', 'live.identities', 'live.contacts', 'live.external_ids'];
    await withoutIndexes(client, tables, async () => {
      await client.query(`truncate ${tables.join(', ')} cascade`);
      known.push(...(await copyPeople(client, box, { companyId: company.rows[0]!.id, count })));
      await client.query(
        `insert into live.external_ids (external_id, company_id, kind, subject_id, object_id)
        select external_id, company_id, 'borrower', person_id, person_id from live.people where external_id is not null`,
      );
    });
    for (const table of tables) await client.query(`vacuum (analyze) ${table}`);
    await client.query('checkpoint');
    return known;
  });
}

function mustFit({ directory }: Place, count: number): void {
  const { bavail, bsize } = statfsSync(directory);
  const [needed, free] = [(count * bytesPerPerson) / 2 ** 30, (bavail * bsize) / 2 ** 30];
  const said = `${count} people need some ${needed.toFixed(1)} GiB in ${directory}, which has ${free.toFixed(1)} GiB free`;
  if (needed > free) throw new Error(said);
  if (needed > 1) console.log(said);
}

async function copyPeople(
  client: Client,
  box: Vault,
  { companyId, count }: { companyId: string; count: number },
): Promise<Known[]> {
  const draw = generator(count);
  const all = Math.ceil(count / 0.9);
  const startMicros = Date.now() * 1000 - twoYearsMicros;
  const remembered = new Set(Array.from({ length: 100 }, (_, i) => Math.floor(((i + 0.5) * all) / 100)));
  const writers = [companyId, otherCompany].map((id) => personRows(box, id, draw));
  const known: Known[] = [];
  let sending: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < all; from += batch) {
    const lines = { people: '', identities: '', contacts: '' };
    for (let i = from; i < Math.min(from + batch, all); i++) {
      const isOther = i % 10 === 9;
      const made = writers[isOther ? 1 : 0]!(i, Math.floor(startMicros + (i * twoYearsMicros) / all));
      for (const table of ['people', 'identities', 'contacts'] as const) lines[table] += made[table];
      const place = remembered.has(i) ? i : remembered.has(i - 1) && (i - 1) % 10 === 9 ? i : undefined;
      if (place !== undefined && !isOther && made.known !== undefined) known.push(made.known);
    }
    // The next rows are made while the server takes these.
    await sending;
    sending = copyIn(client, 'live.people', personColumns, lines.people)
      .then(() => copyIn(client, 'live.identities', identityColumns, lines.identities))
      .then(() => copyIn(client, 'live.contacts', contactColumns, lines.contacts));
  }
  await sending;
  return known;
}

interface Made {
  readonly people: string;
  readonly identities: string;
  readonly contacts: string;
  /** Undefined for a business. */
  readonly known: Known | undefined;
}

const array = (tokens: readonly string[]): string => `{${tokens.join(',')}}`;
const digits = (number: number, length: number): string => String(Math.floor(number)).padStart(length, '0');

type Draw = () => number;
type TokenOf = (field: string, term: string) => string;

/** Makes the rows of one person after the other. */
interface RowWriter {
  readonly box: Vault;
  readonly companyId: string;
  readonly draw: Draw;
  /** The token of a value that nobody else has. */
  readonly token: TokenOf;
  /** The token of a word that is used again and again. It is kept here; the service does not keep it. */
  readonly wordToken: TokenOf;
}

function personRows(box: Vault, companyId: string, draw: Draw): (i: number, micros: number) => Made {
  const toFind = tokensToFind(box, { mode: 'live', companyId });
  const token: TokenOf = (field, term) => toFind(field, term)[0] as string;
  const writer: RowWriter = { box, companyId, draw, token, wordToken: remembering(token) };
  return (i, micros) => makePerson(writer, i, micros);
}

function remembering(token: TokenOf): TokenOf {
  const known = new Map<string, string>();
  return (field, term) => {
    const name = `${field}\n${term}`;
    const found = known.get(name) ?? token(field, term);
    if (known.size < 2_000_000) known.set(name, found);
    return found;
  };
}

function makePerson(writer: RowWriter, i: number, micros: number): Made {
  const { box, companyId, draw, token, wordToken } = writer;
  const drawn = (of: { count: number; flat: number }): number => rankOf(draw(), of.count, of.flat);
  const id = newId('BO');
  const { sealer, wrappedKey } = box.newSealer(id);
  const at = new Date(micros / 1000).toISOString();
  const isBusiness = i % 20 === 13;
  const [first, last] = [firstName(drawn(firstNames)), surname(drawn(surnames))];
  const middle = draw() < 0.4 ? firstName(drawn(firstNames)) : null;
  const born = new Date(Date.UTC(1940, 0, 1) + Math.floor(draw() * 23_000) * 86_400_000).toISOString().slice(0, 10);
  const dateOfBirth = isBusiness ? null : (born as CivilDate);
  const name = isBusiness ? null : nameOf(first, middle, last, at);
  const business = isBusiness ? businessOf(`${last} ${first} LLC`) : null;
  const externalId = draw() < 0.8 ? `crm-${digits(draw() * 1e9, 9)}-${i}` : null;
  const people: Cell[] = [
    id,
    companyId,
    micros,
    externalId,
    isBusiness ? 'business' : 'person',
    draw() < 0.1 ? 'inactive' : 'active',
    draw() < 0.01 ? 'heavy' : 'normal',
    bytes(wrappedKey),
    sealed(sealer, 'name', name),
    dateOfBirth && bytes(sealer.seal('dateOfBirth', dateOfBirth)),
    sealed(sealer, 'business', business),
    '{"statementDeliveryChannels": ["email"], "sendRemindersWhenCurrent": true}',
    at.slice(0, 10),
    array(personTokens(wordToken, { name, dateOfBirth, business } as never)),
    at,
    draw() < 0.6 ? new Date(micros / 1000 + draw() * 3e9).toISOString() : null,
  ];
  const taxId = `${digits(1 + draw() * 665, 3)}-${digits(1 + draw() * 99, 2)}-${digits(1 + draw() * 9999, 4)}`;
  const identityId = newId('BI');
  const identity: Cell[] = [
    id,
    identityId,
    companyId,
    micros,
    isBusiness ? 'FEIN' : 'SSN',
    bytes(sealer.seal(`identity.${identityId}`, taxId)),
    identityToken(token, taxId),
    opaqueToken(),
    true,
    '',
    true,
    false,
    at,
  ];
  const reached = {
    email: `${first}.${last}.${i}@example.com`.toLowerCase(),
    phone: `+1${digits(200 + draw() * 789, 3)}${digits(200 + draw() * 799, 3)}${digits(draw() * 1e4, 4)}`,
    address: addressOf(draw, drawn),
  };
  const { city: town, postalCode } = reached.address;
  const { email, phone } = reached;
  const known = { id, externalId: externalId ?? id, first, last, born, taxId, email, phone, city: town, postalCode };
  return {
    people: line(people),
    identities: line(identity),
    contacts: contactsOf(writer, { id, sealer, at, micros }, reached),
    known: isBusiness ? undefined : known,
  };
}

const sealed = (sealer: Sealer, attribute: string, value: object | null): string | null =>
  value === null ? null : bytes(sealer.seal(attribute, JSON.stringify(value)));

const businessOf = (businessName: string) => ({
  businessType: 'llc',
  businessName,
  businessLegalName: null,
  incorporatedCountry: null,
  incorporatedState: 'DE',
});

const addressOf = (draw: Draw, drawn: (of: { count: number; flat: number }) => number) => ({
  addressLine1: `${digits(1 + draw() * 9_999, 1)} ${street(drawn(streets))}`,
  addressLine2: null,
  city: city(drawn(cities)),
  state: states[Math.floor(draw() ** 2 * states.length)] as string,
  postalCode: digits(501 + draw() * 40_000, 5),
  country: 'US',
  POBox: null,
});

interface Owner {
  readonly id: string;
  readonly sealer: Sealer;
  readonly at: string;
  readonly micros: number;
}

interface Reached {
  readonly email: string;
  readonly phone: string;
  readonly address: ReturnType<typeof addressOf>;
}

function contactsOf(
  { companyId, token, wordToken }: RowWriter,
  { id, sealer, at, micros }: Owner,
  reached: Reached,
): string {
  const contact = (type: keyof Reached): string => {
    const contactId = newId('CT');
    const isAddress = type === 'address';
    const part = `contact.${contactId}.${isAddress ? 'address' : 'value'}`;
    const value = isAddress ? null : reached[type];
    return line([
      id,
      contactId,
      companyId,
      micros,
      type,
      'personal',
      'self',
      'primary',
      value === null ? null : bytes(sealer.seal(part, value)),
      value === null || isAddress ? null : valueToken(token, type, value),
      isAddress ? sealed(sealer, part, reached.address) : null,
      isAddress ? array(addressTokens(wordToken, reached.address as never)) : '{}',
      true,
      false,
      !isAddress,
      false,
      false,
      at,
    ]);
  };
  return contact('email') + contact('phone') + contact('address');
}

const nameOf = (firstNameText: string, middleName: string | null, lastName: string, at: string) => ({
  id: newId('BN'),
  object: 'name',
  prefix: null,
  firstName: firstNameText,
  middleName,
  lastName,
  maidenLastName: null,
  suffix: null,
  preferredFirstName: null,
  current: true,
  status: 'active',
  source: 'lender',
  effectiveAt: at,
  originalValue: {},
  createdAt: at,
  updatedAt: null,
  deletedAt: null,
});
