// The endpoints of a resource: those of list, create, read, update and delete that it declares.
import type { Asking } from '#platform/command/context.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint, type ReadContext, type Subject } from '#platform/http/endpoint.ts';
import type { PageInput } from '#platform/http/pages.ts';
import type { AnyFields, AnyHooks, AnyRow, Said, Verb } from './declared-resource.ts';
import type { Parts } from './resource-parts.ts';
import { changedRow, deleteRow, insertRow, mustHaveRoom, newRow, stampOf, updateRow } from './resource-rows.ts';
import { detailsAfter } from './sealed-details.ts';

export function resourceEndpoints(parts: Parts, hooks: AnyHooks): Endpoint[] {
  const { list, create, read, update, delete: remove } = parts.declared.endpoints;
  return [
    ...(list ? [listEndpoint(parts, list)] : []),
    ...(create ? [writeEndpoint(parts, hooks, 'create', create)] : []),
    ...(read ? [readEndpoint(parts, read)] : []),
    ...(update ? [writeEndpoint(parts, hooks, 'update', update)] : []),
    ...(remove ? [writeEndpoint(parts, hooks, 'delete', remove)] : []),
  ];
}

/** What the documentation of all of them has in common. */
function about({ declared, words, shapes }: Parts, verb: keyof Parts['words']['summaries'], said: Said) {
  const { summary = words.summaries[verb], description, says } = said;
  return {
    name: `${words.group}.${verb}`,
    path: verb === 'list' || verb === 'create' ? words.path : `${words.path}/{${words.param}}`,
    summary,
    ...(description !== undefined && { description }),
    ...(says !== undefined && { says }),
    permission: `${words.permission}:${verb}`,
    answer: shapes.answer,
    ...(declared.isBare && { shape: 'bare' as const }),
  };
}

function listEndpoint(parts: Parts, said: Said): Endpoint {
  const { declared, list } = parts;
  const { below, table } = declared;
  return endpoint({
    ...about(parts, 'list', said),
    shape: 'list',
    query: list.query,
    list,
    ...(below && { subject: below.subject }),
    ...(said.borrowers && { borrowers: said.borrowers }),
    read: ({ reader, vault }, { query }, parent) => {
      const all = reader.db.selectFrom(table.name as 'outbox').select(table.all as never);
      const rows = 'deleted_at' in table.columns ? all.where('deleted_at' as 'id', 'is', null as never) : all;
      const show = (found: readonly object[]) => parts.show(found as AnyRow[], { reader, vault, parent });
      return list.page(reader, rows, query as PageInput, { below: parts.idOfParent(parent), parent, show });
    },
  });
}

function readEndpoint(parts: Parts, said: Said): Endpoint {
  return endpoint({
    ...about(parts, 'read', said),
    subject: rowOfPath(parts),
    ...(said.borrowers && { borrowers: said.borrowers }),
    read: ({ reader, vault }: ReadContext, _, { row, parent }) => parts.showOne(row, { reader, vault, parent }),
  });
}

const told = { create: 'created', update: 'updated', delete: 'deleted' } as const;

function writeEndpoint(parts: Parts, hooks: AnyHooks, verb: Verb, said: Said): Endpoint {
  const { declared, shapes, events } = parts;
  const emitted = [told[verb], ...(said.emits ?? [])].map((one) => (typeof one === 'string' ? events[one] : one));
  const claims = verb !== 'delete' && 'externalId' in declared.fields;
  const subject = verb === 'create' ? parentOfPath(parts) : rowOfPath(parts);
  return endpoint({
    ...about(parts, verb, said),
    ...(verb === 'delete' && { shape: 'message' as const }),
    ...(verb !== 'delete' && { body: shapes[verb] }),
    ...(subject && { subject }),
    ...(said.byBorrowers && { borrowers: said.byBorrowers }),
    errors: [
      ...(said.errors ?? []),
      ...(hooks.errors?.[verb] ?? []),
      ...(claims ? [errors.DuplicateExternalId] : []),
      ...(verb === 'create' && declared.atMost !== undefined ? [errors.NoRoom] : []),
    ],
    emits: emitted.filter((kind) => kind !== undefined),
    mayEmit: hooks.mayEmit?.[verb] ?? [],
    ...(verb !== 'delete' && { example: { body: said.body } }),
    authorize: (ctx: Asking, { body }, found) => hooks.whoMay?.(ctx, changeOf(verb, body, found)),
    command: async (ctx, tx, { body }, found) => {
      const change = changeOf(verb, body, found);
      const { before, sent, parent } = change;
      const now = stampOf(declared, ctx);
      const draft = before
        ? changedRow(declared, before, verb === 'delete' ? { deletedAt: now } : { ...sent, updatedAt: now })
        : newRow(declared, ctx, sent, parts.idOfParent(parent));
      if (before === undefined) await mustHaveRoom(declared, tx, parts.idOfParent(parent));
      const written = { ...change, row: draft };
      const { details, columns } = await detailsAfter(declared, { reader: tx, vault: ctx.vault }, written);
      const row: AnyRow = {
        ...draft,
        ...columns,
        ...(await hooks.beforeWrite?.(ctx, tx, { ...written, details })),
      };
      if (before === undefined) insertRow(declared, tx, row);
      else (verb === 'delete' ? deleteRow : updateRow)(declared, tx, before, row);
      await hooks.afterWrite?.(ctx, tx, { ...change, row, details });
      parts.tell(ctx, told[verb], row);
      return verb === 'delete' ? {} : parts.showOne(row, { reader: tx, vault: ctx.vault, parent });
    },
  });
}

export interface RowOfPath<Row = AnyRow, P = unknown> {
  readonly row: Row;
  readonly parent: P;
}

type Found = RowOfPath;

const changeOf = (verb: Verb, body: unknown, found: Partial<Found> | undefined) => ({
  verb,
  before: found?.row,
  sent: (body ?? {}) as AnyFields,
  parent: found?.parent,
});

function parentOfPath({ declared: { below } }: Parts): Subject<Partial<Found>> | undefined {
  if (below === undefined) return undefined;
  const { subject } = below;
  return {
    ...subject,
    async find(...asked) {
      const { subject: parent, ...found } = await subject.find(...asked);
      return { ...found, subject: { parent } };
    },
  };
}

/** The row of a path. Its parent is locked instead of the row, unless the parent is the company. */
export function rowOfPath(parts: Parts): Subject<Found> {
  const { declared, words, find } = parts;
  const above = declared.below?.subject;
  return {
    param: words.param,
    notFound: errors.NotFound,
    ...(above?.refusesChange && { refusesChange: above.refusesChange }),
    async find(reader, reference, lock, params) {
      const { subject: parent, ...found } = above
        ? await above.find(reader, params?.[above.param] as string, lock, params)
        : { id: reader.realm.companyId, subject: undefined };
      const parentId = parts.idOfParent(parent);
      const row = await find(reader, reference, { below: parentId, lock: lock && parentId === undefined });
      return { ...found, subject: { row, parent } };
    },
  };
}
