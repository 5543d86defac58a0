// A schema to the function that takes one part of a request in: new values of our own types, or a refusal that names
// every wrong place. Made once, at start; JSON is never coerced, and what comes in is never changed.

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
  /** The paths of fields that the schema does not know, at most 20 of them. */
  readonly ignored: string[];
}

interface Input<T> {
  /** Refuses with InvalidRequest, or with InvalidMetaData when nothing but limits of metadata is broken. */
  decode(value: unknown, source: Source): Decoded<T>;
}

/** Throws for a schema that uses what requests do not support; schema-node.ts says what that is. */
export function compileInput<S extends TSchema>(schema: S): Input<Static<S>> {
  const node = nodeOf(schema, 'schema');
  const validator = Compile(node.check);
  const readers = { json: readerOf(node, 'json'), form: readerOf(node, 'form'), query: readerOf(node, 'query') };
  return {
    decode(value, source) {
      // No body is an empty body where an object is asked for; what is required of it is then missed by name.
      const given = value === undefined && node.kind === 'object' ? {} : value;
      const run = new Run(source);
      const read = readers[source];
      const decoded = read === undefined ? given : read(given, run);
      if (!validator.Check(decoded)) explain(node, decoded, run);
      const refusal = run.refusal();
      if (refusal !== undefined) throw refusal;
      return { value: decoded as Static<S>, ignored: run.ignored };
    },
  };
}
