// Compiles a schema to the function that decodes one part of a request: it returns new values of our own types, or
// refuses and names every wrong place. JSON is never coerced, and the input is never changed. A start checks the schema;
// what takes long is made for the first request, since most processes serve few of the endpoints.

import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { explain } from './explanation.ts';
import { readerOf } from './reader.ts';
import { Run } from './run.ts';
import { nodeOf } from './schema-node.ts';
import type { Source } from './special-values.ts';

export type { Source } from './special-values.ts';

interface Decoded<T> {
  readonly value: T;
  /** The paths of fields that the schema does not know: at most 20, and then `...` if there are more. */
  readonly ignored: string[];
}

interface Input<T> {
  /** Refuses with InvalidRequest, or with InvalidMetaData when only limits of metadata are broken. */
  decode(value: unknown, source: Source): Decoded<T>;
}

/** Throws for a schema with keywords that requests do not support; schema-node.ts lists those that are supported. */
export function compileInput<S extends TSchema>(schema: S): Input<Static<S>> {
  const node = nodeOf(schema, 'schema');
  let validator: ReturnType<typeof Compile> | undefined;
  const readers = new Map<Source, ReturnType<typeof readerOf>>();
  const readerFor = (source: Source) => {
    if (!readers.has(source)) readers.set(source, readerOf(node, source));
    return readers.get(source);
  };
  return {
    decode(value, source) {
      // A missing body counts as an empty object where an object is expected, so that the refusal names its required
      // fields.
      const given = value === undefined && node.kind === 'object' ? {} : value;
      const run = new Run(source);
      const read = readerFor(source);
      const decoded = read === undefined ? given : read(given, run);
      validator ??= Compile(node.check);
      if (!validator.Check(decoded)) explain(node, decoded, run);
      const refusal = run.refusal();
      if (refusal !== undefined) throw refusal;
      return { value: decoded as Static<S>, ignored: run.ignored };
    },
  };
}
