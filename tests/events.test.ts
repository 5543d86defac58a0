// Events over HTTP: emitted when something happened and only then, only by the endpoints that declare them, and without
// personal data. Their order and arrival: event-order.test.ts. Their filters:
// src/platform/event-views/list-events.test.ts.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { endpoints, eventKinds } from '#app/capabilities.ts';
import { createKeyByHand, revokeKeyByHand } from '#app/cli-keys.ts';
import { erasePersonByHand } from '#app/erase-person.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { CommandRequest } from '#platform/command/run-command.ts';
import { LostRace } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { defineEvent } from '#platform/events/event-kind.ts';
import { Event } from '#platform/events/schemas.ts';
import { answerWriter } from '#platform/http/write-answer.ts';
import { aCaller } from './support/caller.ts';
import { type Answer, aBusiness, anEmail, aPerson, aPhone, type Client, useHouse } from './support/house.ts';
import { ids } from './support/refusals.ts';
import { type Shown, told, typesOf } from './support/told.ts';
import { loanBody } from './support/world.ts';

// ---- which endpoints emit what --------------------------------------------------------------------------------------

interface Scenario {
  /** The types of the events, in the order in which they are emitted. */
  readonly tells: readonly string[];
  run(api: Client): Promise<Answer>;
}

let drawn = 0;
const next = (): number => {
  drawn += 1;
  return drawn;
};
const aNewEmail = (overrides = {}) => anEmail({ value: `a${next()}@example.com`, ...overrides });
const personOf = async (api: Client): Promise<string> => (await api.made('/people', aPerson())).id;
const ssn = { identityType: 'SSN', value: '123-45-6789' };
const passport = { identityType: 'passport', value: 'X1234567' };

/** Makes a contact, a secondary identity or a key, and returns its path. */
async function aContact(api: Client): Promise<string> {
  const path = `/people/${await personOf(api)}/contacts`;
  return `${path}/${(await api.made(path, aNewEmail())).id}`;
}
async function anIdentity(api: Client): Promise<string> {
  const path = `/people/${(await api.made('/people', aPerson({ identity: ssn }))).id}/identities`;
  return `${path}/${(await api.made(path, passport)).id}`;
}
const aKey = async (api: Client): Promise<string> => `/keys/${(await api.made('/keys', { name: 'one' })).id}`;

const subscription = {
  webhookType: 'direct',
  eventTypes: ['*'],
  webhookDirectDetails: { webhookUrl: 'https://receiver.example.com/events' },
};
const aWebhook = async (api: Client): Promise<string> => `/webhooks/${(await api.made('/webhooks', subscription)).id}`;

const aLoanType = async (api: Client): Promise<string> =>
  `/loan-types/${(await api.made('/loan-types', { name: 'A loan type' })).id}`;
const aRateCap = { state: 'IN', maxRate: 0.36, effectiveDate: '2026-01-01' };
const anIndexRate = { rate: 0.05, effectiveDate: '2026-01-01' };
const merchants = '/companies/current/merchants';
const investors = '/companies/current/investors';

/** Makes something below a loan type, a merchant or an investor, and returns its path. */
async function below(api: Client, path: string, body: object): Promise<string> {
  return `${path}/${(await api.made(path, body)).id}`;
}
const aMerchant = (api: Client): Promise<string> => below(api, merchants, { businessName: 'Lakeside Dental' });
const anInvestor = (api: Client): Promise<string> => below(api, investors, { name: `Fund ${next()}` });

const network = { instrumentType: 'paymentNetwork', paymentNetworkName: 'PayNearMe' };
async function anInstrument(api: Client): Promise<string> {
  const path = `/people/${await personOf(api)}/payment-instruments`;
  return `${path}/${(await api.made(path, network))[0].id}`;
}

const loansOf = async (api: Client): Promise<string> => `/people/${await personOf(api)}/loans`;
const aPast = { periods: [{ startDate: '2025-01-15', endDate: '2025-02-14', dueDate: '2025-02-15' }] };

const aLoan = async (api: Client, status: string): Promise<string> =>
  below(api, await loansOf(api), { ...loanBody, status });

async function anActiveLoan(api: Client): Promise<string> {
  const path = await aLoan(api, 'originated');
  await api.made(`${path}/activate`, {});
  return path;
}

