// The description as a whole: what readers meet first, how large it is, and that what webhooks are sent is what it says.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { endpoints, eventKinds } from '#app/capabilities.ts';
import { chapters } from '#app/chapters.ts';
import { describedAt } from '#app/server.ts';
import { schemaBook } from '#platform/description/schema-book.ts';
import { Amount, Described, Extended, Named, Nullable, StringEnum } from '#platform/input/schemas.ts';
import { eventually } from './support/eventually.ts';
import { schemasOf } from './support/fuzz/description.ts';
import { aPerson, aPhone, type Client, useHouse } from './support/house.ts';
import { loanBody } from './support/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document from outside, read once.
const document = JSON.parse(JSON.stringify(describedAt('http://tenor.test'))) as any;

describe('the description', () => {
  test('begins with people and loans, and has at most thirty tags with a sentence for every group of endpoints', () => {
    const names = document.tags.map(({ name }: { name: string }) => name);
    const paths = Object.values<Record<string, { tags: string[] }>>(document.paths);
    const used = new Set(paths.flatMap((path) => Object.values(path)).flatMap(({ tags }) => tags));
    assert.deepEqual([...used].sort(), names.toSorted(), 'app/chapters.ts names every group, and no other');
    assert.deepEqual([names[0], document['x-tagGroups'][1].name], ['People', 'Loans']);
    assert.deepEqual([...used][0], 'People');
    assert.ok(names.length <= 30, `${names.length} tags: put the group under one that is there`);
    const groups = chapters.flatMap(({ tags }) => tags).flatMap((tag) => Object.entries(tag.groups));
    for (const [name, sentence] of groups) {
      assert.ok(sentence.endsWith('.'), name);
      assert.ok(
        endpoints.some((endpoint) => endpoint.name.startsWith(`${name}.`)),
        `nothing is in ${name}`,
      );
    }
  });

  test('says of no field merely that it is ours: readers cannot know whose that is', () => {
    const bare = JSON.stringify(document).match(/"description":"(?:[^"\\]*\s)?Ours\.[^"]{0,40}/g);
    assert.equal(bare, null);
  });

  test('names every operation once, those of webhooks too, and shows text where the content is text', () => {
    const operations = [document.paths, document.webhooks]
      .flatMap((some) => Object.values<object>(some))
      .flatMap((some) => Object.values(some));
    const names = operations.map(({ operationId }) => operationId);
    assert.equal(new Set(names).size, operations.length);
    assert.ok(!names.includes(undefined));
    const contents = operations.flatMap(({ requestBody, responses }) => [
      requestBody,
      ...Object.values(responses ?? {}),
    ]);
    const lines = contents.flatMap((one) => one?.content?.['application/x-ndjson'] ?? []);
    assert.ok(lines.length > 0);
    assert.deepEqual(new Set(lines.map(({ example = '' }) => typeof example)), new Set(['string']));
  });

  test('opens no description with "Of" or "Those": a sentence does not lean on one that is not there', () => {
    const leaning = JSON.stringify(document).match(/"(?:description|summary)":"(?:Of|Those) [^"]{0,60}/g);
    assert.equal(leaning, null);
  });

  test('has at most 4 kB for an operation, all shared schemas included, and no large schema twice', () => {
    const operations = Object.values<object>(document.paths).flatMap((path) => Object.keys(path));
    const size = JSON.stringify(document).length;
    assert.ok(size < 4_000 * operations.length, `${size} for ${operations.length}`);
    const seen = new Map<string, string>();
    const twice: string[] = [];
    const look = (node: unknown, at: string): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('properties' in node && !at.endsWith('/properties')) {
        const text = JSON.stringify(node);
        // Where nothing is required, a resource is made and changed by equal bodies; each has its name.
        const isOfCreate = seen.get(text) === at.replace(/Update$/, 'Create');
        if (text.length > 400 && seen.has(text) && !isOfCreate) twice.push(`${seen.get(text)} and ${at}`);
        seen.set(text, at);
      }
      for (const [key, value] of Object.entries(node)) if (key !== 'examples') look(value, `${at}/${key}`);
    };
    look({ paths: document.paths, schemas: document.components.schemas }, '');
    assert.deepEqual(twice, [], 'give them a title: Named("Title")({ … })');
  });

  test('refers to nothing that is not there, and shares nothing that nobody uses', () => {
    const used = new Set(JSON.stringify(document).match(/(?<="\$ref":"#\/components\/)[^"]+/g));
    const { securitySchemes: _, ...shared } = document.components;
    const there = Object.entries<object>(shared).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `${kind}/${name}`),
    );
    assert.deepEqual(there.toSorted(), [...used].sort());
  });
});

