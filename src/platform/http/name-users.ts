// Puts the present names of users into an answer. A row keeps the id of who made it and no name, because a name would
// outlive its user there; here all users of an answer are named by one look-up.
import type { TSchema } from 'typebox';
import Type from 'typebox';
import type { Caller } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { ForStaff, Nullable, Text } from '#platform/input/schemas.ts';
import type { Endpoint } from './endpoint.ts';
import type { Page } from './pages.ts';

/** The names of users by their ids. Who has no name left, or does not exist, is missing. */
export type NamesOfUsers = (
  reader: Reader,
  vault: Vault,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, string>>;

/** Without it names of users are null. */
const permission = 'user:read';

const fields = Type.Object({
  id: Text({ max: 12, description: 'The API key or the user.', example: 'AK-2MZ7-WQ1K' }),
  name: Nullable(Text({ max: 255 }), {
    description:
      'The name of the key when it was used. Of a user: the present user name, or else the email address; null for callers without `user:read`, in events, and once the user is deleted or erased.',
  }),
});

/** Who made something. What is not a user has the name that was kept. */
export const NamedMaker = ForStaff(Type.With(fields, { title: 'NamedMaker', 'x-names-user': true }) as typeof fields);

interface Maker {
  readonly id: string;
  name: string | null;
}

type Collect = (value: unknown, found: Maker[]) => void;

interface Node {
  readonly 'x-names-user'?: boolean;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

type Named = <T>(reader: Reader, caller: Caller, answer: T) => Promise<T>;

export function namerOf({ answer, shape }: Endpoint, vault: Vault, namesOf: NamesOfUsers): Named {
  const collect = collector(answer);
  if (collect === undefined) return async (_, __, given) => given;
  return async (reader, caller, given) => {
    if (caller.reach !== 'company' || !caller.permissions.has(permission)) return given;
    const found: Maker[] = [];
    for (const one of shape === 'list' ? (given as Page<unknown>).items : [given]) collect(one, found);
    const users = found.filter(({ id }) => id.startsWith('UR-'));
    if (users.length === 0) return given;
    const names = await namesOf(reader, vault, [...new Set(users.map(({ id }) => id))]);
    for (const user of users) user.name = names.get(user.id) ?? null;
    return given;
  };
}

/** Undefined: nobody is named in such a value. */
function collector(schema: TSchema): Collect | undefined {
  const node = schema as Node;
  if (node['x-names-user'] === true) return (value, found) => found.push(value as Maker);
  if (node.properties !== undefined) return ofObject(node.properties);
  const inside = [node.items, ...(node.anyOf ?? [])].flatMap((one) => (one && collector(one)) ?? []);
  if (inside.length === 0) return undefined;
  return (value, found) => {
    for (const one of Array.isArray(value) ? value : [value])
      for (const collect of inside) if (one) collect(one, found);
  };
}

function ofObject(properties: Readonly<Record<string, TSchema>>): Collect | undefined {
  const inside = Object.entries(properties).flatMap(([name, schema]) => {
    const collect = collector(schema);
    return collect === undefined ? [] : [[name, collect] as const];
  });
  if (inside.length === 0) return undefined;
  return (value, found) => {
    for (const [name, collect] of inside) {
      const one = (value as Readonly<Record<string, unknown>>)[name];
      if (one != null) collect(one, found);
    }
  };
}
