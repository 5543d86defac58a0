// A versioned thing: a type by which things of another kind are made, such as a case type. Each version is a row with an
// id of its own, all versions of a type have one number. At most one is active and at most one a draft; what was made by
// a version names its id and keeps it, whatever becomes of the type. From a declaration come list, create, read and
// update, the events, and the rules of versions; its own rules are a `check`.
import { isDeepStrictEqual } from 'node:util';
import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import { columnOf } from '#platform/db/column-of.ts';
import type { Table } from '#platform/db/define-table.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, refuseField } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { type Endpoint, endpoint, type Subject } from '#platform/http/endpoint.ts';
import { type IdPrefix, newNumber } from '#platform/ids.ts';
import { start } from '#platform/states.ts';
import type { AnyDeclared, AnyFields, AnyRow, Said } from './declared-resource.ts';
import type { Filters } from './define-list.ts';
import { resourceEndpoints } from './resource-endpoints.ts';
import { type Parts, partsOf } from './resource-parts.ts';
import { newRow } from './resource-rows.ts';
import { sentFields, shownFields, typeNumber, versionNumber } from './versioned-fields.ts';
import {
  contentOf,
  idOfVersion,
  insertVersion,
  lockType,
  mustHaveNoDraft,
  type VersionsOfType,
  versionsOfType,
  writeVersion,
} from './versioned-rows.ts';
import { type VersionStatus, verbOfStatus, versionStates } from './versioned-states.ts';

interface DeclaredVersioned extends Pick<AnyDeclared, 'present'> {
  readonly name: string;
  readonly plural: string;
  readonly prefix: IdPrefix;
  /** Where its path is not the plural. */
  readonly path?: string;
  /** It has the `versionedColumns`. */
  readonly table: Table;
  /** Its own fields, each with a column. */
  readonly fields: TProperties;
  /** Fields that have no column: `present` gives them. */
  readonly computed?: TProperties;
  /** Fields that have another schema when they are sent. */
  readonly taken?: Readonly<Record<string, TSchema>>;
  /** Fields without one are null when they are not sent. */
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly filters?: Filters;
  /** Fields by which its list may be sorted; the usual ones if not given. */
  readonly sort?: readonly string[];
  /** Fields that are the same in all versions of a type. */
  readonly fixed?: readonly string[];
  /** Where a request says of which type the new one is a copy: as `copyOf` in its body, or by its query. */
  readonly copiedBy: 'copyOf' | 'query';
  readonly endpoints: { readonly list: Said; readonly create: Said; readonly read: Said; readonly update: Said };
  /** The fields that were sent as they are stored: the same content must always be written in the same way. */
  normal(tx: Tx, sent: AnyFields): Promise<AnyFields>;
  /** Checks a version that is about to be written, and returns the columns that no field has. Errors: InvalidRequest. */
  check(ctx: CommandContext, tx: Tx, row: AnyRow): Promise<AnyFields>;
  /** A version was written: made, changed, published or deprecated. */
  written?(tx: Tx, ctx: CommandContext): void;
  /** The number of the user who calls; null for an API key. */
  numberOfCaller(ctx: CommandContext, tx: Tx): Promise<number | null>;
}

interface Versioned {
  readonly answer: TObject;
  readonly events: readonly EventKind[];
  readonly endpoints: readonly [list: Endpoint, create: Endpoint, read: Endpoint, update: Endpoint];
  readonly parts: Parts;
  /** A new type, as a request makes one: for what a command of another thing needs. Errors: InvalidRequest, NotFound. */
  make(ctx: CommandContext, tx: Tx, body: AnyFields): Promise<AnyFields>;
}

