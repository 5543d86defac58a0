// A versioned thing: a type by which things of another kind are made, such as a case type. Each version is a row with an
// id of its own, all versions of a type have one number. At most one is active and at most one a draft; what was made by
// a version names its id and keeps it, whatever becomes of the type. From a declaration come list, create, read and
// update, and delete where it is asked for, the events, and the rules of versions; its own rules are a `check`.
import Type, { type TObject, type TProperties } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { type Endpoint, endpoint, type Subject } from '#platform/http/endpoint.ts';
import type { AnyDeclared, AnyFields, AnyRow, Said } from './declared-resource.ts';
import type { DeclaredVersioned } from './declared-versioned.ts';
import { resourceEndpoints } from './resource-endpoints.ts';
import { type Parts, partsOf } from './resource-parts.ts';
import { sentFields, shownFields, typeNumber, versionNumber } from './versioned-fields.ts';
import { lockType, versionFinder } from './versioned-rows.ts';
import { createType, deleteVersion, renewVersion, updateVersion, type Writing } from './write-version.ts';

interface Versioned {
  readonly answer: TObject;
  readonly events: readonly EventKind[];
  readonly endpoints: readonly [
    list: Endpoint,
    create: Endpoint,
    read: Endpoint,
    update: Endpoint,
    ...remove: Endpoint[],
  ];
  readonly parts: Parts;
  /** A new type, as a request makes one: for what a command of another thing needs. Errors: InvalidRequest, NotFound. */
  make(ctx: CommandContext, tx: Tx, body: AnyFields): Promise<AnyFields>;
  /** Changes a version, as a request does. The caller has locked the type. Errors: InvalidRequest. */
  change(ctx: CommandContext, tx: Tx, row: AnyRow, body: AnyFields): Promise<AnyFields>;
  /** Puts the next version with the same content in its place. The caller has locked the type. Errors: InvalidRequest. */
  renew(ctx: CommandContext, tx: Tx, row: AnyRow): Promise<AnyFields>;
}

export function defineVersioned(given: DeclaredVersioned): Versioned {
  const declared = declaredOf(given);
  const made = partsOf(declared);
  const parts: Parts = { ...made, find: versionFinder(declared, made.words.param) };
  const writing: Writing = { given, parts };
  const [list, read] = resourceEndpoints(parts, {}) as [Endpoint, Endpoint];
  return {
    answer: parts.shapes.answer,
    events: Object.values(parts.events),
    endpoints: [list, createEndpoint(writing), read, ...changingEndpoints(writing)],
    parts,
    make: (ctx, tx, body) => createType(writing, ctx, tx, { query: {}, body }),
    change: (ctx, tx, row, body) => updateVersion(writing, ctx, tx, row, body),
    renew: (ctx, tx, row) => renewVersion(writing, ctx, tx, row),
  };
}

const declaredOf = (given: DeclaredVersioned): AnyDeclared => ({
  ...given,
  fields: { ...given.fields, ...sentFields, ...shownFields, ...given.computed },
  onlyShown: Object.keys({ ...shownFields, ...given.computed }),
  defaults: { ...given.defaults, status: 'draft' },
  sort: given.sort ?? ['createdAt', 'updatedAt', 'name', 'status', 'version'],
  filters: { status: sentFields.status, typeId: shownFields.typeId, version: versionNumber, ...given.filters },
  told: { status: sentFields.status, version: versionNumber },
  endpoints: { list: given.endpoints.list, read: given.endpoints.read },
  events: {
    created: `A ${given.name} was created, or a version of one.`,
    updated: `A version of a ${given.name} was changed: its draft, or its status.`,
    ...(given.endpoints.delete && { deleted: `A draft of a ${given.name} was deleted.` }),
  },
});

function createEndpoint(writing: Writing): Endpoint {
  const { given, parts } = writing;
  const { words, shapes, events } = parts;
  return endpoint({
    ...saidOf(given.endpoints.create),
    errors: [errors.NotFound, ...(given.endpoints.create.errors ?? []), ...claimErrors(given)],
    name: `${words.group}.create`,
    path: words.path,
    summary: words.summaries.create,
    permission: `${words.permission}:create`,
    answer: shapes.answer,
    ...(given.below && { subject: given.below.subject }),
    ...askedOfCreate(given, shapes.create),
    emits: [events.created as EventKind],
    mayEmit: given.mayEmit ?? [],
    example: { body: given.endpoints.create.body },
    command: (ctx, tx, { query, body }) => createType(writing, ctx, tx, { query, body }),
  });
}

const claimErrors = ({ fields }: DeclaredVersioned) => ('externalId' in fields ? [errors.DuplicateExternalId] : []);

/** Update, and delete where it is declared. */
function changingEndpoints(writing: Writing): readonly [update: Endpoint, ...remove: Endpoint[]] {
  const { given, parts } = writing;
  const { words, shapes, events } = parts;
  const { created, updated, deleted } = events as Readonly<Record<string, EventKind>>;
  const common = { path: `${words.path}/{${words.param}}`, subject: versionOfPath(parts) };
  const update = endpoint({
    ...common,
    ...saidOf(given.endpoints.update),
    name: `${words.group}.update`,
    summary: words.summaries.update,
    permission: `${words.permission}:update`,
    answer: shapes.answer,
    body: shapes.update,
    emits: [created as EventKind, updated as EventKind],
    mayEmit: given.mayEmit ?? [],
    example: { body: given.endpoints.update.body },
    command: (ctx, tx, { body }, row) => updateVersion(writing, ctx, tx, row, body),
  });
  if (given.endpoints.delete === undefined) return [update];
  const remove = endpoint({
    ...common,
    ...saidOf(given.endpoints.delete),
    name: `${words.group}.delete`,
    summary: words.summaries.delete,
    permission: `${words.permission}:delete`,
    shape: 'message',
    emits: [updated as EventKind, deleted as EventKind],
    command: (ctx, tx, _, row) => deleteVersion(writing, ctx, tx, row),
  });
  return [update, remove];
}

const saidOf = ({ description, errors: kinds = [] }: Said) => ({
  ...(description !== undefined && { description }),
  errors: kinds,
});

/** A copy has what is not sent, so nothing has to be sent. */
function askedOfCreate(
  { copiedBy }: DeclaredVersioned,
  { properties, title }: TObject & { readonly title?: string },
): { readonly body: TObject; readonly query: TProperties } {
  const { deprecationMessage: _, ...fields } = Type.Partial(Type.Object(properties)).properties;
  const copied = Type.Optional(
    typeNumber('The number of a type to copy: what is not sent is as its active version has it, or its newest.'),
  );
  const words = { title: title ?? '' };
  if (copiedBy === 'copyOf') return { body: Type.Object({ ...fields, copyOf: copied }, words), query: {} };
  return { body: Type.Object(fields, words), query: { typeId: copied, version: Type.Optional(versionNumber) } };
}

/** A command locks the whole type, so that its versions change one after the other. */
function versionOfPath({ declared, words, find }: Parts): Subject<AnyRow> {
  const above = declared.below?.subject;
  return {
    param: words.param,
    notFound: errors.NotFound,
    async find(reader, reference, lock, params) {
      await above?.find(reader, params?.[above.param] as string, lock, params);
      const found = await find(reader, reference);
      if (!lock) return { id: reader.realm.companyId, subject: found };
      await lockType(declared, reader, found.type_id as number);
      return { id: reader.realm.companyId, subject: await find(reader, reference) };
    },
  };
}