const aPayment = (overrides = {}) => ({ type: 'oneTime', isExternal: true, amount: 10, ...overrides });
const aTransaction = async (api: Client, body: object): Promise<string> =>
  below(api, `${await anActiveLoan(api)}/transactions`, body);
async function anOverpaidLoan(api: Client): Promise<string> {
  const path = await anActiveLoan(api);
  await api.made(`${path}/transactions`, aPayment({ amount: 5000, allowOverpayment: true }));
  return path;
}
const daysAfter = (now: string, days: number): string => new Date(Date.parse(now) + days * 86_400_000).toISOString();

async function aLoanWithFee(api: Client): Promise<string> {
  const fees = { origination: { charged: 'firstPayment' } };
  const { id: loanTypeId } = await api.made('/loan-types', { name: 'With a fee', fees });
  const atOrigination = { ...loanBody.atOrigination, fees: { originationFeeAmount: 50 } };
  const path = await below(api, await loansOf(api), { ...loanBody, loanTypeId, atOrigination });
  await api.made(`${path}/activate`, {});
  return path;
}

/** For each endpoint that emits: requests that make it emit each of its kinds. */
const scenarios: Readonly<Record<string, readonly Scenario[]>> = {
  'keys.create': [{ tells: ['key.created'], run: (api) => api.post('/keys', { name: 'another' }) }],
  'keys.update': [{ tells: ['key.updated'], run: async (api) => api.put(await aKey(api), { name: 'renamed' }) }],
  'keys.delete': [{ tells: ['key.revoked'], run: async (api) => api.delete(await aKey(api)) }],
  'people.create': [
    { tells: ['person.created'], run: (api) => api.post('/people', aBusiness()) },
    {
      tells: ['person.created', 'person.identity.created'],
      run: (api) => api.post('/people', aPerson({ identity: ssn, externalId: `crm-${next()}` })),
    },
  ],
  'people.update': [
    {
      tells: ['person.updated'],
      run: async (api) =>
        api.put(`/people/${await personOf(api)}`, { collectionsIntensity: 'heavy', status: 'active' }),
    },
    {
      tells: ['person.updated', 'person.statuschanged'],
      run: async (api) => api.put(`/people/${await personOf(api)}`, { status: 'inactive' }),
    },
  ],
  'identities.create': [
    {
      tells: ['person.identity.created'],
      run: async (api) => api.post(`/people/${await personOf(api)}/identities`, passport),
    },
  ],
  'identities.update': [
    { tells: ['person.identity.updated'], run: async (api) => api.put(await anIdentity(api), { valid: false }) },
  ],
  'identities.delete': [{ tells: ['person.identity.deleted'], run: async (api) => api.delete(await anIdentity(api)) }],
  'contacts.create': [
    {
      tells: ['contact.created'],
      run: async (api) => api.post(`/people/${await personOf(api)}/contacts`, aPhone({ externalId: `c-${next()}` })),
    },
  ],
  'contacts.update': [
    { tells: ['contact.updated'], run: async (api) => api.put(await aContact(api), { status: 'archived' }) },
  ],
  'contacts.delete': [{ tells: ['contact.deleted'], run: async (api) => api.delete(await aContact(api)) }],
  'contacts.clone': [
    {
      tells: ['contact.updated', 'contact.created'],
      run: async (api) => api.post(`${await aContact(api)}/clone`, { value: `b${next()}@example.com` }),
    },
  ],
  'loanTypes.create': [
    {
      tells: ['loantype.created'],
      run: (api) => api.post('/loan-types', { name: 'Another', externalId: `type-${next()}` }),
    },
  ],
  'loanTypes.update': [
    {
      tells: ['loantype.updated'],
      run: async (api) => api.put(await aLoanType(api), { fees: { nsfAmount: 25 }, status: 'active' }),
    },
    {
      tells: ['loantype.updated', 'loantype.statuschanged'],
      run: async (api) => api.put(await aLoanType(api), { status: 'inactive' }),
    },
  ],
  'feeTypes.create': [
    {
      tells: ['feetype.created'],
      run: async (api) => {
        const name = { displayName: 'Copy of documents', apiName: 'documentCopy' };
        return api.post(`${await aLoanType(api)}/fee-types`, { feeType: 'adHoc', name, amount: 5 });
      },
    },
  ],
  'indexRates.create': [
    {
      tells: ['indexrate.created'],
      run: async (api) => api.post(`${await aLoanType(api)}/index-rates`, anIndexRate),
    },
  ],
  'indexRates.update': [
    {
      tells: ['indexrate.updated'],
      run: async (api) =>
        api.put(await below(api, `${await aLoanType(api)}/index-rates`, anIndexRate), { rate: '-0.005' }),
    },
  ],
  'indexRates.delete': [
    {
      tells: ['indexrate.deleted'],
      run: async (api) => api.delete(await below(api, `${await aLoanType(api)}/index-rates`, anIndexRate)),
    },
  ],
  'rateCaps.create': [
    { tells: ['ratecap.created'], run: async (api) => api.post(`${await aLoanType(api)}/rate-caps`, aRateCap) },
  ],
  'rateCaps.delete': [
    {
      tells: ['ratecap.deleted'],
      run: async (api) => api.delete(await below(api, `${await aLoanType(api)}/rate-caps`, aRateCap)),
    },
  ],
  'merchants.create': [
    {
      tells: ['merchant.created'],
      run: (api) => api.post(merchants, { businessName: 'Lakeside Dental', externalId: `shop-${next()}` }),
    },
  ],
  'merchants.update': [
    { tells: ['merchant.updated'], run: async (api) => api.put(await aMerchant(api), { status: 'inactive' }) },
  ],
  'investors.create': [
    { tells: ['investor.created'], run: (api) => api.post(investors, { name: 'Wabash Loan Fund' }) },
    {
      tells: ['investor.updated', 'investor.created'],
      run: (api) => api.post(investors, { name: 'Wabash Fund II', isDefault: true }),
    },
  ],
  'investors.update': [
    { tells: ['investor.updated'], run: async (api) => api.put(await anInvestor(api), { name: 'Renamed' }) },
    {
      tells: ['investor.updated', 'investor.updated'],
      run: async (api) => api.put(await anInvestor(api), { isDefault: true }),
    },
  ],
  'paymentInstruments.create': [
    {
      tells: ['payment.instrument.created'],
      run: async (api) =>
        api.post(`/people/${await personOf(api)}/payment-instruments`, { ...network, externalId: `pay-${next()}` }),
    },
  ],
  'paymentInstruments.update': [
    { tells: ['payment.instrument.updated'], run: async (api) => api.put(await anInstrument(api), { verified: true }) },
    {
      tells: ['payment.instrument.updated', 'payment.instrument.deactivated'],
      run: async (api) => api.put(await anInstrument(api), { status: 'inactive' }),
    },
  ],
  'paymentInstruments.delete': [
    {
      tells: ['payment.instrument.deactivated', 'payment.instrument.deleted'],
      run: async (api) => api.delete(await anInstrument(api)),
    },
    {
      tells: ['payment.instrument.deleted'],
      run: async (api) => {
        const path = await anInstrument(api);
        await api.put(path, { status: 'inactive' });
        return api.delete(path);
      },
    },
  ],
  'loans.create': [
    { tells: ['loan.created'], run: async (api) => api.post(await loansOf(api), { ...loanBody, status: 'pending' }) },
    {
      tells: ['loan.created', 'loan.originated'],
      run: async (api) => api.post(await loansOf(api), { ...loanBody, externalId: `loan-${next()}` }),
    },
    {
      tells: ['loan.created', 'loan.declined'],
      run: async (api) => api.post(await loansOf(api), { ...loanBody, status: 'declined' }),
    },
  ],
  'loans.update': [
    { tells: ['loan.updated'], run: async (api) => api.put(await aLoan(api, 'originated'), { nickname: 'Kitchen' }) },
    {
      tells: ['loan.originated', 'loan.statuschanged'],
      run: async (api) => api.put(await aLoan(api, 'pending'), { status: 'originated' }),
    },
    {
      tells: ['loan.declined', 'loan.statuschanged'],
      run: async (api) => api.put(await aLoan(api, 'pending'), { status: 'declined' }),
    },
  ],
  'migration.addPastPeriods': [
    {
      tells: ['loan.updated'],
      run: async (api) => api.post(`${await aLoan(api, 'originated')}/migration/past-periods`, aPast),
    },
  ],
  'migration.updatePastPeriod': [
    {
      tells: ['loan.updated'],
      run: async (api) => {
        const path = `${await aLoan(api, 'originated')}/migration/past-periods`;
        await api.made(path, aPast);
        return api.put(path, { dueDate: '2025-02-15', fulfilledAmount: 400 });
      },
    },
  ],
  'migration.addPastTransaction': [
    {
      tells: ['loan.updated'],
      run: async (api) =>
        api.post(`${await aLoan(api, 'originated')}/migration/past-transaction`, {
          amount: 5,
          effectiveDate: '2025-02-15',
        }),
    },
  ],
  'loans.reverseAccelerate': [
    {
      tells: ['loan.statuschanged', 'loan.acceleration.reversed'],
      run: async (api) => {
        const path = await anActiveLoan(api);
        await api.made(`${path}/accelerate`, {});
        return api.post(`${path}/reverse-accelerate`, {});
      },
    },
  ],
  'loans.reverseChargeOff': [
    {
      tells: ['loan.statuschanged', 'loan.chargeoff.reversed'],
      run: async (api) => {
        const path = await anActiveLoan(api);
        await api.made(`${path}/charge-off`, { chargedOffReason: 'age' });
        return api.post(`${path}/reverse-charge-off`, {});
      },
    },
  ],
  'loans.cancel': [
    {
      tells: ['loan.canceled', 'loan.statuschanged'],
      run: async (api) => api.post(`${await aLoan(api, 'pending')}/cancel`, {}),
    },
  ],
  'loanFees.cancel': [
    {
      tells: ['loan.fee.canceled'],
      run: async (api) => {
        const path = await aLoanWithFee(api);
        const [{ id }] = (await api.get(`${path}/fees`)).body.data;
        return api.post(`${path}/fees/${id}/cancel`, {});
      },
    },
  ],
  'loanRates.create': [
    {
      tells: ['loan.rate.created'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/rates`, { interestRate: { annualRate: 0.1 } }),
    },
  ],
  'transactions.create': [
    {
      tells: ['payment.initiated', 'payment.applied'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/transactions`, aPayment({ status: 'pending' })),
    },
    {
      tells: ['payment.initiated', 'payment.succeeded', 'payment.applied'],
      run: async (api) =>
        api.post(`${await anActiveLoan(api)}/transactions`, aPayment({ externalId: `pay-${next()}` })),
    },
    {
      tells: ['payment.initiated', 'payment.failed'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/transactions`, aPayment({ status: 'failed' })),
    },
    {
      tells: ['servicecredit.created'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/transactions`, { type: 'serviceCredit', amount: 10 }),
    },
  ],
  'loans.reimburse': [
    {
      tells: ['payment.initiated', 'payment.succeeded'],
      run: async (api) =>
        api.post(`${await anOverpaidLoan(api)}/reimburse`, { reimbursementAmount: 5, isExternal: true }),
    },
    {
      tells: ['payment.initiated'],
      run: async (api) =>
        api.post(`${await anOverpaidLoan(api)}/reimburse`, {
          reimbursementAmount: 5,
          isExternal: true,
          transactionStatus: 'pending',
        }),
    },
  ],
  'transactions.update': [
    {
      tells: ['transaction.updated'],
      run: async (api) => api.put(await aTransaction(api, aPayment()), { metaData: { a: 1 } }),
    },
    {
      tells: ['payment.succeeded'],
      run: async (api) => api.put(await aTransaction(api, aPayment({ status: 'pending' })), { status: 'succeeded' }),
    },
    {
      tells: ['payment.failed'],
      run: async (api) => api.put(await aTransaction(api, aPayment()), { status: 'failed' }),
    },
    {
      tells: ['payment.canceled'],
      run: async (api) => api.put(await aTransaction(api, aPayment()), { status: 'canceled' }),
    },
  ],
  'transactions.backdate': [
    {
      tells: ['transaction.backdated'],
      run: async (api) => {
        const now = (await api.get('/test-clock')).body.data.now;
        const path = await aTransaction(api, { type: 'serviceCredit', amount: 10 });
        await api.made('/test-clock', { now: daysAfter(now, 2) });
        const answer = await api.post(`${path}/backdate`, { effectiveDate: daysAfter(now, 1).slice(0, 10) });
        await api.made('/test-clock', { now });
        return answer;
      },
    },
  ],
  'transactions.reverse': [
    {
      tells: ['servicecredit.reversed'],
      run: async (api) => api.post(`${await aTransaction(api, { type: 'serviceCredit', amount: 10 })}/reverse`, {}),
    },
  ],
  'webhooks.create': [{ tells: ['webhook.created'], run: (api) => api.post('/webhooks', subscription) }],
  'webhooks.update': [
    { tells: ['webhook.updated'], run: async (api) => api.put(await aWebhook(api), { enabled: false }) },
  ],
  'webhooks.delete': [{ tells: ['webhook.deleted'], run: async (api) => api.delete(await aWebhook(api)) }],
  'webhooks.rotateSecret': [
    { tells: ['webhook.secret.rotated'], run: async (api) => api.post(`${await aWebhook(api)}/rotate-secret`, {}) },
  ],
  'webhooks.test': [{ tells: ['webhook.test'], run: async (api) => api.post(`${await aWebhook(api)}/test`) }],
};

