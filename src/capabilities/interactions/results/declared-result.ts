// What is declared of a thing that comes of an interaction: a note, a transcription, a summary. Its words lie together,
// sealed with the key of the person.
import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import { sealerOf } from '#capabilities/people/index.ts';
import type { Caller } from '#platform/command/context.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { defineEvent, type EventKind } from '#platform/events/event-kind.ts';
import type { IdPrefix } from '#platform/ids.ts';
import { DateTime, ExternalId, Nullable, Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { madeByFields } from '#platform/resource/made-by.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { type InteractionOfPath, readSensitive } from '../interaction.ts';
import { interactionResults, type ResultKind, type ResultRow } from './tables.ts';

export type Words = Readonly<Record<string, unknown>>;

export interface Declared {
  readonly kind: ResultKind;
  /** The last part of its path, and of the names of its endpoints. */
  readonly plural: string;
  readonly prefix: IdPrefix;
  /** The words that each has. */
  readonly text: TSchema;
  /** Further fields, which may be absent; then they are null. */
  readonly more?: TProperties;
  readonly example: object;
  /** What its example changes of it. Absent: it stays as it came. */
  readonly update?: object;
  /** The words with ids in place of references. Errors: NotFound. */
  resolve?(tx: Tx, of: InteractionOfPath, sent: Words): Promise<Words>;
}

/** Its schemas, its events, and how it is found and shown. */
export function partsOf(declared: Declared) {
  const { kind, more = {} } = declared;
  const title = `Interaction${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const param = `i${title.slice(1)}Id`;
  const shapes = shapesOf(declared, title);
  const nothing: Words = Object.fromEntries(['text', ...Object.keys(more)].map((name) => [name, null]));
  const present = presenter<TObject, ResultRow>(shapes.answer);
  const event = (verb: string, summary: string): EventKind => {
    const fields = { interactionId: Text({ max: 12 }), [param]: Text({ max: 12 }) };
    return defineEvent({ type: `interaction.${kind}.${verb}`, summary, subject: 'person', fields });
  };
  const open = (sealer: Sealer, row: ResultRow): Words =>
    row.details_sealed === null
      ? nothing
      : { ...nothing, ...JSON.parse(sealer.unseal(partOf(row), row.details_sealed)) };
  const rowsOf = (reader: Reader, { row }: InteractionOfPath) =>
    reader.db
      .selectFrom('interaction_results')
      .select(interactionResults.all)
      .where('person_id', '=', row.person_id)
      .where('interaction_id', '=', row.id)
      .where('kind', '=', kind)
      .where('deleted_at', 'is', null);
  return {
    declared,
    param,
    shapes,
    open,
    rowsOf,
    events: {
      created: event('created', `An interaction got a ${kind}.`),
      updated: event('updated', `A ${kind} of an interaction was changed.`),
      deleted: event('deleted', `A ${kind} of an interaction was deleted, with its words.`),
    },
    /** By id or `ext-` reference. Errors: NotFound. */
    async find(reader: Reader, of: InteractionOfPath, reference: string): Promise<ResultRow> {
      const id = await idOfReference(reader, kindOfIds(kind), reference);
      const row = id === undefined ? undefined : await reader.row(rowsOf(reader, of).where('id', '=', id));
      if (row !== undefined) return row;
      throw notFound(kind, reference, param, 'This interaction');
    },
    /** Words are hidden where those of the interaction are. */
    shownTo(vault: Vault, { permissions }: Pick<Caller, 'permissions'>, { owner, row: of }: InteractionOfPath) {
      const isHidden = of.sensitive && !permissions.has(readSensitive);
      const sealer = sealerOf(vault, owner);
      return (row: ResultRow): Words => present(row, isHidden ? nothing : open(sealer, row));
    },
  };
}

export type Parts = ReturnType<typeof partsOf>;

/** The kind of its external ids. */
export const kindOfIds = (kind: ResultKind): string => `interaction ${kind}`;

/** It contains the id, so words that are copied to another row do not open. */
const partOf = ({ id }: Pick<ResultRow, 'id'>): string => `interaction_results.${id}.details`;

export const sealWords = (sealer: Sealer, row: Pick<ResultRow, 'id'>, words: Words): Buffer =>
  sealer.seal(partOf(row), JSON.stringify(words));

function shapesOf({ kind, prefix, text, more = {} }: Declared, title: string) {
  const externalId = ExternalId({ max: 255, example: `${kind}-81` });
  const further = Object.fromEntries(Object.entries(more).map(([name, schema]) => [name, Nullable(schema)]));
  const mayLack = Type.Partial(Type.Object(further)).properties;
  const answer: TObject = Type.Object(
    {
      id: Text({ max: 12, example: `${prefix}-5KX8-W2NB` }),
      object: Type.Literal(`i${title.slice(1)}`),
      companyId: Text({ max: 12 }),
      personId: Text({ max: 12 }),
      interactionId: Text({ max: 12, example: 'IN-5KX8-W2NB' }),
      externalId,
      text: Nullable(text, { description: 'Null: it is sensitive and you may not see it, or it was erased.' }),
      ...further,
      ...madeByFields,
      createdAt: DateTime,
      updatedAt: Nullable(DateTime),
      deletedAt: Nullable(DateTime),
    },
    { title },
  );
  return {
    answer,
    create: Type.Object({ externalId: Type.Optional(externalId), text, ...mayLack }, { title: `${title}Create` }),
    update: Type.Object({ text: Type.Optional(text), ...mayLack }, { title: `${title}Update` }),
  };
}
