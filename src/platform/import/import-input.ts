// What is kept with the operation of an import: its upload and its caller. What the lines may do is what the caller might
// have done.
import { keyActor } from '#platform/command/actor.ts';
import type { Caller } from '#platform/command/context.ts';
import type { Running } from '#platform/work/operations/operations.ts';

export interface ImportInput extends Record<string, unknown> {
  readonly uploadId: string;
  readonly lines: number;
  readonly caller: KeptCaller | KeptKey;
}

interface KeptCaller extends Pick<Caller, 'timezone' | 'actor' | 'name'> {
  readonly permissions: readonly string[];
}

/** As release 0.1.0 writes and reads it. */
interface KeptKey extends Omit<KeptCaller, 'actor' | 'name'> {
  readonly keyId: string;
  readonly keyName: string;
}

/** `permissions`: those that the lines may need. A process of release 0.1.0 may take the operation: it finds the key. */
export function keptCaller(
  { timezone, actor, name, permissions: has }: Caller,
  permissions: readonly string[],
): KeptCaller {
  const key = actor.type === 'key' ? { keyId: actor.id, keyName: name } : {};
  return { timezone, actor, name, ...key, permissions: permissions.filter((one) => has.has(one)) };
}

export function callerOf({ input }: Pick<Running, 'input'>): KeptCaller {
  const { caller } = input as ImportInput;
  return 'actor' in caller ? caller : { ...caller, actor: keyActor(caller.keyId), name: caller.keyName };
}
