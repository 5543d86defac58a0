// The endpoints of a resource: list, create, read, update and delete, those that it names.
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { type ErrorKind, errors } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { type Endpoint, endpoint, type Subject } from '#platform/http/endpoint.ts';
import type { PageInput } from '#platform/http/pages.ts';
import type { AnyChange, AnyHooks, AnyRow, OwnEvent, Said, Verb } from './declared-resource.ts';
import type { Parts, Shown } from './define-resource.ts';
import { changedRow, deleteRow, insertRow, newRow, updateRow } from './write-row.ts';

interface FoundRow {
  readonly row: AnyRow;
  readonly parent: unknown;
}

type Sent = Record<string, unknown>;

export function resourceEndpoints(parts: Parts, hooks: AnyHooks): Endpoint[] {
  const { endpoints: said } = parts.declared;
  return [
    ...(said.list ? [listEndpoint(parts, said.list)] : []),
    ...(said.create ? [createEndpoint(parts, said.create, hooks)] : []),
    ...(said.read ? [readEndpoint(parts, said.read)] : []),
    ...(said.update ? [updateEndpoint(parts, said.update, hooks)] : []),
    ...(said.delete ? [deleteEndpoint(parts, said.delete, hooks)] : []),
  ];
}

/** What all of them say alike. */
function about({ words }: Parts, verb: string, { summary, description, says }: Said) {
  return {
    name: `${words.group}.${verb}`,
    summary: summary ?? words.summary(verb),
    ...(description !== undefined && { description }),
    ...(says !== undefined && { says }),
    permission: words.permission(verb),
  };
}

function listEndpoint(parts: Parts, said: Said): Endpoint {
  const { declared, words, shapes, list } = parts;
  const { below, table } = declared;
  return endpoint({
    ...about(parts, 'list', said),
    method: 'GET',
    path: words.path,
    shape: 'list',
    query: list.query,
    list,
    answer: shapes.answer,
    ...(below && { subject: below.subject }),
    example: { answer: shapes.example },
    read: ({ reader, vault }, { query }, parent) => {
      const all = reader.db.selectFrom(table.name as 'outbox').select(table.all as never);
      const rows = 'deleted_at' in table.columns ? all.where('deleted_at' as 'id', 'is', null as never) : all;
      const show = (found: readonly object[]) => parts.show(found as AnyRow[], { reader, vault, parent });
      const below = idOfParent(parts, parent);
      return list.page(reader, rows, query as PageInput, { ...(below !== undefined && { below }), parent, show });
    },
  });
}

function createEndpoint(parts: Parts, said: Said, hooks: AnyHooks): Endpoint {
  const { declared, words, shapes } = parts;
  return endpoint({
    ...about(parts, 'create', said),
    method: 'POST',
    path: words.path,
    shape: 'single',
    status: 201,
    body: shapes.create,
    answer: shapes.answer,
    ...(declared.below && { subject: declared.below.subject }),
    errors: errorsOf(parts, said),
    emits: emitted(parts, 'created', said),
    example: { body: said.body ?? shapes.exampleBody, answer: said.answer ?? shapes.example },
    ...mayBe(hooks, 'create', ({ body }, parent) => ({ before: undefined, sent: body as Sent, parent })),
    command: async (ctx, tx, { body }, parent) => {
      const row = newRow(declared, ctx, body as Sent, idOfParent(parts, parent));
      const change = { verb: 'create', before: undefined, row, sent: body as Sent, parent } as const;
      const written = await write(hooks, ctx, tx, change, (whole) => insertRow(declared, tx, whole));
      parts.tell(ctx, 'created', written);
      return showOne(parts, ctx, tx, written, parent);
    },
  });
}

function readEndpoint(parts: Parts, said: Said): Endpoint {
  return endpoint({
    ...about(parts, 'read', said),
    method: 'GET',
    path: pathOfRow(parts),
    shape: 'single',
    answer: parts.shapes.answer,
    subject: rowOfPath(parts),
    example: { answer: said.answer ?? parts.shapes.example },
    read: (ctx, _, { row, parent }) => showOne(parts, ctx, ctx.reader, row, parent),
  });
}

