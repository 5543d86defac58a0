// Every field that two public clients of the reference service send or read, held against our schemas and against real
// answers: so no change refuses or drops one. The table is in client-table/.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TSchema } from 'typebox';
import { endpoints } from '#app/capabilities.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { queryReader } from '#platform/http/read-input.ts';
import { compileInput } from '#platform/input/compile-input.ts';
import { andMore } from '#platform/input/run.ts';
import { clientCalls } from './client-table/calls.ts';
import { type ClientCall, type FieldType, pathsOf, type ReadShape, sampleOf } from './client-table/fields.ts';

const endpointOf = ({ method, path }: ClientCall): Endpoint | undefined =>
  endpoints.find((one) => one.method === method && unnamed(one.path) === unnamed(path));

/** Whatever a route calls its ids: a row that waits for a route finds it. */
const unnamed = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');

const titleOf = ({ by, method, path }: ClientCall): string => `${by}: ${method} ${path}`;

interface Decoded {
  readonly ignored: readonly string[];
  readonly refused: readonly string[];
}

/** What becomes of a value with every field of the client. */
function named(decode: () => Pick<Decoded, 'ignored'>): Decoded {
  try {
    return { ignored: decode().ignored, refused: [] };
  } catch (error) {
    const { data } = error as { data: { errors: { path: string }[] } };
    return { ignored: [], refused: data.errors.map(({ path }) => path) };
  }
}

/** All of them: where one answer has no room for more, the body is sent again without those that it names. */
function ignoredOf(input: ReturnType<typeof compileInput>, sent: object): Pick<Decoded, 'ignored'> {
  const { ignored } = input.decode(JSON.parse(JSON.stringify(sent)), 'json');
  if (ignored.at(-1) !== andMore) return { ignored };
  const names = ignored.slice(0, -1);
  const rest = Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name)));
  return { ignored: [...names, ...ignoredOf(input, rest).ignored] };
}

const queryText = (value: unknown): string =>
  new URLSearchParams(Object.entries(value as object).map(([name, one]) => [name, String(one)])).toString();

interface Node {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, TSchema>> | undefined;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly const?: unknown;
  readonly additionalProperties?: unknown;
}

/** Each thing that a value may be. */
const branchesOf = (schema: TSchema): readonly Node[] =>
  (schema as Node).anyOf?.flatMap(branchesOf) ?? [schema as Node];

/** All that may stand at a path of an answer: of a loan that of every product, of a free object anything. */
function schemasAt(schema: TSchema, path: string): readonly Node[] {
  return path.split('.').reduce<readonly Node[]>((of, step) => {
    const name = step.replaceAll('[]', '');
    const found = of.flatMap(({ properties, ...node }) => {
      const inside = properties?.[name] ?? (isFree({ properties, ...node }) ? {} : undefined);
      return inside === undefined ? [] : branchesOf(inside);
    });
    return step.endsWith('[]')
      ? found.flatMap((one) => (one.items && branchesOf(one.items)) ?? (isFree(one) ? [{}] : []))
      : found;
  }, branchesOf(schema));
}

const isFree = ({ type, const: only, additionalProperties }: Node): boolean =>
  additionalProperties === true || (type === undefined && only === undefined);

const typeNames = { text: ['string'], number: ['number', 'integer'], boolean: ['boolean'], object: ['object'] };

/** Whether some answer shows a value of the client's type there; what is null so far may be anything later. */
function fits(schemas: readonly Node[], type: FieldType | undefined): boolean {
  const word = type?.replace('|null', '') ?? 'any';
  if (schemas.length === 0) return false;
  const types = schemas.flatMap((one) => one.type ?? (one.const === undefined ? 'any' : typeof one.const));
  const some = types.filter((one) => one !== 'null');
  return (
    word === 'any' ||
    some.length === 0 ||
    some.some((one) => one === 'any' || typeNames[word as keyof typeof typeNames].includes(one))
  );
}

/** A reason stands for a field and all that is in it. */
const isUnder = (path: string, reasons: Readonly<Record<string, string>>): boolean =>
  Object.keys(reasons).some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[]`));

/** What is read of the resource itself: of a list, of each item. */
function ofResource({ reads }: ClientCall, { answer, shape }: Endpoint): [ReadShape, TSchema] | undefined {
  if (reads === undefined) return undefined;
  const { data } = reads as { readonly data?: readonly [ReadShape] };
  if (data === undefined) return [reads, answer];
  return [data[0], shape === 'list' ? answer : ((answer as Node).items as TSchema)];
}

describe('what the public clients send and read', () => {
  const there = clientCalls.filter(({ comesWith }) => comesWith === undefined);

  test('goes to routes that there are, and what waits for a capability waits no longer than that', () => {
    const wrong = clientCalls.filter((call) => (endpointOf(call) === undefined) !== (call.comesWith !== undefined));
    assert.deepEqual(wrong.map(titleOf), []);
  });

  for (const call of there) {
    const endpoint = endpointOf(call) as Endpoint;

    test(`${titleOf(call)}: each field that is sent is taken, or named`, () => {
      const { query: asked, body: sent } = call;
      const query = asked && named(() => queryReader(endpoint)(queryText(sampleOf(asked))));
      const schema = sent && endpoint.body;
      const body = schema && named(() => ignoredOf(compileInput(schema), sampleOf(sent) as object));
      if (call.body !== undefined && Object.keys(call.body).length > 0) assert.ok(endpoint.body, 'it takes a body');
      assert.deepEqual([...(query?.refused ?? []), ...(body?.refused ?? [])], Object.keys(call.refused ?? {}));
      const ignored = [...(query?.ignored ?? []), ...(body?.ignored ?? [])];
      assert.deepEqual(ignored.sort(), Object.keys(call.passedOver ?? {}).sort());
    });

    test(`${titleOf(call)}: each field that is read is shown, with its type`, () => {
      const [reads, answer] = ofResource(call, endpoint) ?? [];
      if (reads === undefined || answer === undefined) return;
      const missing = pathsOf(reads)
        .filter(([path, type]) => !fits(schemasAt(answer, path), type))
        .map(([path]) => path);
      const { unshown = {} } = call;
      assert.deepEqual(
        missing.filter((path) => !isUnder(path, unshown)),
        [],
      );
      const vain = Object.keys(unshown).filter((one) => !missing.some((path) => isUnder(path, { [one]: '' })));
      assert.deepEqual(vain, [], 'it is shown by now');
    });
  }
});