/** The fields of every event: a kind's own field with such a name would replace them. */
const isOfAll = new Set([
  ...['id', 'object', 'eventType', 'eventClass', 'discriminator', 'parentId', 'companyId', 'personId', 'loanId'],
  ...['periodId', 'caseId', 'transactionId', 'createdAt', 'effectiveAt', 'updatedAt', 'deletedAt'],
  ...['creatingMessageId', 'requestId', 'apiKeyId'],
]);

/**
 * Emitted without a request: by the command line, at the set-up of a company, or by a delivery that was answered 410.
 */
const byHand = ['key.created', 'key.revoked', 'person.erased', 'webhook.disabled'];

describe('what is told', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let keyId: string;
  before(async () => {
    api = (await aCompany()).test;
    keyId = ids(await api.get('/keys'))[0] as string;
  });

  const emitting = endpoints.filter(({ emits }) => emits.length > 0);
  const kindOf = new Map(eventKinds.map((kind) => [kind.type, kind]));

  test('is declared once, and told by an endpoint or by hand', () => {
    assert.equal(kindOf.size, eventKinds.length, 'no two kinds have one type');
    const emitted = endpoints.flatMap(({ emits, mayEmit }) => [...emits, ...mayEmit]);
    const missing = emitted.filter((kind) => kindOf.get(kind.type) !== kind).map(({ type }) => type);
    assert.deepEqual(
      missing,
      [],
      'these are emitted, but not in eventKinds of src/app/capabilities.ts: add them there',
    );
    const types = new Set([...emitted.map(({ type }) => type), ...byHand]);
    const silent = eventKinds.filter(({ type }) => !types.has(type)).map(({ type }) => type);
    assert.deepEqual(silent, [], 'nothing tells these: name them in the emits of an endpoint, or in byHand here');
    const overwriting = eventKinds.filter(({ fields }) =>
      Object.keys(fields.properties).some((name) => isOfAll.has(name)),
    );
    assert.deepEqual(overwriting, [], 'their own fields have names of what every event tells: name them otherwise');
    const written = eventKinds.filter(({ fields }) => {
      const own = Object.entries(fields.properties).filter(([name]) => !Object.hasOwn(Event.properties, name));
      return answerWriter(Type.Object(Object.fromEntries(own))) !== undefined;
    });
    assert.deepEqual(written, [], 'amounts and rates that Event does not have would be shown as they are stored');
    const unknown = byHand.filter((type) => !kindOf.has(type));
    assert.deepEqual(unknown, [], 'nobody declares these: take them from byHand');
    const gone = Object.keys(scenarios).filter((name) => !emitting.some((endpoint) => endpoint.name === name));
    assert.deepEqual(gone, [], 'no endpoint of these names emits anything: their scenarios can go');
  });

  for (const { name, emits, mayEmit } of emitting) {
    test(`by ${name} is what it declares, as it declares it`, async () => {
      const types = emits.map(({ type }) => `'${type}'`).join(', ');
      const acts = scenarios[name];
      assert.ok(
        acts,
        `Nothing here makes ${name} tell its events. Add to "scenarios" in tests/events.test.ts: ` +
          `'${name}': [{ tells: [${types}], run: (api) => the call }], with as many entries as it takes to see each.`,
      );
      for (const { tells, run } of acts) {
        const answer = await run(api);
        assert.ok(answer.status < 300, JSON.stringify(answer.body));
        const requestId = answer.headers['request-id'];
        const events = (await told(house(), api)).filter((event) => event.requestId === requestId);
        assert.deepEqual(typesOf(events), tells);
        assert.equal(new Set(events.map(({ creatingMessageId }) => creatingMessageId)).size, 1, 'one change');
        for (const event of events) mustBeAsDeclared(event);
        const undeclared = tells.filter((type) => ![...emits, ...mayEmit].some((kind) => kind.type === type));
        assert.deepEqual(undeclared, [], `add them to the emits of ${name}`);
      }
      const seen = new Set(acts.flatMap(({ tells }) => tells));
      const unseen = emits.filter(({ type }) => !seen.has(type)).map(({ type }) => type);
      assert.deepEqual(unseen, [], `no scenario of ${name} makes it tell these: add one, or take them from its emits`);
    });
  }

  function mustBeAsDeclared(event: Shown): void {
    const kind = kindOf.get(event.eventType);
    assert.ok(kind, event.eventType);
    const own = Object.keys(kind.fields.properties);
    const common = Object.keys(Event.properties);
    const [first] = Compile(Type.Unsafe<unknown>(kind.fields)).Errors(
      Object.fromEntries(own.filter((field) => field in event).map((field) => [field, event[field]])),
    );
    assert.equal(first && `${first.instancePath} ${first.message}`, undefined, kind.type);
    assert.deepEqual(
      Object.keys(event).filter((field) => !own.includes(field) && !common.includes(field)),
      [],
      `${kind.type} tells what its fields do not declare`,
    );
    assert.deepEqual(
      common.filter((field) => !(field in event)),
      [],
      'every event has the fields of all',
    );
    assert.equal(event.personId === null, kind.subject === 'company', `${kind.type} lies with the ${kind.subject}`);
    assert.deepEqual(
      [event.object, event.eventClass, event.companyId, event.apiKeyId, event.deletedAt],
      ['event', kind.eventClass, api.realm.companyId, keyId, null],
    );
    assert.match(event.id, /^EV-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
    assert.equal(event.effectiveAt, event.createdAt);
  }

  test('without a request has neither request nor key', async () => {
    const { id, live, test: inTest } = await aCompany();
    const made = await createKeyByHand(house().service, live.realm, { name: 'by hand' });
    const handMade = /AK-\S+/.exec(made)?.[0] as string;
    await revokeKeyByHand(house().service, live.realm, handMade);
    const shown = (events: Shown[]) => events.map((one) => [one.eventType, one.keyId, one.requestId, one.apiKeyId]);
    const [first] = ids(await live.get('/keys'));
    assert.deepEqual(shown(await told(house(), live)), [
      ['key.created', first, null, null],
      ['key.created', handMade, null, null],
      ['key.revoked', handMade, null, null],
    ]);
    const [other] = ids(await inTest.get('/keys'));
    const events = await told(house(), inTest);
    assert.deepEqual(shown(events), [['key.created', other, null, null]]);
    assert.equal(events[0].companyId, id);
  });

  // ---- when ----------------------------------------------------------------------------------------------------------

  const happened = defineEvent({
    type: 'test.happened',
    summary: 'It happened.',
    subject: 'company',
    fields: { what: Type.String() },
  });
  const run = (work: (ctx: CommandContext, tx: Tx) => Promise<void>, options: Partial<CommandRequest<unknown, void>>) =>
    house().service.runCommand({
      caller: aCaller(api.realm),
      requestId: 'r',
      emits: [happened],
      run: work,
      present: () => ({ status: 200, headers: {}, body: '' }),
      ...options,
    });
  const emit = (ctx: CommandContext, what: string) => ctx.emit(happened, api.realm.companyId, { what });

  test('is told when it is committed: not of a dry run, a failure, or a run that lost a race', async () => {
    const whats = async () => (await told(house(), api, 'events=test.happened')).map(({ what }) => what as string);
    await run(async (ctx) => emit(ctx, 'a dry run'), { dryRun: true });
    const broken = run(async (ctx) => {
      emit(ctx, 'a failure');
      throw new Error('broken');
    }, {});
    await assert.rejects(broken, /broken/);
    const failedWrite = run(async (ctx, tx) => {
      emit(ctx, 'a failed write');
      const row = { external_id: 'x', kind: 'k', subject_id: 's', object_id: 'o' };
      tx.write(tx.db.insertInto('external_ids').values([row, row]));
    }, {});
    await assert.rejects(failedWrite, { code: '23505' });
    let runs = 0;
    await run(async (ctx) => {
      runs += 1;
      emit(ctx, `run ${runs}`);
      if (runs < 3) throw new LostRace('once more');
    }, {});
    assert.deepEqual(await whats(), ['run 3']);
    const undeclared = run(async (ctx) => emit(ctx, 'undeclared'), { emits: [] });
    await assert.rejects(undeclared, /not declared/);
    assert.deepEqual(await whats(), ['run 3']);
  });

  test('is not told of what was refused, even where the refusal came last', async () => {
    const { test: client } = await aCompany();
    const { id } = await client.made('/people', aPerson({ externalId: 'taken' }));
    const path = `/people/${id}/contacts`;
    const contact = await client.made(path, anEmail());
    const before = await told(house(), client);
    const refused = await Promise.all([
      client.post('/people', aPerson({ externalId: 'taken' })),
      client.post('/people', { name: 'nobody' }),
      client.post(path, anEmail()),
      client.post(path, anEmail({ value: 'no address' })),
      client.put(`${path}/CT-AAAA-AAAA`, { status: 'archived' }),
      client.post(`${path}/${contact.id}/clone`, { contactType: 'phone' }),
      client.put(`/people/${id}`, { status: 'inactive', caseId: 'CS-AAAA-AAAA' }),
      client.delete('/keys/AK-AAAA-AAAA'),
    ]);
    assert.deepEqual(
      refused.map(({ status }) => status),
      [409, 400, 400, 400, 404, 400, 404, 404],
    );
    assert.deepEqual(await told(house(), client), before);
  });

  test('is told once for a POST that is repeated with its Idempotency-Key', async () => {
    const { test: client } = await aCompany();
    const { id } = await client.made('/people', aPerson());
    const contact = await client.made(`/people/${id}/contacts`, anEmail());
    const posts: [path: string, body: object][] = [
      ['/people', aPerson({ identity: ssn })],
      [`/people/${id}/contacts`, aNewEmail()],
      [`/people/${id}/contacts/${contact.id}/clone`, { label: 'work' }],
      ['/keys', { name: 'once' }],
    ];
    for (const [path, body] of posts) {
      const key = { 'idempotency-key': `key ${next()}` };
      const before = (await told(house(), client)).length;
      const first = await client.post(path, body, key);
      const then = await told(house(), client);
      const again = await client.post(path, body, key);
      if (path === '/keys') assert.equal(again.body.errorType, 'SecretShownOnce');
      else assert.deepEqual([again.body, again.headers['idempotent-replayed']], [first.body, 'true']);
      assert.deepEqual(await told(house(), client), then, path);
      assert.ok(then.length > before, path);
    }
  });

  test('holds nothing personal, in no column', async () => {
    const { test: client } = await aCompany();
    const telltale = {
      name: { firstName: 'Telltalefirst', lastName: 'Telltalelast', middleName: 'Telltalemiddle' },
      dateOfBirth: '1961-07-19',
      identity: { identityType: 'SSN', value: '219-09-9999' },
      metaData: { note: 'Telltalenote' },
    };
    const { id, identities } = await client.made('/people', aPerson(telltale));
    const business = { businessName: 'Telltalebusiness', businessLegalName: 'Telltalelegal' };
    await client.made('/people', aBusiness({ businessDetails: business }));
    await client.put(`/people/${id}`, { name: { firstName: 'Telltaleother' }, status: 'inactive' });
    const { id: second } = await client.made(`/people/${id}/identities`, { ...passport, value: 'TELLTALE77' });
    await client.put(`/people/${id}/identities/${identities[0].id}`, { value: '219-09-9998' });
    await client.put(`/people/${id}/identities/${second}`, { issuingCountry: 'Telltaleland' });
    await client.delete(`/people/${id}/identities/${second}`);
    const path = `/people/${id}/contacts`;
    const email = await client.made(path, anEmail({ value: 'telltale@example.com', name: 'Telltaleowner' }));
    const phone = await client.made(path, aPhone({ value: '+13175557777', status: 'secondary' }));
    const address = { addressLine1: '7 Telltale St', city: 'Indianapolis', state: 'IN', postalCode: '46204' };
    await client.made(path, { contactType: 'address', label: 'home', address });
    await client.put(`${path}/${email.id}`, { value: 'telltale2@example.com' });
    await client.made(`${path}/${phone.id}/clone`, { value: '+13175557778' });
    await client.delete(`${path}/${email.id}`);
    const { id: erased } = await client.made('/people', aPerson({ ...telltale, externalId: 'telltale-erased' }));
    await erasePersonByHand(house().service, client.realm, erased, { evenWithOpenLoans: false });

    const { rows } = await house().service.database.pools.test.query(
      'select row_to_json(events)::text as text, event_type from events where company_id = $1',
      [client.realm.companyId],
    );
    const declared = eventKinds.filter(({ type }) => /^(person|contact)\./.test(type)).map(({ type }) => type);
    const seen = new Set(rows.map((row) => row.event_type));
    assert.deepEqual(
      declared.filter((type) => !seen.has(type)),
      [],
      'each kind was looked into',
    );
    const all = rows.map((row) => row.text).join('\n');
    // Whole numbers only: a position may contain the digits of the year.
    const personal = /.{0,40}(telltale|219-?09-?999|\b1961\b|3175557|example\.com|Indianapolis|\b46204\b).{0,40}/i;
    assert.equal(personal.exec(all)?.[0], undefined);
  });
});

