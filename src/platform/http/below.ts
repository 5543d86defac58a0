// Endpoints below one path that are about the same: what they have in common is said once.
import type { TNever, TObject, TProperties, TSchema } from 'typebox';
import type { ErrorKind } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import {
  type Declared,
  type Does,
  type Endpoint,
  type Previews,
  type Shape,
  type Subject,
  verbOf,
  withDefaults,
} from './endpoint.ts';

/** What each endpoint of the group says, unless it says something else itself. */
interface Group<Above extends string, A extends TSchema, X> {
  /** The path of the group; each endpoint says what follows it, or nothing. */
  readonly path: Above;
  /** That of all; without an action the verb of each endpoint is the action: `contact` gives `contact:create`. */
  readonly permission?: string;
  readonly openTo?: 'signedIn' | 'everybody';
  readonly subject?: Subject<X>;
  readonly answer?: A;
  readonly status?: number;
  readonly kinds?: readonly string[];
  readonly errors?: readonly ErrorKind[];
  readonly emits?: readonly EventKind[];
  readonly mayEmit?: readonly EventKind[];
  readonly previews?: Previews;
}

/** An `endpoint` of the group. Whom it reaches is never said for a group: each says itself that borrowers may call it. */
type EndpointBelow<Above extends string, GroupsAnswer extends TSchema, GroupsSubject> = <
  const Path extends string = '',
  S extends Shape = 'single',
  A extends TSchema = GroupsAnswer,
  Q extends TProperties = Record<never, never>,
  B extends TSchema = TObject<Record<never, never>>,
  X = GroupsSubject,
  W = undefined,
  P = undefined,
>(
  declared: { readonly path?: Path } & Declared<Q, B, A, S> & Does<`${Above}${Path}`, Q, B, A, S, X, W, P>,
) => Endpoint;

export function below<const Above extends string, A extends TSchema = TNever, X = undefined>({
  path: above,
  permission,
  ...common
}: Group<Above, A, X>): EndpointBelow<Above, A, X> {
  return ({ path, ...own }) => {
    const needed = permission?.includes(':') ? permission : permission && `${permission}:${verbOf(own.name)}`;
    const permitted = needed === undefined || own.openTo ? {} : { permission: needed };
    return withDefaults({ ...common, ...permitted, ...own, path: `${above}${path ?? ''}` });
  };
}
