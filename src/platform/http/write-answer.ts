// Writes amounts and rates of an answer. Inside, an amount is whole cents and a rate is decimal text; the schema of the
// answer says where they are, so that no presenter can forget to convert one.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { formatCents } from '@tenor/engine/values/cents.ts';
import type { TSchema } from 'typebox';
import { rawJson } from '#platform/input/number.ts';

type Write = (value: unknown) => unknown;

interface Node {
  readonly 'x-tenor'?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

/** Converts a whole answer; undefined when the schema has no amount and no rate, so that nothing needs converting. */
export function answerWriter(schema: TSchema): Write | undefined {
  const node = schema as Node;
  if (node['x-tenor'] === 'amount') return (value) => rawJson(formatCents(value as Cents));
  if (node['x-tenor'] === 'rate') return (value) => rawJson(String(value));
  if (node.properties !== undefined) return objectWriter(node.properties);
  if (node.items !== undefined) return listWriter(node.items);
  // Nullable is the only union: the branch that converts does so for a value that is not null.
  const branch = node.anyOf?.map(answerWriter).find((write) => write !== undefined);
  return branch && ((value) => (value === null ? null : branch(value)));
}

function objectWriter(properties: Readonly<Record<string, TSchema>>): Write | undefined {
  const writers = Object.entries(properties).flatMap(([name, schema]) => {
    const write = answerWriter(schema);
    return write === undefined ? [] : [[name, write] as const];
  });
  if (writers.length === 0) return undefined;
  return (value) => {
    const written: Record<string, unknown> = { ...(value as object) };
    for (const [name, write] of writers) if (written[name] !== undefined) written[name] = write(written[name]);
    return written;
  };
}

function listWriter(items: TSchema): Write | undefined {
  const write = answerWriter(items);
  return write && ((value) => (value as unknown[]).map(write));
}
