// Makes one request from its seed and number. Most requests are nearly right, so that they get far before they meet
// what is wrong.
import { versions } from '#platform/http/versions.ts';
import {
  broken,
  brokenText,
  hugeText,
  oddContentTypes,
  oddHeaders,
  oddPathParts,
  oddQueries,
  oddTexts,
} from './broken.ts';
import type { Operation, Schema } from './description.ts';
import { formText } from './form-text.ts';
import { type Known, type Params, paramsIn } from './known.ts';
import { type Random, randomOf } from './random.ts';
import { likeExample, valid } from './values.ts';

export interface FuzzRequest {
  readonly index: number;
  readonly operation: Operation;
  readonly params: Params;
  readonly method: string;
  /** The path below /api with its query, as it is sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  /** True: sent over a socket, byte for byte; otherwise as an injected call, which is quicker. */
  readonly raw: boolean;
  /** False when path or method may lead elsewhere: then any refusal is right. */
  readonly meetsOperation: boolean;
  /** Words of the body that only its owner may read again. */
  readonly marks: readonly string[];
}

const newest = versions.at(-1) as string;

/** Which operation the request of this number calls, and whether the world is prepared so that it can succeed. */
export function aimAt(seed: number, index: number, operations: readonly Operation[]) {
  const random = randomOf(seed, -index - 2);
  return { operation: drawn(operations, random), isPrepared: random.chance(0.3) };
}

interface Aimed {
  readonly operation: Operation;
  readonly known: Known;
  /** The parameters of a prepared place, if there is one. */
  readonly prepared: Params | undefined;
}

export function requestAt(seed: number, index: number, { operation, known, prepared }: Aimed): FuzzRequest {
  const random = randomOf(seed, index);
  const drawnParams = known.params(operation.path, random);
  const params = prepared ?? drawnParams;
  const path = pathOf(operation, params, known, random);
  const query = queryOf(operation, params, known, random);
  const sent = bodyOf(operation, params, known, random);
  const isOtherMethod = random.chance(0.01);
  const method = isOtherMethod ? random.pick(['PATCH', 'HEAD', 'OPTIONS', 'DELETE', 'PUT', 'TRACE']) : operation.method;
  const headers: Record<string, string> = {
    ...(random.chance(0.85) ? { 'api-version': newest } : {}),
    ...(operation.method !== 'GET' && random.chance(0.15) ? { 'idempotency-key': `key ${random.between(1, 12)}` } : {}),
    ...sent.headers,
  };
  const odd = random.chance(0.06) ? random.pick(oddHeaders) : undefined;
  if (odd !== undefined) headers[odd[0]] = odd[1];
  const { body } = sent;
  return {
    index,
    operation,
    params,
    method,
    path: path.text + query,
    headers,
    body: method === 'HEAD' || method === 'TRACE' ? undefined : body,
    raw: path.isOdd || method === 'HEAD' || random.chance(0.03),
    meetsOperation: !path.isOdd && !isOtherMethod,
    marks: sent.marks,
  };
}

/** Draws operations that change something more often than those that only read. */
function drawn(operations: readonly Operation[], random: Random): Operation {
  const first = random.pick(operations);
  const second = random.pick(operations);
  return (first?.bodies.size === 0 && random.chance(0.5) ? second : first) as Operation;
}

function pathOf({ path }: Operation, params: Params, known: Known, random: Random): { text: string; isOdd: boolean } {
  const names = paramsIn(path);
  const draw = random.fraction();
  const which = random.pick(names);
  const other = random.pick(oddPathParts);
  const stranger = known.reference(which ?? '', undefined, {}, random);
  let text = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === which && draw < 0.03) return other;
    if (name === which && draw < 0.06) return stranger;
    return params[name] ?? 'XX-AAAA-AAAA';
  });
  const tail = random.chance(0.005) ? random.pick(['/', '//', '/..', '/%00', ';x', '/../../etc', '%', '%20']) : '';
  text += tail;
  return { text, isOdd: tail !== '' || (which !== undefined && draw < 0.03) };
}

function queryOf({ query }: Operation, params: Params, known: Known, random: Random): string {
  const source = { random, known, params, fullness: 0.5 };
  const share = random.pick([0, 0, 0.1, 0.4]);
  const parts: string[] = [];
  for (const { name, schema } of query) {
    if (!random.chance(share)) continue;
    const value = random.chance(0.15) ? random.pick(oddTexts) : valid(schema, name, source);
    const text = Array.isArray(value) ? value.join(',') : String(value);
    parts.push(`${name}=${encodeURIComponent(text.toWellFormed())}`);
  }
  if (random.chance(0.03)) parts.push(random.pick(oddQueries));
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

interface Sent {
  readonly body: string | Buffer | undefined;
  readonly headers: Record<string, string>;
  readonly marks: readonly string[];
}

const nothing: Sent = { body: undefined, headers: {}, marks: [] };

function bodyOf(operation: Operation, params: Params, known: Known, random: Random): Sent {
  const draw = random.fraction();
  const json = { 'content-type': 'application/json' };
  if (operation.bodies.size === 0) {
    return random.chance(0.04)
      ? { ...nothing, body: random.pick(['{}', '{"a":1}', 'a=1', '{', '']), headers: json }
      : nothing;
  }
  if (draw < 0.01) return nothing;
  if (draw < 0.0115) return { ...nothing, body: hugeText(random), headers: json };
  const [type, described] = random.pick([...operation.bodies]) as [string, { schema: Schema; example: unknown }];
  const source = { random, known, params, fullness: random.pick([0.05, 0.2, 0.6]) };
  const marks: string[] = [];
  const asItStands = random.chance(0.2);
  const made = (): unknown => {
    if (asItStands && described.example !== undefined) return described.example;
    const isLike = described.example !== undefined && random.chance(0.6) && !type.includes('ndjson');
    let value = isLike ? likeExample(described.example, described.schema, source) : valid(described.schema, '', source);
    for (let times = random.pick([0, 0, 0, 1, 1, 2, 4]); times > 0; times--) value = broken(value, random);
    return random.chance(0.05) ? marked(value, random, marks) : value;
  };
  const headers = { 'content-type': random.chance(0.02) ? random.pick(oddContentTypes) : type };
  const text = written(type, made, random);
  const body = random.chance(0.05) ? brokenText(text, random) : text;
  return { body, headers, marks: type.includes('ndjson') || typeof body !== 'string' ? [] : marks };
}

function written(type: string, made: () => unknown, random: Random): string {
  if (type.includes('urlencoded')) return formText(made(), random);
  const line = (): string => {
    const value = made();
    // The example of a body of lines is text.
    return typeof value === 'string' && value.startsWith('{') ? value : (JSON.stringify(value) ?? '');
  };
  if (!type.includes('ndjson')) return line();
  return Array.from({ length: random.between(1, 4) }, line).join(random.pick(['\n', '\r\n', '\n\n']));
}

/**
 * Marks values deep in the body. They must not be in a refusal, because refusals name fields and do not quote values.
 */
function marked(value: unknown, random: Random, marks: string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const texts = Object.entries(value).filter(([name, one]) => typeof one === 'string' && !/Id$|^status$/.test(name));
  const which = random.pick(texts)?.[0];
  if (which === undefined) return value;
  const mark = `Quillon${random.text(10, 'bcdfghjklmnp')}\u0007`;
  marks.push(mark.slice(0, -1));
  return { ...value, [which]: mark };
}