export function defineVersioned(given: DeclaredVersioned): Versioned {
  const declared: AnyDeclared = {
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
    },
  };
  const parts = partsOf(declared);
  const [created, updated] = Object.values(parts.events) as [EventKind, EventKind];
  const writing = { given, parts };
  const [list, read] = resourceEndpoints(parts, {}) as [Endpoint, Endpoint];
  const { words, shapes } = parts;
  const create = endpoint({
    ...saidOf(given.endpoints.create),
    errors: [errors.NotFound, ...(given.endpoints.create.errors ?? [])],
    name: `${words.group}.create`,
    path: words.path,
    summary: words.summaries.create,
    permission: `${words.permission}:create`,
    answer: shapes.answer,
    ...askedOfCreate(given, shapes.create),
    emits: [created],
    example: { body: given.endpoints.create.body },
    command: (ctx, tx, { query, body }) => createType(writing, ctx, tx, { query, body }),
  });
  const update = endpoint({
    ...saidOf(given.endpoints.update),
    name: `${words.group}.update`,
    path: `${words.path}/{${words.param}}`,
    summary: words.summaries.update,
    permission: `${words.permission}:update`,
    answer: shapes.answer,
    body: shapes.update,
    subject: versionOfPath(parts),
    emits: [created, updated],
    example: { body: given.endpoints.update.body },
    command: (ctx, tx, { body }, row) => updateVersion(writing, ctx, tx, row, body),
  });
  return {
    answer: shapes.answer,
    events: [created, updated],
    endpoints: [list, create, read, update],
    parts,
    make: (ctx, tx, body) => createType(writing, ctx, tx, { query: {}, body }),
  };
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
  return {
    param: words.param,
    notFound: errors.NotFound,
    async find(reader, reference, lock) {
      const found = await find(reader, reference);
      if (!lock) return { id: reader.realm.companyId, subject: found };
      await lockType(declared, reader, found.type_id as number);
      return { id: reader.realm.companyId, subject: await find(reader, reference) };
    },
  };
}

interface Writing {
  readonly given: DeclaredVersioned;
  readonly parts: Parts;
}

interface Asked {
  readonly query: AnyFields;
  readonly body: AnyFields;
}

/** Errors: InvalidRequest, NotFound. */
async function createType(writing: Writing, ctx: CommandContext, tx: Tx, { query, body }: Asked): Promise<AnyFields> {
  const { given, parts } = writing;
  const { copyOf, ...sent } = body;
  const typeId = (query.typeId ?? copyOf) as number | undefined;
  const version = query.version as number | undefined;
  if (typeId === undefined && version !== undefined) throw refuseField('version', 'is of no type', 'typeId beside it');
  const path = given.copiedBy === 'query' ? 'typeId' : 'copyOf';
  const source = typeId && (await parts.find(tx, await idOfVersion(parts.declared, tx, { typeId, version, path })));
  const content = { ...(source && contentOf(given.fields, source)), ...(await given.normal(tx, sent)) };
  const { to: status } = versionStates.move(start, verbOfStatus[(sent.status ?? 'draft') as VersionStatus]);
  const type = { type_id: newNumber(), version: 1, derived_from_type_id: String(typeId ?? 0) };
  return addVersion(writing, ctx, tx, { content, type: { ...type, status } });
}

interface NewVersion {
  readonly content: AnyFields;
  readonly type: AnyFields & { readonly status: VersionStatus };
}

async function addVersion(
  { given, parts }: Writing,
  ctx: CommandContext,
  tx: Tx,
  { content, type }: NewVersion,
): Promise<AnyFields> {
  const row: AnyRow = { ...newRow(parts.declared, ctx, content, undefined), ...type };
  const columns = await given.check(ctx, tx, row);
  const by = await given.numberOfCaller(ctx, tx);
  const made: AnyRow = { ...row, ...columns, created_by: by, ...(type.status === 'active' && published(ctx, by)) };
  insertVersion(parts.declared, tx, made);
  given.written?.(tx, ctx);
  parts.tell(ctx, 'created', made);
  return shown(parts, ctx, tx, made);
}

const published = (ctx: CommandContext, by: number | null) => ({ published_at: ctx.now, published_by: by });

const shown = (parts: Parts, ctx: CommandContext, tx: Tx, row: AnyRow): Promise<AnyFields> =>
  parts.showOne(row, { reader: tx, vault: ctx.vault, parent: undefined });