function updateEndpoint(parts: Parts, said: Said, hooks: AnyHooks): Endpoint {
  const { declared, shapes } = parts;
  return endpoint({
    ...about(parts, 'update', said),
    description: said.description ?? 'What is not sent stays.',
    method: 'PUT',
    path: pathOfRow(parts),
    shape: 'single',
    body: shapes.update,
    answer: shapes.answer,
    subject: rowOfPath(parts),
    errors: errorsOf(parts, said),
    emits: emitted(parts, 'updated', said),
    example: { body: said.body, answer: said.answer ?? { ...shapes.example, ...said.body } },
    ...mayBe(hooks, 'update', ({ body }, { row, parent }: FoundRow) => ({ before: row, sent: body as Sent, parent })),
    command: async (ctx, tx, { body }, { row: before, parent }) => {
      const row = changedRow(declared, ctx, before, body as Sent);
      const change = { verb: 'update', before, row, sent: body as Sent, parent } as const;
      const written = await write(hooks, ctx, tx, change, (whole) => updateRow(declared, tx, before, whole));
      parts.tell(ctx, 'updated', written);
      return showOne(parts, ctx, tx, written, parent);
    },
  });
}

function deleteEndpoint(parts: Parts, said: Said, hooks: AnyHooks): Endpoint {
  const { declared, shapes } = parts;
  return endpoint({
    ...about(parts, 'delete', said),
    method: 'DELETE',
    path: pathOfRow(parts),
    shape: 'message',
    answer: shapes.answer,
    subject: rowOfPath(parts),
    errors: said.errors ?? [],
    emits: emitted(parts, 'deleted', said),
    example: { answer: null },
    ...mayBe(hooks, 'delete', (_, { row, parent }: FoundRow) => ({ before: row, sent: {}, parent })),
    command: async (ctx, tx, _, { row, parent }) => {
      const change = { verb: 'delete', before: row, row, sent: {}, parent } as const;
      const written = await write(hooks, ctx, tx, change, (whole) => deleteRow(declared, ctx, tx, whole));
      parts.tell(ctx, 'deleted', written);
    },
  });
}

async function write(
  { beforeWrite, afterWrite }: AnyHooks,
  ctx: CommandContext,
  tx: Tx,
  change: AnyChange,
  send: (row: AnyRow) => void,
): Promise<AnyRow> {
  const row: AnyRow = { ...change.row, ...(await beforeWrite?.(ctx, tx, change)) };
  send(row);
  await afterWrite?.(ctx, tx, { ...change, row });
  return row;
}

/** The row of a path, below its parent. A parent that is a row of its own is held in its place. */
function rowOfPath({ declared: { below }, words, find }: Parts): Subject<FoundRow> {
  return {
    param: words.param,
    notFound: errors.NotFound,
    async find(reader, reference, lock, params) {
      if (below === undefined) {
        const row = await find(reader, reference, { lock });
        return { id: reader.realm.companyId, subject: { row, parent: undefined } };
      }
      const { subject, column } = below;
      const { subject: parent, ...found } = await subject.find(reader, params?.[subject.param] as string, lock, params);
      const where = column === undefined ? { lock } : { below: (parent as { id: string }).id };
      return { ...found, subject: { row: await find(reader, reference, where), parent } };
    },
  };
}

const pathOfRow = ({ words }: Parts): string => `${words.path}/{${words.param}}`;

const idOfParent = ({ declared: { below } }: Parts, parent: unknown): string | undefined =>
  below?.column === undefined ? undefined : (parent as { id: string }).id;

async function showOne(
  parts: Parts,
  { vault }: Pick<CommandContext, 'vault'>,
  reader: Reader,
  row: AnyRow,
  parent: unknown,
): Promise<Shown> {
  const [shown] = await parts.show([row], { reader, vault, parent });
  return shown as Shown;
}

const errorsOf = ({ declared }: Parts, { errors: more = [] }: Said): ErrorKind[] => [
  ...more,
  ...('externalId' in declared.fields ? [errors.DuplicateExternalId] : []),
];

const emitted = ({ events }: Parts, event: OwnEvent, { emits = [] }: Said): EventKind[] =>
  [event, ...emits].map((one) => (typeof one === 'string' ? events[one] : one)).filter((kind) => kind !== undefined);

/** What an endpoint asks of its caller besides the permission. */
function mayBe<X>(
  { whoMay }: AnyHooks,
  verb: Verb,
  changeOf: (input: { readonly body: unknown }, subject: X) => Omit<AnyChange, 'verb' | 'row'>,
) {
  if (whoMay === undefined) return {};
  return {
    alongside: async (tx: Tx, _: unknown, { keyId }: { readonly keyId: string }) => whoMay.alongside?.(tx, { keyId }),
    authorize: (
      ctx: Parameters<typeof whoMay.authorize>[0],
      input: { readonly body: unknown },
      subject: X,
      own: unknown,
    ) => whoMay.authorize(ctx, { verb, ...changeOf(input, subject) }, own),
  };
}
