// The input of an import's operation: its upload and its caller. The lines may do what the caller was allowed to do.

import Type, { type Static } from 'typebox';
import type { NamedActor } from '#platform/actor.ts';
import type { Caller } from '#platform/command/context.ts';
import { inputReader, type Job } from '#platform/work/operations/job.ts';
import type { Running } from '#platform/work/operations/operation-kind.ts';

const KeptCaller = Type.Object({
  timezone: Type.String(),
  permissions: Type.Array(Type.String()),
  actor: Type.Object({ type: Type.Unsafe<NamedActor['type']>({ type: 'string' }), id: Type.String() }),
  name: Type.String(),
});

const ImportInput = Type.Object({
  uploadId: Type.String(),
  lines: Type.Integer(),
  caller: KeptCaller,
  isPreview: Type.Optional(Type.Boolean()),
});
type KeptCaller = Static<typeof KeptCaller>;

export const readImport = inputReader(ImportInput);
export const importJob = (kind: string): Job<Static<typeof ImportInput>> => ({ kind, readInput: readImport });

/** `permissions`: those that the lines may need. */
export function keptCaller(
  { timezone, actor, name, permissions: has }: Caller,
  permissions: readonly string[],
): KeptCaller {
  return { timezone, actor, name, permissions: permissions.filter((one) => has.has(one)) };
}

export const callerOf = ({ input }: Pick<Running, 'input'>): KeptCaller => readImport(input).caller;
