// The permissions that can be given, as objects.
import { createHash } from 'node:crypto';
import type { Whole } from '#platform/capability.ts';
import type { Permission } from './schemas.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789';

/** Made from the name, so that it is the same everywhere and stays. */
function idOf(name: string): string {
  const signs = [...createHash('sha256').update(name).digest().subarray(0, 8)].map((byte) => alphabet[byte % 35]);
  return `PM-${signs.slice(0, 4).join('')}-${signs.slice(4).join('')}`;
}

export function permissionObjects({ endpoints }: Pick<Whole, 'endpoints'>, names: Iterable<string>): Permission[] {
  const asking = Map.groupBy(endpoints, ({ permission }) => permission);
  return [...names].sort().map((name) => ({
    id: idOf(name),
    object: 'permission',
    name,
    description:
      asking
        .get(name)
        ?.map(({ summary }) => `${summary}.`)
        .join(' ') ?? null,
  }));
}