/** Errors: InvalidRequest. */
async function updateVersion(
  writing: Writing,
  ctx: CommandContext,
  tx: Tx,
  before: AnyRow,
  body: AnyFields,
): Promise<AnyFields> {
  const { given, parts } = writing;
  const { status: asked = before.status, deprecationMessage: message, ...sent } = body;
  const from = before.status as VersionStatus;
  const status = asked as VersionStatus;
  const old = contentOf(given.fields, before);
  const content = { ...old, ...(await given.normal(tx, sent)) };
  const changed = Object.keys(content).filter((name) => !isDeepStrictEqual(content[name], old[name]));
  const other = given.fixed?.find((name) => changed.includes(name));
  if (other !== undefined) throw refuseField(other, 'is the same in all versions', String(old[other]));
  const isSaid = message === undefined || message === before.deprecation_message;
  if (status === from && changed.length === 0 && isSaid) return shown(parts, ctx, tx, before);
  const { to } = versionStates.move(from, status === from ? 'change' : verbOfStatus[status]);
  mustSayOneThing(status, from, changed, isSaid);
  const others = await versionsOfType(parts.declared, tx, before);
  if (status === 'deprecated') return shown(parts, ctx, tx, await deprecate(writing, ctx, tx, before, message));
  if (from === 'draft') return changeDraft(writing, ctx, tx, { before, content, others, status: to });
  if (status === 'draft') mustHaveNoDraft(others);
  else await deprecate(writing, ctx, tx, before, message);
  const type = {
    type_id: before.type_id,
    version: others.newest + 1,
    derived_from_type_id: before.derived_from_type_id,
  };
  return addVersion(writing, ctx, tx, { content, type: { ...type, status } });
}

function mustSayOneThing(
  status: VersionStatus,
  from: VersionStatus,
  changed: readonly string[],
  isSaid: boolean,
): void {
  const [field] = changed;
  if (status === 'deprecated' && field !== undefined) {
    throw refuseField(field, 'does not change with a deprecation', 'the status alone');
  }
  const isReplaced = from === 'active' && status === 'active' && field !== undefined;
  if (isSaid || status === 'deprecated' || isReplaced) return;
  throw refuseField('deprecationMessage', 'is said when a version is deprecated', 'the status deprecated beside it');
}

/** `message`: undefined leaves the one that it has. */
async function deprecate(
  { given, parts }: Writing,
  ctx: CommandContext,
  tx: Tx,
  before: AnyRow,
  message: unknown,
): Promise<AnyRow> {
  const row: AnyRow = {
    ...before,
    status: versionStates.to('deprecate'),
    deprecated_at: ctx.now,
    deprecated_by: await given.numberOfCaller(ctx, tx),
    deprecation_message: message === undefined ? before.deprecation_message : message,
    updated_at: ctx.now,
  };
  writeVersion(parts.declared, tx, before, row);
  given.written?.(tx, ctx);
  parts.tell(ctx, 'updated', row);
  return row;
}

interface DraftChange {
  readonly before: AnyRow;
  readonly content: AnyFields;
  readonly others: VersionsOfType;
  readonly status: VersionStatus;
}

/** Changes it as it stands; published, it takes the place of the active version. */
async function changeDraft(
  writing: Writing,
  ctx: CommandContext,
  tx: Tx,
  { before, content, others, status }: DraftChange,
): Promise<AnyFields> {
  const { given, parts } = writing;
  const columns = Object.entries(content).map(([name, value]) => [columnOf(name), value]);
  const row: AnyRow = { ...before, ...Object.fromEntries(columns), status, updated_at: ctx.now };
  const computed = await given.check(ctx, tx, row);
  const by = await given.numberOfCaller(ctx, tx);
  if (status === 'active' && others.active !== undefined) {
    await deprecate(writing, ctx, tx, await parts.find(tx, others.active), undefined);
  }
  const written: AnyRow = { ...row, ...computed, ...(status === 'active' && published(ctx, by)) };
  writeVersion(parts.declared, tx, before, written);
  given.written?.(tx, ctx);
  parts.tell(ctx, 'updated', written);
  return shown(parts, ctx, tx, written);
}