// ---- what events add up to -------------------------------------------------------------------------------------------

describe('the events of a history', () => {
  const { house, aCompany } = useHouse();

  const statuses = ['primary', 'secondary', 'additional', 'archived'] as const;
  interface Act {
    readonly does: 'create' | 'update' | 'addContact' | 'changeContact' | 'clone' | 'delete';
    readonly person: number;
    readonly contact: number;
    readonly personStatus: 'active' | 'inactive';
    readonly status: (typeof statuses)[number];
  }

  const acts = fc.record<Act>({
    does: fc.constantFrom('create', 'update', 'update', 'addContact', 'addContact', 'changeContact', 'clone', 'delete'),
    person: fc.nat(3),
    contact: fc.nat(3),
    personStatus: fc.constantFrom('active', 'inactive'),
    status: fc.constantFrom(...statuses),
  });
  /** The acts of one step are done at the same time. */
  const histories = fc.array(fc.array(acts, { minLength: 1, maxLength: 4 }), {
    minLength: 3,
    maxLength: 8,
  });

  interface Known {
    readonly id: string;
    readonly contacts: string[];
  }

  async function act(api: Client, people: Known[], { does, personStatus, status, ...nth }: Act): Promise<void> {
    const person = people[nth.person % people.length];
    if (does === 'create' || person === undefined) {
      people.push({ id: (await api.made('/people', aPerson({ status: personStatus }))).id, contacts: [] });
      return;
    }
    const path = `/people/${person.id}`;
    if (does === 'update') return void (await api.put(path, { status: personStatus }));
    const contact = person.contacts[nth.contact % person.contacts.length];
    if (does === 'addContact' || contact === undefined) {
      person.contacts.push((await api.made(`${path}/contacts`, aNewEmail({ status }))).id);
      return;
    }
    // An object that was deleted meanwhile answers 404, and no event is emitted.
    if (does === 'changeContact') await api.put(`${path}/contacts/${contact}`, { status });
    if (does === 'delete') await api.delete(`${path}/contacts/${contact}`);
    if (does === 'clone') {
      const clone = await api.post(`${path}/contacts/${contact}/clone`, { status });
      if (clone.status === 201) person.contacts.push(clone.body.data.id);
    }
  }

  function folded(events: readonly Shown[]): Map<string, string> {
    const standing = new Map<string, string>();
    for (const { eventType, deletedAt, personId, contactId, status } of events) {
      if (deletedAt !== null) continue;
      if (/^person\.(created|updated|statuschanged)$/.test(eventType)) standing.set(personId, status);
      if (/^contact\.(created|updated)$/.test(eventType)) standing.set(contactId, status);
      if (eventType === 'contact.deleted') standing.delete(contactId);
    }
    return standing;
  }

  async function shown(api: Client): Promise<Map<string, string>> {
    const standing = new Map<string, string>();
    for (const { id, status } of (await api.get('/people?limit=100')).body.data) {
      standing.set(id, status);
      const contacts = await api.get(`/people/${id}/contacts?limit=100&includeArchived=true&includeLegal=true`);
      for (const contact of contacts.body.data) standing.set(contact.id, contact.status);
    }
    return standing;
  }

  test('add up to what is there', async () => {
    const addUp = async (history: readonly Act[][]) => {
      const { test: api } = await aCompany();
      const people: Known[] = [];
      for (const step of history) await Promise.all(step.map((one) => act(api, people, one)));
      const sorted = (standing: Map<string, string>) => [...standing].toSorted();
      assert.deepEqual(sorted(folded(await told(house(), api))), sorted(await shown(api)));
    };
    await fc.assert(fc.asyncProperty(histories, addUp), { numRuns: 50 });
  });
});
