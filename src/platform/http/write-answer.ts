// Writes amounts and rates of an answer. Inside, an amount is whole cents and a rate is decimal text; the schema of the
// answer says where they are, so that no presenter can forget to convert one.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { formatCents } from '@tenor/engine/values/cents.ts';
import type { TSchema } from 'typebox';
import { rawJson } from '#platform/input/number.ts';

type Write = (value: unknown) => unknown;

interface Node {
  readonly 'x-tenor'?: string;
  readonly 'x-for-staff'?: boolean;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly type?: string;
  readonly required?: readonly string[];
}

/**
 * Converts a whole answer; undefined when nothing in it needs converting. To a borrower fields for staff are not shown.
 */
export function answerWriter(schema: TSchema, forBorrower = false): Write | undefined {
  const node = schema as Node;
  if (forBorrower && node['x-for-staff'] === true) return () => undefined;
  if (node['x-tenor'] === 'amount') return (value) => rawJson(formatCents(value as Cents));
  if (node['x-tenor'] === 'rate') return (value) => rawJson(String(value));
  if (node.properties !== undefined) return objectWriter(node.properties, forBorrower);
  if (node.items !== undefined) return listWriter(node.items, forBorrower);
  const branches = node.anyOf?.filter((branch) => (branch as Node).type !== 'null');
  return branches && unionWriter(branches, forBorrower);
}

/** One thing, or null; of several things each is known by the fields that it always has. */
function unionWriter(branches: readonly TSchema[], forBorrower: boolean): Write | undefined {
  const things = branches.map((branch) => ({
    always: (branch as Node).required ?? [],
    write: answerWriter(branch, forBorrower),
  }));
  const [thing, ...others] = things;
  if (things.every(({ write }) => write === undefined)) return undefined;
  if (thing !== undefined && others.length === 0) return (value) => (value === null ? null : thing.write?.(value));
  return (value) => {
    if (value === null) return null;
    const write = things.find(({ always }) => always.every((name) => name in (value as object)))?.write;
    return write === undefined ? value : write(value);
  };
}

function objectWriter(properties: Readonly<Record<string, TSchema>>, forBorrower: boolean): Write | undefined {
  const writers = Object.entries(properties).flatMap(([name, schema]) => {
    const write = answerWriter(schema, forBorrower);
    return write === undefined ? [] : [[name, write] as const];
  });
  if (writers.length === 0) return undefined;
  return (value) => {
    const written: Record<string, unknown> = { ...(value as object) };
    for (const [name, write] of writers) if (written[name] !== undefined) written[name] = write(written[name]);
    return written;
  };
}

function listWriter(items: TSchema, forBorrower: boolean): Write | undefined {
  const write = answerWriter(items, forBorrower);
  return write && ((value) => (value as unknown[]).map(write));
}
