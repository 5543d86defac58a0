// Writes versions: a new type, the next version of one, a draft as it stands, a deprecation, a deletion.
import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '#platform/command/context.ts';
import { columnOf } from '#platform/db/column-of.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { newNumber } from '#platform/ids.ts';
import { start } from '#platform/states.ts';
import type { AnyFields, AnyRow } from './declared-resource.ts';
import type { DeclaredVersioned } from './declared-versioned.ts';
import type { Parts } from './resource-parts.ts';
import { newRow } from './resource-rows.ts';
import {
  contentOf,
  idOfVersion,
  insertVersion,
  mustHaveNoDraft,
  removeVersion,
  type VersionsOfType,
  versionsOfType,
  writeVersion,
} from './versioned-rows.ts';
import { type VersionStatus, verbOfStatus, versionStates } from './versioned-states.ts';

export interface Writing {
  readonly given: DeclaredVersioned;
  readonly parts: Parts;
}

interface Asked {
  readonly query: AnyFields;
  readonly body: AnyFields;
}

/** Errors: InvalidRequest, NotFound. */
export async function createType(
  writing: Writing,
  ctx: CommandContext,
  tx: Tx,
  { query, body }: Asked,
): Promise<AnyFields> {
  const { given, parts } = writing;
  const { copyOf, ...sent } = body;
  const typeId = (query.typeId ?? copyOf) as number | undefined;
  const version = query.version as number | undefined;
  if (typeId === undefined && version !== undefined) throw refuseField('version', 'is of no type', 'typeId beside it');
  const path = given.copiedBy === 'query' ? 'typeId' : 'copyOf';
  const source = typeId && (await parts.find(tx, await idOfVersion(parts.declared, tx, { typeId, version, path })));
  const copied = { ...(source && contentOf(given.fields, source)), ...(source && ownName) };
  const content = { ...copied, ...(await given.normal(tx, sent)) };
  const { to: status } = versionStates.move(start, verbOfStatus[(sent.status ?? 'draft') as VersionStatus]);
  const number = newNumber();
  const type = {
    type_id: number,
    version: 1,
    derived_from_type_id: String(typeId ?? 0),
    ...namedType(given, content, number),
  };
  return addVersion(writing, ctx, tx, { content, type: { ...type, status }, follows: source || undefined });
}

/** Where types have external ids, one that is given none is called by its number. */
const namedType = ({ fields }: DeclaredVersioned, { externalId }: AnyFields, number: number): AnyFields =>
  'externalId' in fields ? { external_id: externalId ?? String(number) } : {};

/** A copy has not the external id of what it was copied from. */
const ownName = { externalId: null };

interface NewVersion {
  readonly content: AnyFields;
  readonly type: AnyFields & { readonly status: VersionStatus };
  /** The version from which it has its content. */
  readonly follows: AnyRow | undefined;
  readonly isRenewal?: boolean;
}

async function addVersion(
  { given, parts }: Writing,
  ctx: CommandContext,
  tx: Tx,
  { content, type, follows, isRenewal = false }: NewVersion,
): Promise<AnyFields> {
  const row: AnyRow = { ...newRow(parts.declared, ctx, content, undefined), ...type };
  const columns = await given.check(ctx, tx, row, { follows, isRenewal });
  const by = await given.numberOfCaller(ctx, tx);
  const made: AnyRow = { ...row, ...columns, created_by: by, ...(type.status === 'active' && published(ctx, by)) };
  insertVersion(parts.declared, tx, made);
  given.written?.(tx, ctx);
  parts.tell(ctx, 'created', made);
  if (type.status === 'active') await given.publish?.(ctx, tx, made, isRenewal);
  return shown(parts, ctx, tx, made);
}

const published = (ctx: CommandContext, by: number | null) => ({ published_at: ctx.now, published_by: by });

const shown = (parts: Parts, ctx: CommandContext, tx: Tx, row: AnyRow): Promise<AnyFields> =>
  parts.showOne(row, { reader: tx, vault: ctx.vault, parent: undefined });

/** Errors: InvalidRequest. */
export async function updateVersion(
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
  return addVersion(writing, ctx, tx, { content, type: { ...typeOfNext(before, others), status }, follows: before });
}

const typeOfNext = (before: AnyRow, { newest }: VersionsOfType) => ({
  type_id: before.type_id,
  version: newest + 1,
  derived_from_type_id: before.derived_from_type_id,
});

/** Puts a version with the same content in the place of an active one, because what it names has changed. */
export async function renewVersion(writing: Writing, ctx: CommandContext, tx: Tx, before: AnyRow): Promise<AnyFields> {
  const { given, parts } = writing;
  const others = await versionsOfType(parts.declared, tx, before);
  await deprecate(writing, ctx, tx, before, undefined);
  const content = contentOf(given.fields, before);
  const type = { ...typeOfNext(before, others), status: 'active' } as const;
  return addVersion(writing, ctx, tx, { content, type, follows: before, isRenewal: true });
}

/** A draft that nothing names is gone. Everything else is deprecated, for something may have been made by it. */
export async function deleteVersion(writing: Writing, ctx: CommandContext, tx: Tx, before: AnyRow): Promise<AnyFields> {
  const { given, parts } = writing;
  const status = before.status as VersionStatus;
  if (status === 'draft' && !(await given.isNamed?.(tx, before))) {
    removeVersion(parts.declared, tx, before);
    parts.tell(ctx, 'deleted', before);
  } else if (status !== 'deprecated') {
    await deprecate(writing, ctx, tx, before, undefined);
  }
  return {};
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
  const computed = await given.check(ctx, tx, row, { follows: before, isRenewal: false });
  const by = await given.numberOfCaller(ctx, tx);
  if (status === 'active' && others.active !== undefined) {
    await deprecate(writing, ctx, tx, await parts.find(tx, others.active), undefined);
  }
  const written: AnyRow = { ...row, ...computed, ...(status === 'active' && published(ctx, by)) };
  writeVersion(parts.declared, tx, before, written);
  given.written?.(tx, ctx);
  parts.tell(ctx, 'updated', written);
  if (status === 'active') await given.publish?.(ctx, tx, written, false);
  return shown(parts, ctx, tx, written);
}
