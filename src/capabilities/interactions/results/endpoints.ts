// The endpoints of what comes of an interaction. What is not changed stays as it came.
import { sealerOf } from '#capabilities/people/index.ts';
import type { Caller, CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { newId } from '#platform/ids.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { claimExternalId } from '#platform/resource/external-ids.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { mustHaveRoomFor } from '#platform/resource/room.ts';
import { type InteractionOfPath, interactionOfPerson, readSensitive } from '../interaction.ts';
import { kindOfIds, type Parts, sealWords, type Words } from './declared-result.ts';
import type { ResultRow } from './tables.ts';

/** An interaction has no more of one kind, deleted ones included. */
const atMost = 1_000;

const list = defineList({ table: 'interaction_results', below: 'person_id', sort: ['createdAt', 'updatedAt'] });

const showsPersonal = (_: unknown, { permissions }: Caller): boolean => permissions.has(readSensitive);

export function endpointsOf(parts: Parts): Endpoint[] {
  const { declared, shapes, events, param, find, shownTo } = parts;
  const { kind, plural, example, update } = declared;
  const endpoint = below({
    path: `/people/{personId}/interactions/{interactionId}/${plural}`,
    permission: `interaction.${kind}`,
    subject: interactionOfPerson,
    answer: shapes.answer,
  });
  const group = `interaction${plural.charAt(0).toUpperCase()}${plural.slice(1)}`;
  const one = `/{${param}}`;
  const named = (params: object): string => (params as Readonly<Record<string, string>>)[param] as string;
  const all = [
    endpoint({
      name: `${group}.list`,
      summary: `List the ${plural} of an interaction`,
      shape: 'list',
      query: list.query,
      list,
      showsPersonal,
      read: ({ reader, vault, caller }, { query }, of) =>
        list.page(reader, parts.rowsOf(reader, of), query, {
          below: of.row.person_id,
          each: shownTo(vault, caller, of),
        }),
    }),
    endpoint({
      name: `${group}.create`,
      summary: `Add a ${kind} to an interaction`,
      body: shapes.create,
      errors: [errors.DuplicateExternalId, errors.NoRoom],
      example: { body: example },
      emits: [events.created],
      command: async (ctx, tx, { body }, of) => shownTo(ctx.vault, ctx.caller, of)(await add(parts, ctx, tx, of, body)),
    }),
    endpoint({
      name: `${group}.read`,
      path: one,
      summary: `Read a ${kind} of an interaction`,
      showsPersonal,
      read: async ({ reader, vault, caller }, { params }, of) =>
        shownTo(vault, caller, of)(await find(reader, of, named(params))),
    }),
  ];
  if (update === undefined) return all;
  return [
    ...all,
    endpoint({
      name: `${group}.update`,
      path: one,
      summary: `Change a ${kind} of an interaction`,
      description: 'What is not sent stays.',
      body: shapes.update,
      example: { body: update },
      emits: [events.updated],
      command: async (ctx, tx, { params, body }, of) =>
        shownTo(
          ctx.vault,
          ctx.caller,
          of,
        )(await change(parts, ctx, tx, of, { named: named(params), sent: body as Words })),
    }),
    endpoint({
      name: `${group}.delete`,
      path: one,
      summary: `Delete a ${kind} of an interaction`,
      shape: 'message',
      emits: [events.deleted],
      async command(ctx, tx, { params }, of) {
        const row = await find(tx, of, named(params));
        write(tx, row, { details_sealed: null, deleted_at: ctx.now });
        tell(parts, ctx, events.deleted, row);
      },
    }),
  ];
}

/** Errors: NotFound, DuplicateExternalId, NoRoom. */
async function add(parts: Parts, ctx: CommandContext, tx: Tx, of: InteractionOfPath, body: object): Promise<ResultRow> {
  const { kind, prefix, resolve } = parts.declared;
  const { externalId = null, ...sent } = body as Words & { readonly externalId?: string | null };
  await mustHaveRoom(tx, of, kind);
  const words = (await resolve?.(tx, of, sent)) ?? sent;
  const id = newId(prefix);
  const { person_id, id: interaction_id } = of.row;
  const row: ResultRow = {
    person_id,
    id,
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    interaction_id,
    kind,
    external_id: externalId,
    details_sealed: sealWords(sealerOf(ctx.vault, of.owner), { id }, words),
    ...madeBy(ctx.caller.actor),
    created_at: ctx.now,
    updated_at: null,
    deleted_at: null,
  };
  if (externalId !== null) {
    claimExternalId(tx, { kind: kindOfIds(kind), subjectId: person_id, objectId: id }, externalId);
  }
  const { company_id: _, ...columns } = row;
  tx.write(tx.db.insertInto('interaction_results').values(columns), redraw('interaction_results_pkey'));
  tell(parts, ctx, parts.events.created, row);
  return row;
}

interface Change {
  readonly named: string;
  readonly sent: Words;
}

/** Errors: NotFound, Forbidden. */
async function change(parts: Parts, ctx: CommandContext, tx: Tx, of: InteractionOfPath, { named, sent }: Change) {
  const before = await parts.find(tx, of, named);
  const sealer = sealerOf(ctx.vault, of.owner);
  const details_sealed = sealWords(sealer, before, { ...parts.open(sealer, before), ...sent });
  const set = { details_sealed, updated_at: ctx.now };
  write(tx, before, set);
  const row = { ...before, ...set };
  tell(parts, ctx, parts.events.updated, row);
  return row;
}

/** Errors: NoRoom. */
async function mustHaveRoom(tx: Tx, { row }: InteractionOfPath, kind: ResultRow['kind']): Promise<void> {
  const some = tx.db
    .selectFrom('interaction_results')
    .select('id')
    .where('person_id', '=', row.person_id)
    .where('interaction_id', '=', row.id)
    .where('kind', '=', kind);
  await mustHaveRoomFor(tx, some, atMost, `An interaction has at most ${atMost} of one kind.`);
}

function write(tx: Tx, { person_id, id }: ResultRow, set: Partial<Omit<ResultRow, 'company_id'>>): void {
  tx.write(tx.db.updateTable('interaction_results').set(set).where('person_id', '=', person_id).where('id', '=', id));
}

const tell = ({ param }: Parts, ctx: CommandContext, kind: EventKind, row: ResultRow): void =>
  ctx.emit(kind, row.person_id, { interactionId: row.interaction_id, [param]: row.id });
