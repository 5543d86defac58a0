// The input of an import's operation: its upload and its caller. The lines may do what the caller was allowed to do.

import Type, { type Static } from 'typebox';
import { keyActor, type NamedActor } from '#platform/actor.ts';
import type { Caller } from '#platform/command/context.ts';
import { inputReader, type Job } from '#platform/work/operations/job.ts';
import type { Running } from '#platform/work/operations/operation-kind.ts';

const Kept = { timezone: Type.String(), permissions: Type.Array(Type.String()) };
const KeptCaller = Type.Object({
  ...Kept,
  actor: Type.Object({ type: Type.Unsafe<NamedActor['type']>({ type: 'string' }), id: Type.String() }),
  name: Type.String(),
});
/** The form that release 0.1.0 writes and reads. */
const KeptKey = Type.Object({ ...Kept, keyId: Type.String(), keyName: Type.String() });

const ImportInput = Type.Object({
  uploadId: Type.String(),
  lines: Type.Integer(),
  caller: Type.Union([KeptCaller, KeptKey]),
  isPreview: Type.Optional(Type.Boolean()),
});
type KeptCaller = Static<typeof KeptCaller>;

export const readImport = inputReader(ImportInput);
export const importJob = (kind: string): Job<Static<typeof ImportInput>> => ({ kind, readInput: readImport });

/**
 * `permissions`: those that the lines may need. A process of release 0.1.0 that takes the operation finds the key here.
 */
export function keptCaller(
  { timezone, actor, name, permissions: has }: Caller,
  permissions: readonly string[],
): KeptCaller {
  const key = actor.type === 'key' ? { keyId: actor.id, keyName: name } : {};
  return { timezone, actor, name, ...key, permissions: permissions.filter((one) => has.has(one)) };
}

export function callerOf({ input }: Pick<Running, 'input'>): KeptCaller {
  const { caller } = readImport(input);
  return 'actor' in caller ? caller : { ...caller, actor: keyActor(caller.keyId), name: caller.keyName };
}
