// Input that nobody sends on purpose is accepted or refused by field, and never makes the service fail.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Answer,
  aBusiness,
  anAddress,
  anEmail,
  aPerson,
  aPhone,
  type Client,
  useHouse,
} from '../../../tests/support/house.ts';

const longText = 'x'.repeat(5_000);
const oddValues: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    1e308,
    1e-320,
    '',
    ' ',
    longText,
    '🙂'.repeat(400),
    '\u200b\u200d\ufeff',
    'a\u0301'.repeat(90),
  ],
  ...[
    '\u0001\u0002\u001f\u007f\u0085',
    'a\r\nb',
    '\u202edlrow',
    "'; drop table people; --",
    '%00',
    '\\x00',
    '{}',
    'ext-',
  ],
  ...[
    '0001-01-01',
    '9999-12-31T23:59:59.999999Z',
    '0000-00-00',
    '10000-01-01',
    '-0001-01-01',
    '2026-02-29',
    'infinity',
  ],
  ...[
    '+1',
    '@',
    'a@b',
    '１２３４５６７８９',
    '٣١٧٥٥٥١٢١٢',
    '+999999999999999',
    'NaN',
    'İıß',
    'ŉ',
    '\ud83d\ude42@\ud83d\ude42.co',
  ],
  ...[[], [[]], [null], ['x'], {}, { a: {} }, { length: 1 }, { toString: 'x', constructor: 1 }],
];

/** The answer must be a success or a refusal that names a place in the request. Anything else is a defect. */
function isAnswered(answer: Answer, what: string): void {
  const said = `${what}: ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 300)}`;
  assert.ok(answer.status < 500, said);
  if (answer.status === 400) {
    assert.equal(typeof answer.body.data.path, 'string', said);
    assert.equal(typeof answer.body.data.expected, 'string', said);
  }
}

