// The events of one capability over HTTP: each of its endpoints emits what it declares, and each event has the fields
// that its kind declares.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { eventKinds, whole } from '#app/capabilities.ts';
import type { Capability } from '#platform/capability.ts';
import { Event } from '#platform/events/schemas.ts';
import { type Answer, type Client, type House, useHouse } from './house.ts';
import { ids } from './refusals.ts';
import { type Shown, told, typesOf } from './told.ts';

interface Scenario {
  /** The types of the events, in the order in which they are emitted. */
  readonly emits: readonly string[];
  run(api: Client, house: House): Promise<Answer>;
}

/** For each endpoint that emits: requests that together make it emit each of its kinds. */
export type Scenarios = Readonly<Record<string, readonly Scenario[]>>;

/** Call it in a describe. */
export function emitsAsDeclared(capability: Capability, scenarios: Scenarios): void {
  const emitting = (capability.routes?.(whole) ?? []).filter(({ emits }) => emits.length > 0);
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let keyId: string;
  before(async () => {
    api = (await aCompany()).test;
    keyId = ids(await api.get('/keys'))[0] as string;
  });

  test('have no scenario of an endpoint that emits nothing', () => {
    const names = new Set(emitting.map(({ name }) => name));
    const gone = Object.keys(scenarios).filter((name) => !names.has(name));
    assert.deepEqual(gone, [], 'no endpoint of these names emits anything: their scenarios can go');
  });

  for (const { name, emits, mayEmit } of emitting) {
    test(`by ${name} are what it declares, as it declares them`, async () => {
      const types = emits.map(({ type }) => `'${type}'`).join(', ');
      const acts = scenarios[name];
      assert.ok(
        acts,
        `Nothing makes ${name} emit its events. Add to src/capabilities/${capability.name}/events.test.ts: ` +
          `'${name}': [{ emits: [${types}], run: (api) => the call }], with as many entries as it takes to see each.`,
      );
      for (const { emits: expected, run } of acts) {
        const answer = await run(api, house());
        assert.ok(answer.status < 300, JSON.stringify(answer.body));
        const requestId = answer.headers['request-id'];
        const events = (await told(house(), api)).filter((event) => event.requestId === requestId);
        assert.deepEqual(typesOf(events), expected);
        assert.equal(new Set(events.map(({ creatingMessageId }) => creatingMessageId)).size, 1, 'one change');
        for (const event of events) {
          mustBeAsDeclared(event, { companyId: api.realm.companyId, keyId });
          await mustNameThePerson(api, event);
        }
        const undeclared = expected.filter((type) => ![...emits, ...mayEmit].some((kind) => kind.type === type));
        assert.deepEqual(undeclared, [], `add them to the emits of ${name}`);
      }
      const seen = new Set(acts.flatMap(({ emits }) => emits));
      const unseen = emits.filter(({ type }) => !seen.has(type)).map(({ type }) => type);
      assert.deepEqual(unseen, [], `no scenario of ${name} emits these: add one, or take them from its emits`);
    });
  }
}

async function mustNameThePerson(api: Client, { eventType, personId, personExternalId }: Shown): Promise<void> {
  if (personId === null) return assert.equal(personExternalId, null);
  const { externalId } = (await api.get(`/people/${personId}`)).body.data;
  assert.equal(personExternalId, externalId, `${eventType} tells the person's external id`);
}

const kindOf = new Map(eventKinds.map((kind) => [kind.type, kind]));

function mustBeAsDeclared(event: Shown, { companyId, keyId }: { companyId: string; keyId: string }): void {
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
    `${kind.type} has fields that its kind does not declare`,
  );
  assert.deepEqual(
    common.filter((field) => !(field in event)),
    [],
    'every event has the fields of all',
  );
  assert.equal(
    event.personId === null,
    kind.subject === 'company',
    `the subject of ${kind.type} is the ${kind.subject}`,
  );
  assert.deepEqual(
    [event.object, event.eventClass, event.companyId, event.apiKeyId, event.deletedAt],
    ['event', kind.eventClass, companyId, keyId, null],
  );
  assert.match(event.id, /^EV-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
  assert.equal(event.effectiveAt, event.createdAt);
}
