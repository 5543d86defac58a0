// Calls the example of an operation as a client would that has nothing but the description, after what it needs: what its
// path names is made by the examples of the operations that make it.
import assert from 'node:assert/strict';
import { versions } from '#platform/http/versions.ts';
import { eventually } from '../eventually.ts';
import { type Description, fits, type Operation } from '../fuzz/description.ts';
import type { Answer, Client } from '../house.ts';
import { beyond, isOfLines, line, shows, state } from './before.ts';

/** The description is of the newest version. */
export const newest = versions.at(-1) as string;

/** Calls operations in one company, each with what it needs before it. */
export function aWalk(api: Client, { operations }: Description) {
  // Every company has the same kinds of instruments, and a ZIP code is nobody's: no answer shows one as an id.
  const ids = new Map([
    ['instrumentType', 'card'],
    ['postalCode', '77002'],
  ]);
  const done = new Set<string>();
  const named = (name: string): Operation => {
    const found = operations.find((operation) => operation.name === name);
    assert.ok(found, `${name} is described`);
    return found;
  };

  async function walk(operation: Operation, change: object = {}): Promise<Answer> {
    done.add(operation.name);
    for (const call of [...(isOfLines(operation) ? line : []), ...(state[operation.name] ?? [])]) {
      const [name, other] = typeof call === 'string' ? [call, {}] : call;
      if (!done.has(name)) await walk(named(name), other);
    }
    const maker = makerOf(operation);
    if (maker !== undefined && !done.has(maker.name)) await walk(maker);
    for (const [, param] of operation.path.matchAll(/\{(\w+)\}/g)) await provide(operation.path, param as string);
    return await shown(operation, change);
  }

  /** Its answer, once it shows what work in the background brings about. */
  const shown = (operation: Operation, change: object, isThere: (body: Answer['body']) => unknown = () => true) =>
    eventually(`${operation.name} shows what it should`, async () => {
      const answer = await sent(operation, change);
      const { data, total } = answer.body;
      const isList = operation.method === 'GET' && Array.isArray(data);
      // A worker may add a row between the statement that counts and the one that reads the page.
      const isToCome = isList && (data.length === 0 || total < data.length);
      const isShown = !isToCome && isThere(answer.body) && (shows[operation.name]?.(answer.body) ?? true);
      return isShown ? answer : undefined;
    });

  /** A list is shown with what its own path makes. */
  const makerOf = ({ method, path }: Operation): Operation | undefined =>
    method === 'GET'
      ? operations.find((one) => one.path === path && one.method === 'POST' && !Object.hasOwn(beyond, one.name))
      : undefined;

  /** Its collection makes it or lists it; else some answer has shown it. */
  async function provide(path: string, param: string): Promise<void> {
    if (ids.has(param)) return;
    const collection = path.slice(0, path.indexOf(`/{${param}}`));
    const of = (method: string) => operations.find((one) => one.path === collection && one.method === method);
    const maker = of('POST') ?? of('GET') ?? named('companies.current');
    if (maker.method === 'POST') await walk(maker);
    else await shown(maker, {}, firstId);
    const { last } = Object.fromEntries(ids);
    if (!ids.has(param)) ids.set(param, last as string);
  }

  async function sent({ name, method, path, query, bodies, answers }: Operation, change: object): Promise<Answer> {
    const [[type, { example }] = ['', { example: undefined }]] = bodies;
    const asked = query.flatMap(({ name, example }) => (example === undefined ? [] : [`${name}=${example}`]));
    const to = path.replace(/\{(\w+)\}/g, (_, param: string) => ids.get(param) ?? `no ${param}`);
    const body = typeof example === 'object' ? { ...example, ...change } : example;
    const version = { 'api-version': newest };
    const options =
      example === undefined ? { headers: version } : { body, headers: { ...version, 'content-type': type } };
    const answer = await api.call(method, asked.length === 0 ? to : `${to}?${asked.join('&')}`, options);
    const said = JSON.stringify(answer.body).slice(0, 400);
    assert.ok(answer.status < 300, `${name} answered ${answer.status}: ${said}`);
    const expected = answers.get(String(answer.status));
    const answeredType = answer.headers['content-type'] ?? '';
    assert.ok(fits(answeredType, expected?.contentType ?? 'nothing'), `${answer.status} of ${name}`);
    if (expected?.contentType !== 'application/json') return answer;
    assert.equal(expected.complaint(answer.body), undefined, name);
    learn(answer.body);
    if (answer.status === 202 && firstOf(answer.body.data)?.object === 'operation') await ended();
    return answer;
  }

  /** Waits for an operation that goes on. */
  const ended = () =>
    eventually('it has ended', async () => {
      const path = named('operations.read').path.replace('{operationId}', ids.get('operationId') as string);
      const { state: reached } = (await api.get(path)).body.data;
      return ['queued', 'running'].includes(reached) ? undefined : reached;
    });

  /** Some answers have no envelope. */
  function learn(body: { readonly data?: unknown }): void {
    const one = firstOf(body.data ?? body);
    if (one?.companyId) ids.set('companyId', one.companyId);
    if (one?.id === undefined) return;
    ids.set('last', one.id);
    if (one.object) ids.set(`${['installment', 'lineOfCredit'].includes(one.object) ? 'loan' : one.object}Id`, one.id);
  }

  return (name: string): Promise<Answer> => walk(named(name));
}

interface Shown {
  readonly id?: string;
  readonly object?: string;
  readonly companyId?: string;
}

/** The first thing that an answer shows, in a list or alone. */
function firstOf(data: unknown): Shown | undefined {
  const isThing = (value: unknown): value is Shown => typeof value === 'object' && value !== null;
  const [one] = [data].flat().filter(isThing);
  if (one === undefined || one.id !== undefined) return one;
  return Object.values(one).find(Array.isArray)?.find(isThing);
}

const firstId = ({ data }: { data?: unknown }): string | undefined => firstOf(data)?.id;
