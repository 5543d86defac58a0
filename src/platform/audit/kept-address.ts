// How an address is kept. The whole address of a person is about that person, and would outlive their erasure.
import type { NamedActor, UserType } from '#platform/actor.ts';

export interface Who {
  readonly actor: NamedActor;
  /** The kind of user is not looked up for a session that has ended. */
  readonly session: { readonly id: string; readonly userType?: UserType } | null;
}

/** The whole address of keys and of the company's own people, of others only the network. */
export function keptAddress({ actor, session }: Who, address: string): string {
  const isOfCompany =
    session === null ? actor.type === 'key' : session.userType === 'agent' || session.userType === 'api';
  return isOfCompany ? address : networkOf(address);
}

/** The first 24 bits of an address of version 4, the first 48 of version 6. */
export function networkOf(address: string): string {
  const four = /(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1];
  if (four !== undefined) return `${four}.0/24`;
  const [before = '', after] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = after === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill('0');
  return `${[...before, ...zeros, ...(after ?? [])].slice(0, 3).join(':')}::/48`;
}
