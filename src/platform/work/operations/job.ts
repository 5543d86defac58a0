// What starts an operation: its kind, and the schema of the input that is kept for the worker. The worker may run
// another release, so the input is checked before it is used.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/schema';

export interface Job<Input = unknown> {
  readonly kind: string;
  /** Returns the part of the kept input that this kind needs; there may be more. */
  readInput(kept: unknown): Input;
}

export const defineJob = <const Schema extends TSchema>(kind: string, input: Schema): Job<Static<Schema>> => ({
  kind,
  readInput: inputReader(input),
});

/** The same for input that several kinds keep. */
export function inputReader<const Schema extends TSchema>(schema: Schema): (kept: unknown) => Static<Schema> {
  // Compiled when first needed: most processes never run the kind.
  let validator: ReturnType<typeof Compile<Schema>> | undefined;
  return (kept) => {
    validator ??= Compile(schema);
    if (!validator.Check(kept)) throw new Error('An operation keeps something else than its kind declares.');
    return kept as Static<Schema>;
  };
}

/** Texts of our own types, which only our code writes. */
export const KeptInstant = Type.Unsafe<Instant>({ type: 'string' });
export const KeptDate = Type.Unsafe<CivilDate>({ type: 'string' });
