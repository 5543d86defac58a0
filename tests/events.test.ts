// Events are declared once, emitted when something happened and only then, and hold nothing personal. What each endpoint
// emits: events.test.ts beside its capability. The order: event-order.test.ts. Lists: src/platform/event-views/.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import Type, { type TArray, type TObject } from 'typebox';
import { capabilities, endpoints, eventKinds, whole } from '#app/capabilities.ts';
import { createKeyByHand, revokeKeyByHand } from '#app/cli-keys.ts';
import { erasePersonByHand } from '#app/erase-person.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { CommandRequest } from '#platform/command/run-command.ts';
import { LostRace } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { defineEvent } from '#platform/events/event-kind.ts';
import { Event } from '#platform/events/schemas.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { answerWriter } from '#platform/http/write-answer.ts';
import { aCaller } from './support/caller.ts';
import { aBusiness, anEmail, aPerson, aPhone, type Client, useHouse } from './support/house.ts';
import { ids } from './support/refusals.ts';
import { type Shown, told } from './support/told.ts';

const ssn = { identityType: 'SSN', value: '123-45-6789' };
const passport = { identityType: 'passport', value: 'X1234567' };

/** The fields of every event: a kind's own field with such a name would replace them. */
const isOfAll = new Set([
  ...['id', 'object', 'eventType', 'eventClass', 'discriminator', 'parentId', 'companyId', 'personId', 'loanId'],
  ...['periodId', 'caseId', 'transactionId', 'createdAt', 'effectiveAt', 'updatedAt', 'deletedAt'],
  ...['creatingMessageId', 'requestId', 'apiKeyId'],
]);

/**
 * Emitted without a request: by the command line, at the set-up of a company, by a delivery that was answered 410, by
 * what a provider of payments or a register tells, or by the day.
 */
const byHand = [
  ...['key.created', 'key.revoked', 'person.erased', 'webhook.disabled'],
  ...['payment.confirmed', 'payment.disputed', 'payment.chargeback', 'payment.instrument.expiring'],
  ...['autopay.schedule.changed', 'autopay.schedule.paused', 'autopay.payment.rescheduled', 'autopay.payment.canceled'],
  ...['autopay.payment.announced', 'autopay.payment.lowered'],
  ...['payment.approval.expired', 'loan.credit.refund.needed', 'loan.credit.refund.fulfilled'],
  ...['loan.credit.refund.overdue', 'loan.credit.refund.lapsed', 'payment.postponed'],
  ...['ach.file.read', 'ach.file.waits', 'ach.file.sent', 'ach.file.failed', 'ach.file.unacknowledged'],
  ...['ach.return.rate.changed', 'money.break.aged', 'documentdescriptor.infected'],
  ...['monitor.hit.found', 'monitor.hit.changed', 'monitor.hit.ended', 'monitor.hit.withdrawn', 'notice.not.sent'],
  ...['generalledger.day.closed', 'loan.creditreporting.created', 'loan.creditreporting.stopped'],
];

describe('an event', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const kindOf = new Map(eventKinds.map((kind) => [kind.type, kind]));

  test('is declared once, and emitted by an endpoint or by hand', () => {
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
    assert.deepEqual(silent, [], 'nothing emits these: name them in the emits of an endpoint, or in byHand here');
    const overwriting = eventKinds.filter(({ fields }) =>
      Object.keys(fields.properties).some((name) => isOfAll.has(name)),
    );
    assert.deepEqual(overwriting, [], 'their own fields have names that every event has: name them otherwise');
    const written = eventKinds.filter(({ fields }) => {
      const own = Object.entries(fields.properties).filter(([name]) => !Object.hasOwn(Event.properties, name));
      return answerWriter(Type.Object(Object.fromEntries(own))) !== undefined;
    });
    assert.deepEqual(written, [], 'amounts and rates that Event does not have would be shown as they are stored');
    const unknown = byHand.filter((type) => !kindOf.has(type));
    assert.deepEqual(unknown, [], 'nobody declares these: take them from byHand');
  });

  test('is of one of the types that answers name; filters and subscriptions take any name', () => {
    const of = (name: string) => endpoints.find((one) => one.name === name) as Endpoint;
    const enumOf = (schema: unknown) => (schema as { enum?: string[]; items?: { enum?: string[] } } | undefined)?.enum;
    for (const name of ['events.list', 'events.ofPerson', 'events.stream']) {
      const { answer, query } = of(name);
      const { properties } = answer as TObject;
      assert.deepEqual(enumOf(properties.eventType), [...kindOf.keys()].toSorted(), name);
      for (const filter of ['events', 'excludeEvents']) {
        const { items } = (query as Record<string, TArray>)[filter] as TArray;
        assert.ok(items && enumOf(items) === undefined, filter);
      }
    }
    const { eventTypes } = (of('webhooks.create').body as TObject).properties;
    assert.equal(enumOf((eventTypes as TArray).items), undefined);
  });

  test('of an endpoint has its scenarios beside the capability', () => {
    const emitting = capabilities.filter(({ routes }) => routes?.(whole).some(({ emits }) => emits.length > 0));
    assert.ok(emitting.length > 3, 'capabilities that emit were found');
    const without = emitting.filter(({ name }) => {
      const path = `src/capabilities/${name}/events.test.ts`;
      const value = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      return !existsSync(path) || !readFileSync(path, 'utf8').includes(`emitsAsDeclared(${value}`);
    });
    assert.deepEqual(
      without.map(({ name }) => name),
      [],
      'add events.test.ts to their folders, with emitsAsDeclared',
    );
  });

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

  test('is emitted when its command is committed: not by a dry run, a failure, or a run that lost a race', async () => {
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

  test('is not emitted by what was refused, even where the refusal came last', async () => {
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

  test('is emitted once for a POST that is repeated with its Idempotency-Key', async () => {
    const { test: client } = await aCompany();
    const { id } = await client.made('/people', aPerson());
    const contact = await client.made(`/people/${id}/contacts`, anEmail());
    const posts: [path: string, body: object][] = [
      ['/people', aPerson({ identity: ssn })],
      [`/people/${id}/contacts`, anEmail({ value: 'grace@example.com' })],
      [`/people/${id}/contacts/${contact.id}/clone`, { label: 'work' }],
      ['/keys', { name: 'once' }],
    ];
    for (const [i, [path, body]] of posts.entries()) {
      const key = { 'idempotency-key': `key ${i}` };
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
      'select row_to_json(event_commits)::text as text, types from event_commits where company_id = $1',
      [client.realm.companyId],
    );
    const declared = eventKinds.filter(({ type }) => /^(person|contact)\./.test(type)).map(({ type }) => type);
    const seen = new Set(rows.flatMap((row) => row.types));
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
