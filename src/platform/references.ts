// A field that names an object of a later capability, which must not be imported: the case that an action belongs to.
// Its schema says which kind of object it names, and `app` binds a resolver for it. A command gets the id; until a
// capability has such objects, every reference is refused as not found.
import type { TProperties, TSchema, TUnsafe } from 'typebox';
import Type from 'typebox';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import type { IdPrefix } from '#platform/ids.ts';
import { Id } from '#platform/input/schemas.ts';

/**
 * Whose object it must be: the ids of the path, as they were sent, or what the caller knows. `loanId` null means no loan,
 * and `path` is the field that names the object.
 */
type About = Readonly<Record<string, string | null | undefined>>;

/** The id of the object that an id or an `ext-` reference names; undefined where there is none. */
export interface Resolver {
  (reader: Reader, reference: string, about: About): Promise<string | undefined>;
  /** Whether people of the company must name one wherever something takes one. */
  readonly isRequiredOfAgents?: (reader: Reader) => Promise<boolean>;
}

/** Resolvers by the kind of object, such as `case`. */
export type Resolvers = Readonly<Record<string, Resolver>>;

/** The schema of such a field. It must be at the top level of a body or a query. */
export const Reference = (prefix: IdPrefix, kind: string): TUnsafe<string> =>
  Type.With(Id(prefix, kind), { 'x-refers-to': kind }) as unknown as TUnsafe<string>;

interface FieldReference {
  readonly field: string;
  readonly kind: string;
}

export const referencesIn = (properties: TProperties): FieldReference[] =>
  Object.entries(properties).flatMap(([field, schema]) => {
    const kind = kindOf(schema);
    return kind === undefined ? [] : [{ field, kind }];
  });

function kindOf(schema: TSchema): string | undefined {
  const { 'x-refers-to': kind, anyOf = [] } = schema as { 'x-refers-to'?: string; anyOf?: readonly TSchema[] };
  return kind ?? anyOf.map(kindOf).find((one) => one !== undefined);
}

/** Refuses people of the company who name no object where they must. Errors: InvalidRequest. */
export async function mustBeNamed(
  resolvers: Resolvers,
  reader: Reader,
  references: readonly FieldReference[],
  given: object,
): Promise<void> {
  const values = given as Readonly<Record<string, unknown>>;
  for (const { field, kind } of references) {
    if (values[field] != null || !(await resolvers[kind]?.isRequiredOfAgents?.(reader))) continue;
    throw refuseField(field, `is missing: your company wants a ${kind} for all that people do`, `the id of a ${kind}`);
  }
}

/** The input, with ids instead of references. Errors: NotFound. */
export async function resolved<T extends object>(
  resolvers: Resolvers,
  reader: Reader,
  references: readonly FieldReference[],
  given: T,
  about: About = {},
): Promise<T> {
  const values = given as Readonly<Record<string, unknown>>;
  const named = references.filter(({ field }) => typeof values[field] === 'string');
  if (named.length === 0) return given;
  const found = await Promise.all(
    named.map(async ({ field, kind }) => {
      const reference = values[field] as string;
      const id = await resolvers[kind]?.(reader, reference, about);
      if (id !== undefined) return [field, id] as const;
      throw new Refusal(errors.NotFound, `There is no ${kind} ${reference}.`, { data: { path: field } });
    }),
  );
  return { ...given, ...Object.fromEntries(found) };
}
