// The text of a long answer, in steps: an item of a long list at a time. It is the text that JSON would give at once.
import type { Steps } from '@tenor/engine/values/steps.ts';
import type { TSchema } from 'typebox';
import { ofEach } from '#platform/of-each.ts';
import { answerWriter } from './write-answer.ts';

interface Node {
  readonly 'x-for-staff'?: boolean;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly type?: string;
}

const writerFor = (forBorrower: boolean) =>
  ofEach((schema: TSchema) => ({ write: answerWriter(schema, forBorrower) ?? ((value: unknown) => value) }));
const writers = { staff: writerFor(false), borrower: writerFor(true) };

/** A list with more items than these is written one by one. */
const longList = 32;
/** How deep a long list may lie: in a difference within an answer. */
const depthMax = 3;

/** Undefined for a value that JSON leaves out. */
export function* textOf(schema: TSchema, value: unknown, forBorrower: boolean): Steps<string | undefined> {
  const { write } = writers[forBorrower ? 'borrower' : 'staff'](schema);
  if (!isLong(value, depthMax)) return JSON.stringify(write(value));
  const node = ofOneThing(schema);
  if (forBorrower && node['x-for-staff'] === true) return undefined;
  if (Array.isArray(value)) {
    if (node.items === undefined) return JSON.stringify(write(value));
    const texts: string[] = [];
    for (const item of value) {
      texts.push((yield* textOf(node.items, item, forBorrower)) ?? 'null');
      yield;
    }
    return `[${texts.join(',')}]`;
  }
  const texts: string[] = [];
  for (const [name, part] of Object.entries(value as object)) {
    const schemaOfPart = node.properties?.[name];
    const text = schemaOfPart === undefined ? JSON.stringify(part) : yield* textOf(schemaOfPart, part, forBorrower);
    if (text !== undefined) texts.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${texts.join(',')}}`;
}

/** Null, or one thing: the schema of the thing. What may be several things is not looked into. */
function ofOneThing(schema: TSchema): Node {
  const node = schema as Node;
  const things = node.anyOf?.filter((branch) => (branch as Node).type !== 'null') ?? [];
  return things.length === 1 ? (things[0] as Node) : node;
}

function isLong(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > longList;
  if (depth === 0) return false;
  for (const name in value) if (isLong((value as Record<string, unknown>)[name], depth - 1)) return true;
  return false;
}
