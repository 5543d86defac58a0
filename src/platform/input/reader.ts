// Closures, made once for each schema and source, that turn a parsed value into a new one: text is coerced (form,
// query), special values are decoded, unknown fields are left out and noted. The compiled check then decides whether
// the rest fits; it also gets values that a closure cannot read, and refuses them.

import {
  admitsEmptyText,
  formList,
  formMap,
  isWrittenAsText,
  leafCoercion,
  meansNoText,
  queryList,
} from './coercion.ts';
import { contrast } from './expectation.ts';
import { isMap, keptMetaData, metaDataProblems } from './metadata.ts';
import { Inexact, keepNumbers } from './number.ts';
import type { Run } from './run.ts';
import type { SchemaNode } from './schema-node.ts';
import { type Source, type SpecialName, type SpecialValue, specialValues } from './special-values.ts';

/** When it is undefined the value stays as it is, which costs nothing. */
type Reader = (value: unknown, run: Run) => unknown;

type NodeOf<Kind extends SchemaNode['kind']> = SchemaNode & { readonly kind: Kind };

interface Place {
  /** The words of the outer node when a nullable one is read. */
  readonly expected?: string;
  /** Whether it is a field that need not be sent. */
  readonly mayBeLeftOut?: boolean;
}

export function readerOf(node: SchemaNode, source: Source, place: Place = {}): Reader | undefined {
  const { expected = node.expected } = place;
  switch (node.kind) {
    case 'leaf':
      return source === 'json' ? undefined : leafCoercion(node);
    case 'open':
      return source === 'json' ? keepNumbers : undefined;
    case 'special':
      return specialReader(node.special, expected);
    case 'metaData':
      return metaDataReader(expected, source);
    case 'nullable':
      return nullableReader(node, source, place);
    case 'object':
      return objectReader(node, source);
    case 'record':
      return recordReader(node, source);
    case 'list':
      return listReader(node, source);
  }
}

function specialReader(name: SpecialName, expected: string): Reader {
  const { types, parse, complaint }: SpecialValue = specialValues[name];
  return (value, run) => {
    const parsed = parse(value, run.source);
    if (parsed !== undefined) return parsed;
    run.report(complaint?.(value) ?? `must be ${expected}${contrast(value, types)}`, expected);
    return value;
  };
}

function metaDataReader(expected: string, source: Source): Reader {
  return (given, run) => {
    const value = source === 'json' ? given : given === '' ? null : formMap(given);
    if (value === null) return null;
    if (!isMap(value)) {
      run.report(`must be ${expected}${contrast(value, ['object'])}`, expected);
      return value;
    }
    const problems = metaDataProblems(value, run.path);
    if (problems.length === 0) return keptMetaData(value);
    for (const problem of problems) run.reportOverLimit(problem);
    return value;
  };
}

/**
 * In JSON only a field that need not be sent is null for an empty text: where null must be said, or means all or for ever,
 * it is said by null. An amount is never an empty text, nor is an external id, which says itself that it may be null.
 */
function nullableReader(
  { inner, isNullSaid, expected }: NodeOf<'nullable'>,
  source: Source,
  { mayBeLeftOut = false }: Place,
): Reader | undefined {
  const read = readerOf(inner, source, { expected });
  const mayBeEmpty = source !== 'json' || (mayBeLeftOut && !isNullSaid && isWrittenAsText(inner));
  const emptyIsNull = !admitsEmptyText(inner) && mayBeEmpty;
  const wordIsNull = source !== 'json' && meansNoText(inner);
  if (read === undefined && !emptyIsNull) return undefined;
  return (value, run) => {
    if (value === null || (value === '' && emptyIsNull) || (value === 'null' && wordIsNull)) return null;
    return read === undefined ? value : read(value, run);
  };
}

interface Field {
  readonly name: string;
  readonly read: Reader | undefined;
  readonly isNotSentIfEmpty: boolean;
}

function isNotSentIfEmpty(node: SchemaNode): boolean {
  const list = node.kind === 'nullable' ? node.inner : node;
  return list.kind === 'list' && list.isNotSentIfEmpty;
}

/** Both spellings are in use (resource shapes, 1.4). The decoded value uses the schema's. */
const otherSpelling: Readonly<Record<string, string>> = { metaData: 'metadata', metadata: 'metaData' };

function fieldsOf({ fields, required }: NodeOf<'object'>, source: Source): Map<string, Field> {
  const known = new Map<string, Field>();
  for (const [name, node] of fields) {
    const field = {
      name,
      read: readerOf(node, source, { mayBeLeftOut: !required.includes(name) }),
      isNotSentIfEmpty: isNotSentIfEmpty(node),
    };
    known.set(name, field);
    const other = otherSpelling[name];
    if (other !== undefined && !fields.has(other)) known.set(other, field);
  }
  return known;
}

function objectReader(node: NodeOf<'object'>, source: Source): Reader {
  const fields = fieldsOf(node, source);
  const isPlain = [...fields].every(
    ([name, field]) => name === field.name && field.read === undefined && !field.isNotSentIfEmpty,
  );
  const known = fields.size === 0 ? 'nothing' : `one of ${[...fields.keys()].join(', ')}`;
  return (value, run) => {
    if (!isMap(value)) return refusable(value);
    const keys = Object.keys(value);
    // The most frequent case: nothing to decode and nothing to leave out, so nothing is copied.
    if (isPlain && keys.every((key) => fields.has(key))) return value;
    const result: Record<string, unknown> = {};
    for (const key of keys) {
      const field = fields.get(key);
      if (field === undefined) {
        if (node.unknown === 'refused') run.reportIn(key, 'is not known here', known);
        else if (node.unknown === 'kept' && key !== '__proto__') result[key] = keepNumbers(value[key]);
        else run.ignore(key);
      } else if (Object.hasOwn(result, field.name)) {
        run.reportIn(key, 'must be sent once: metaData and metadata are two spellings of one field', 'one spelling');
      } else {
        const item = field.read === undefined ? value[key] : within(key, field.read, value[key], run);
        if (!(field.isNotSentIfEmpty && Array.isArray(item) && item.length === 0)) result[field.name] = item;
      }
    }
    return result;
  };
}

function recordReader({ values }: NodeOf<'record'>, source: Source): Reader {
  const read = readerOf(values, source);
  return (given, run) => {
    const value = source === 'json' ? given : formMap(given);
    if (!isMap(value)) return refusable(value);
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, item]) => [key, read ? within(key, read, item, run) : item]));
  };
}

const listCoercions = { json: undefined, form: formList, query: queryList } as const;

function listReader({ items }: NodeOf<'list'>, source: Source): Reader | undefined {
  const read = readerOf(items, source);
  const coerce = listCoercions[source];
  if (read === undefined) return coerce;
  return (given, run) => {
    const value = coerce === undefined ? given : coerce(given);
    if (!Array.isArray(value)) return value;
    return value.map((item, index) => within(index, read, item, run));
  };
}

function within(part: string | number, read: Reader, value: unknown, run: Run): unknown {
  run.path.push(part);
  const result = read(value, run);
  run.path.pop();
  return result;
}

/** An `Inexact` is an object to the compiled check, which must not take it for an empty one. */
const refusable = (value: unknown): unknown => (value instanceof Inexact ? Number.NaN : value);