describe('a schema in the description', () => {
  const written = (schema: TSchema) => {
    const book = schemaBook([]);
    return { place: book.write(schema), shared: book.shared() };
  };

  test('with a title is written once, and each place keeps its own words', () => {
    const Pair = Named('Pair')({ left: Described(Amount, { description: 'Owed.' }), right: Nullable(Amount) });
    const { place, shared } = written(Type.Array(Pair));
    assert.deepEqual(place, { type: 'array', items: { $ref: '#/components/schemas/Pair' } });
    const { left, right } = (shared.Pair as { properties: Record<string, unknown> }).properties;
    assert.deepEqual(left, { $ref: '#/components/schemas/Amount', description: 'Owed.' });
    assert.deepEqual(right, { anyOf: [{ $ref: '#/components/schemas/Amount' }, { type: 'null' }] });
  });

  test('that extends another says only what it adds', () => {
    const Base = Named('Base')({ a: Type.String() });
    const { place } = written(Extended(Base, { b: Type.Optional(StringEnum(['x'])) }));
    const added = { type: 'object', required: [], properties: { b: { type: 'string', enum: ['x'] } } };
    assert.deepEqual(place, { allOf: [{ $ref: '#/components/schemas/Base' }, added] });
  });

  test('has a title of its own: two that are different cannot share one', () => {
    const both = Type.Array(
      Named('A')({ one: Named('B')({ x: Type.String() }), two: Named('B')({ y: Type.String() }) }),
    );
    assert.throws(() => written(both), /Two schemas have the title B/);
  });

  test('may lack what the version without a header does not show', () => {
    const book = schemaBook([{ resource: 'A', field: 'late', since: '2030-01-01' }]);
    book.write(Named('A')({ early: Type.String(), late: Type.String() }));
    const { required, properties } = book.shared().A as { required: string[]; properties: Record<string, unknown> };
    assert.deepEqual(required, ['early']);
    assert.deepEqual(properties.late, { type: 'string', description: 'Shown from version 2030-01-01 on.' });
  });
});

describe('webhooks in the description', () => {
  const { aCompany } = useHouse();

  test('are all kinds of events, with what tells of each', () => {
    assert.deepEqual(Object.keys(document.webhooks), eventKinds.map(({ type }) => type).sort());
    for (const [type, { post }] of Object.entries<{ post: { summary: string } }>(document.webhooks)) {
      assert.ok(post.summary.endsWith('.'), type);
    }
  });

  test('are what a receiver is sent, with no field besides', async () => {
    const { test: api } = await aCompany();
    const schemas = schemasOf(document);
    const { id } = await api.made('/webhooks', {
      webhookType: 'direct',
      eventTypes: ['*'],
      // No name server knows this host: what would be sent is read from the deliveries.
      webhookDirectDetails: { webhookUrl: 'https://receiver.invalid/' },
    });
    await aLife(api);
    const sent = await eventually('the payment is planned', async () => {
      const { data } = (await api.get(`/webhooks/${id}/deliveries?limit=100`)).body;
      return data.some(({ eventType }: { eventType: string }) => eventType === 'payment.succeeded') && data;
    });
    const seen = new Set<string>();
    for (const { id: deliveryId, eventType } of sent) {
      const { data } = (await api.get(`/webhooks/${id}/deliveries/${deliveryId}`)).body;
      const complaint = schemas.webhook(eventType)(JSON.parse(data.requestBody));
      assert.equal(complaint, undefined, `${eventType}: ${data.requestBody}`);
      seen.add(eventType);
    }
    for (const type of ['person.created', 'contact.created', 'payment.instrument.created', 'loan.activated']) {
      assert.ok(seen.has(type), type);
    }
  });
});

async function aLife(api: Client): Promise<void> {
  const person = await api.made('/people', aPerson({ externalId: 'crm-1' }));
  const path = `/people/${person.id}`;
  await api.made(`${path}/contacts`, aPhone());
  await api.made(`${path}/payment-instruments`, {
    instrumentType: 'bankAccount',
    isExternal: true,
    accountNumberLastFour: '4321',
  });
  const loan = await api.made(`${path}/loans`, loanBody);
  await api.made(`${path}/loans/${loan.id}/activate`, {});
  await api.made(`${path}/loans/${loan.id}/transactions`, { type: 'oneTime', isExternal: true, amount: 10 });
}
