// Brings a document into a company: what is new is made, what differs gets a new version, what is equal stays. It is one
// commit, so either all of it holds or nothing does.
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { CommandContext } from '#platform/command/context.ts';
import { columnOf } from '#platform/db/column-of.ts';
import type { Table } from '#platform/db/define-table.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, problemIf, Refusal, refusedWith, refuseFields } from '#platform/errors.ts';
import type { AnyFields, AnyRow } from '#platform/resource/declared-resource.ts';
import { postponeRenewals, renewPostponed } from '../renew.ts';
import {
  type KindOfDocument,
  kindsOfDocument,
  ownFields,
  type TypeInDocument,
  type WorkflowDocument,
} from './document.ts';

export const changes = ['created', 'newVersion', 'published', 'unchanged'] as const;

interface Change {
  readonly object: string;
  readonly externalId: string;
  readonly name: string;
  readonly change: (typeof changes)[number];
  /** The version that is there afterwards. */
  readonly id: string;
  /** The fields that differ. */
  readonly fields: readonly string[];
}

/** Errors: InvalidRequest, DuplicateExternalId. */
export async function importTypes(ctx: CommandContext, tx: Tx, document: WorkflowDocument): Promise<readonly Change[]> {
  mustHaveNone((Object.keys(kindsOfDocument) as KindOfDocument[]).flatMap((kind) => namesTwice(kind, document[kind])));
  postponeRenewals(tx);
  const done: Change[] = [];
  for (const kind of Object.keys(kindsOfDocument) as KindOfDocument[]) {
    const existing = await existingOf(tx, kind, document[kind]);
    for (const [i, type] of document[kind].entries()) {
      const before = existing.get(type.externalId);
      done.push(await within(`${kind}[${i}]`, importType(ctx, tx, kind, type, before)));
    }
  }
  const published = done.filter(({ change }) => change !== 'unchanged');
  const renewed = await renewPostponed(ctx, tx, new Set(published.map(({ id }) => id)));
  const ofParts = renewed.map(({ before, after }) => ({
    object: 'workflowType',
    externalId: String(before.external_id),
    name: String(before.name),
    change: 'newVersion' as const,
    id: String(after.id),
    fields: ['steps'],
  }));
  const replaced = new Set(renewed.map(({ before }) => before.id));
  return [...done.filter(({ id }) => !replaced.has(id)), ...ofParts];
}

const namesTwice = (kind: KindOfDocument, types: readonly TypeInDocument[]): Problem[] => {
  const names = types.map(({ externalId }) => externalId);
  return names.flatMap((name, i) =>
    problemIf(names.indexOf(name) < i, `${kind}[${i}].externalId`, 'stands there twice', 'another one'),
  );
};

/** The active version of each type that is there already, or its draft. Errors: InvalidRequest. */
async function existingOf(
  reader: Reader,
  kind: KindOfDocument,
  types: readonly TypeInDocument[],
): Promise<ReadonlyMap<string, AnyRow>> {
  const { table } = kindsOfDocument[kind].parts.declared;
  const names = types.map(({ externalId }) => externalId);
  const rows = names.length === 0 ? [] : await reader.rows(versionsNamed(reader, table, names));
  const byName = new Map((rows as readonly object[] as readonly AnyRow[]).map((row) => [String(row.external_id), row]));
  mustHaveNone(
    names.flatMap((name, i) => {
      const isOld = byName.get(name)?.status === 'deprecated';
      return problemIf(isOld, `${kind}[${i}].externalId`, 'is that of a deprecated type', 'another one');
    }),
  );
  return byName;
}

const versionsNamed = (reader: Reader, { name }: Table, names: readonly string[]) =>
  reader.db
    .selectFrom(name as 'workflow_types')
    .distinctOn('type_id')
    .selectAll()
    .where('external_id', '=', sql<string>`any(${names}::text[])`)
    .orderBy('type_id')
    .orderBy(sql`case status when 'active' then 0 when 'draft' then 1 else 2 end`)
    .orderBy('version', 'desc');

async function importType(
  ctx: CommandContext,
  tx: Tx,
  kind: KindOfDocument,
  type: TypeInDocument,
  before: AnyRow | undefined,
): Promise<Change> {
  const { make, change, parts } = kindsOfDocument[kind];
  const { externalId, ...sent } = type;
  const whole = { ...emptyOf(kind), ...sent, status: 'active' };
  const after = before ? await change(ctx, tx, before, whole) : await make(ctx, tx, { ...whole, externalId });
  const fields = before === undefined ? [] : differing(kind, before, after);
  return {
    object: parts.words.object,
    externalId,
    name: String(after.name),
    change: changeOf(before, after),
    id: String(after.id),
    fields,
  };
}

function changeOf(before: AnyRow | undefined, after: AnyFields): Change['change'] {
  if (before === undefined) return 'created';
  if (before.id !== after.id) return 'newVersion';
  return before.status === after.status ? 'unchanged' : 'published';
}

/** What the document does not say is as in a new type, and not as it was. */
const emptyOf = (kind: KindOfDocument): AnyFields => {
  const { defaults = {} } = kindsOfDocument[kind].parts.declared;
  const values: Readonly<Record<string, unknown>> = defaults;
  return Object.fromEntries(ownFields(kind).map((name) => [name, values[name] ?? null]));
};

const differing = (kind: KindOfDocument, before: AnyRow, after: AnyFields): string[] =>
  ownFields(kind).filter((name) => !isDeepStrictEqual(before[columnOf(name)], after[name]));

/** A refusal names the place in the document. */
const within = <T>(place: string, doing: Promise<T>): Promise<T> =>
  doing.catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    const { path, errors: problems = [] } = error.data as { readonly path?: string; readonly errors?: Problem[] };
    const [first, ...others] = problems.map((one) => ({ ...one, path: `${place}.${one.path}` }));
    if (first !== undefined) throw refuseFields(error.kind, [first, ...others], error);
    throw refusedWith(error, { ...error.data, ...(path !== undefined && { path: `${place}.${path}` }) });
  });