describe('odd input', () => {
  const { aCompany } = useHouse();

  async function aBorrower() {
    const { test: api } = await aCompany();
    const { id, identities } = await api.made(
      '/people',
      aPerson({ externalId: 'crm-1', identity: { identityType: 'SSN', value: '123456789' } }),
    );
    const contact = await api.made(`/people/${id}/contacts`, aPhone());
    const home = await api.made(`/people/${id}/contacts`, anAddress());
    return { api, path: `/people/${id}`, identityId: identities[0].id, contactId: contact.id, homeId: home.id };
  }

  /** Tries each odd value in each place of a good body. */
  async function poke(api: Client, method: string, path: string, body: object): Promise<void> {
    const calls = placesIn(body).flatMap((place) =>
      oddValues.map(async (value) => {
        const answer = await api.call(method, path, { body: replaced(body, place, value) });
        isAnswered(answer, `${method} ${path} ${place.join('.')}=${JSON.stringify(value)?.slice(0, 40)}`);
        if (answer.status < 300 && method === 'POST' && path === '/people') {
          isAnswered(await api.get(`/people/${answer.body.data.id}`), 'what was taken is given back');
        }
      }),
    );
    await Promise.all(calls);
  }

  const everyContactField = {
    label: 'home',
    affiliation: 'self',
    status: 'additional',
    externalId: 'c-1',
    name: 'Ada',
    valid: true,
    verified: true,
    receiveTextMessages: true,
    receiveTextMessagesLastConsentAt: '2026-01-01T00:00:00Z',
    authorizedThirdParty: false,
    powerOfAttorney: false,
    caseId: null,
  };
  const phoneDisconnectionDetails = {
    disconnectionStatus: 'x',
    lastDisconnectCheckDate: '2026-01-01',
    lastKnownConnectionDate: null,
  };

  test('in a borrower', async () => {
    const { api, path } = await aBorrower();
    const name = {
      prefix: 'Dr.',
      firstName: 'Ada',
      middleName: 'King',
      lastName: 'Lovelace',
      maidenLastName: 'Byron',
      suffix: 'Jr.',
      preferredFirstName: 'Addie',
    };
    const common = {
      externalId: 'crm-2',
      status: 'active',
      collectionsIntensity: 'light',
      metaData: { a: 1, b: 'x' },
      commPreferences: { statementDeliveryChannels: ['email'], sendRemindersWhenCurrent: true },
    };
    const identity = { identityType: 'SSN', value: '123456789', valid: true, issueDate: null, issuingCountry: 'US' };
    await poke(api, 'POST', '/people', {
      borrowerType: 'person',
      ...common,
      dateOfBirth: '1990-01-01',
      name,
      identity,
    });
    await poke(api, 'PUT', path, { borrowerType: 'person', ...common, dateOfBirth: '1990-01-01', name, caseId: null });
    await poke(api, 'POST', '/people', aBusiness({ businessDetails: { businessName: 'x', incorporatedState: 'DE' } }));
  });

  test('in an identity', async () => {
    const { api, path, identityId } = await aBorrower();
    const fields = {
      valid: true,
      issueDate: '2020-01-01',
      expirationDate: '2030-01-01',
      issuingCountry: 'US',
      isArchived: false,
      caseId: null,
    };
    const body = { identityType: 'custom', customIdentityTypeName: 'x', value: 'A-1', ...fields };
    await poke(api, 'POST', `${path}/identities`, { ...body, isPrimary: false });
    await poke(api, 'PUT', `${path}/identities/${identityId}`, body);
    await poke(api, 'POST', `${path}/identities`, { identityType: 'SSN', value: '123456789' });
  });

  test('in a contact', async () => {
    const { api, path, contactId, homeId } = await aBorrower();
    const address = {
      addressLine1: '12 Main St',
      addressLine2: null,
      city: 'Gary',
      countyOrRegion: 'Lake',
      state: 'IN',
      postalCode: '46401',
      country: 'US',
      POBox: null,
    };
    const contacts = `${path}/contacts`;
    await poke(api, 'POST', contacts, aPhone({ ...everyContactField, phoneDisconnectionDetails }));
    await poke(api, 'POST', contacts, anEmail());
    await poke(api, 'POST', `${contacts}?validate=false`, anAddress({ address }));
    await poke(api, 'PUT', `${contacts}/${homeId}`, { address });
    await poke(api, 'PUT', `${contacts}/${contactId}`, { ...everyContactField, value: '3175551212' });
    await poke(api, 'POST', `${contacts}/${contactId}/clone`, { externalId: 'c-2', value: '3175551213' });
  });

  test('in queries', async () => {
    const { api, path } = await aBorrower();
    const paging = ['limit', 'startingAfter', 'endingBefore', 'sortBy', 'total'];
    const parameters: Record<string, string[]> = {
      '/people': [...paging, 'status', 'borrowerType', 'ids'],
      '/people/search': [
        ...[...paging, '_hasTheWords', '_notTheWords', 'id', 'borrowerType', 'firstName', 'fullName', 'dateOfBirth'],
        ...['email', 'phone', 'address', 'city', 'state', 'postalCode', 'taxId', 'businessName', 'incorporatedState'],
      ],
      [path]: ['includeIdentity'],
      [`${path}/identities`]: [...paging, 'includeArchived'],
      [`${path}/contacts`]: [
        ...[...paging, 'contactType', 'affiliation', 'label', 'status', 'receiveTextMessages', 'includeArchived'],
        ...['includeLegal', 'collidesWithEmail', 'collidesWithPhone'],
      ],
    };
    const texts = oddValues.filter((value) => typeof value === 'string' && value.length < 1000) as string[];
    const odd = [
      ...texts,
      '99999999999999999999',
      '-1',
      '1e3',
      '0x10',
      'true,false',
      '[-createdAt]',
      '__proto__',
      ',,,',
    ];
    for (const [list, names] of Object.entries(parameters)) {
      await Promise.all(
        names.flatMap((name) =>
          odd.map(async (value) => {
            const query = `${name}=${encodeURIComponent(value)}`;
            const answer = await api.get(`${list}?${query}`);
            const said = `GET ${list}?${query}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`;
            assert.ok(answer.status < 500, said);
            await api.get(`${list}?${query}&${query}`).then(({ status }) => assert.ok(status < 500, said));
          }),
        ),
      );
    }
  });

  test('in paths', async () => {
    const { api } = await aBorrower();
    const texts = oddValues.filter((value) => typeof value === 'string' && value.length < 1000) as string[];
    for (const text of texts.filter((text) => text !== '')) {
      const segment = encodeURIComponent(text);
      for (const path of [`/people/${segment}`, `/people/ext-${segment}`, `/people/ext-crm-1/contacts/${segment}`]) {
        for (const method of ['GET', 'DELETE', 'PUT']) {
          const answer = await api.call(method, path, method === 'PUT' ? { body: {} } : {});
          assert.ok([400, 404, 405, 414].includes(answer.status), `${method} ${path}: ${answer.status}`);
        }
      }
    }
  });
});

type Place = readonly string[];

function placesIn(body: object, above: Place = []): Place[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const place = [...above, name];
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? [place, ...placesIn(value, place)] : [place];
  });
}

function replaced(body: object, [name, ...rest]: Place, value: unknown): object {
  const inner = (body as Record<string, unknown>)[name as string];
  return { ...body, [name as string]: rest.length === 0 ? value : replaced(inner as object, rest, value) };
}
