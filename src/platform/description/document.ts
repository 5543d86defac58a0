// The OpenAPI 3.1 description, made from the declarations that serve the requests.
import type { EventKind } from '#platform/events/event-kind.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { fieldsAddedIn, standardVersion, type VersionStep, versions } from '#platform/http/versions.ts';
import { answerBook } from './answers.ts';
import { type RecordedAnswers, thingShown } from './examples.ts';
import { type Chapter, inOrder, tagGroupsOf, tagsByGroup, tagsOf } from './groups.ts';
import { type Books, operationOf } from './operation.ts';
import { parameterBook } from './parameters.ts';
import { pushedEvents, type ShownThing } from './pushed-events.ts';
import { refusalBook } from './refusals.ts';
import { schemaBook } from './schema-book.ts';

type Json = Record<string, unknown>;

interface Described {
  readonly endpoints: readonly Endpoint[];
  /** The tags of endpoints, in the order in which a reader should meet them. */
  readonly chapters: readonly Chapter[];
  readonly eventKinds: readonly EventKind[];
  /** What payloads of events show in full. */
  readonly eventResources: readonly ShownThing[];
  readonly versionSteps: readonly VersionStep[];
  readonly recorded: RecordedAnswers;
  readonly publicUrl: string;
  readonly version: string;
}

export function openApi(described: Described): Json {
  const { chapters, eventKinds, eventResources, versionSteps, recorded, publicUrl, version } = described;
  const endpoints = inOrder(described.endpoints, chapters);
  const schemas = schemaBook(fieldsAddedIn(versionSteps));
  for (const endpoint of endpoints.toSorted(byReading)) {
    schemas.illustrate(endpoint.answer, thingShown(endpoint, recorded));
  }
  const books = {
    tagOf: tagsByGroup(chapters),
    schemas,
    parameters: parameterBook(endpoints, schemas),
    answers: answerBook(endpoints, schemas, recorded),
    refusals: refusalBook(endpoints, schemas),
  };
  const paths = pathsOf(endpoints, books);
  const webhooks = pushedEvents(eventKinds, eventResources, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tenor',
      version,
      description: introduction,
      contact: { name: 'Whoever runs this service', url: `${publicUrl}/docs/guides` },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${publicUrl}/api` }],
    tags: tagsOf(chapters),
    'x-tagGroups': tagGroupsOf(chapters),
    security: [{ key: [] }, { bearer: [] }],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'The key that the first start printed.' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key.' },
      },
      parameters: books.parameters.shared(),
      responses: { ...books.answers.shared(), ...books.refusals.shared() },
      schemas: schemas.shared(),
    },
  };
}

/** What reads a thing shows it best. */
const byReading = (a: Endpoint, b: Endpoint): number => Number(b.method === 'GET') - Number(a.method === 'GET');

function pathsOf(endpoints: readonly Endpoint[], books: Books): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {};
    (paths[endpoint.path] as Json)[endpoint.method.toLowerCase()] = operationOf(endpoint, books);
  }
  return paths;
}

const introduction = `Loan servicing and collections. New here? [Your first five calls](/docs/first-calls), in a terminal. Then [the guides](/docs/guides).

The API key decides the company and the mode, live or test.

- Bodies are JSON or form-encoded. An empty text is read as null where a field may be null and not empty; in JSON not for numbers, \`externalId\` and what must be sent. Unknown fields are ignored and named in the header \`Ignored-Fields\`. A GET refuses a query parameter that it does not know.
- Lists run newest first; \`startingAfter\` and \`endingBefore\` take ids, and \`nextUrl\` is null at the end.
- A POST with an \`Idempotency-Key\` can be repeated safely for 24 hours.
- \`API-Version\` selects a version (${versions.join(', ')}); else the key's, else ${standardVersion}.
- Your own ids go into \`externalId\`; in paths and references \`ext-\` and your id will do.`;
