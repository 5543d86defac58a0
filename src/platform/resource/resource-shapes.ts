// The schemas of a resource, the examples of its documentation, and its events.
import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import { defineEvent, type EventKind } from '#platform/events/event-kind.ts';
import { DateTime, ExternalId, Nullable, Text } from '#platform/input/schemas.ts';
import { columnOf } from './columns.ts';
import type { AnyDeclared, AnyRow, OwnEvent } from './declared-resource.ts';
import type { Words } from './resource-words.ts';

export interface Shapes {
  readonly answer: TObject;
  readonly create: TObject;
  readonly update: TObject;
  readonly example: object;
  /** What a create sends to get the example. */
  readonly exampleBody: object;
}

const stamps = { createdAt: DateTime, updatedAt: Nullable(DateTime), deletedAt: Nullable(DateTime) };
const exampleStamps = { createdAt: '2026-03-02T14:05:09.120344+00:00', updatedAt: null, deletedAt: null };
const exampleCompany = 'CP-2W8D-K4TN';

const id = (example: unknown) => Text({ max: 12, example });

export function shapesOf(declared: AnyDeclared, { object, title, parentField }: Words): Shapes {
  const { fields, onlyShown = [], taken = {}, defaults = {}, example } = declared;
  const { id: exampleId, [parentField]: parent = exampleCompany, ...shown } = example;
  const input = Object.entries(fields)
    .filter(([name]) => !onlyShown.includes(name))
    .map(([name, schema]) => ({ name, schema: taken[name] ?? schema }));
  const mayLack = ({ name, schema }: { name: string; schema: TSchema }) => name in defaults || takesNull(schema);
  const body = (isOptional: (one: { name: string; schema: TSchema }) => boolean): TProperties =>
    Object.fromEntries(input.map((one) => [one.name, isOptional(one) ? Type.Optional(one.schema) : one.schema]));
  const isSent = ({ name }: { name: string }) => name in shown && shown[name] !== (defaults[name] ?? null);
  return {
    answer: Type.Object(
      { id: id(exampleId), object: Type.Literal(object), [parentField]: id(parent), ...fields, ...stamps },
      { title },
    ),
    create: Type.Object(body(mayLack), { title: `${title}Create` }),
    update: Type.Object(
      body(() => true),
      { title: `${title}Update` },
    ),
    example: { id: exampleId, object, [parentField]: parent, ...shown, ...exampleStamps },
    exampleBody: Object.fromEntries(input.filter(isSent).map(({ name }) => [name, shown[name]])),
  };
}

function takesNull(schema: TSchema): boolean {
  const { type, anyOf } = schema as { type?: string | string[]; anyOf?: TSchema[] };
  return type === 'null' || (Array.isArray(type) && type.includes('null')) || (anyOf ?? []).some(takesNull);
}

export type ResourceEvents = Readonly<Partial<Record<OwnEvent, EventKind>>>;

export function eventsOf({ table, below, fields, told, events = {} }: AnyDeclared, words: Words): ResourceEvents {
  const shortId = Text({ max: 12 });
  const own = {
    ...(below?.column === undefined ? {} : { [words.parentField]: shortId }),
    [words.param]: shortId,
    ...('externalId' in fields ? { [`${words.object}ExternalId`]: ExternalId({ max: 255 }) } : {}),
    ...told,
  };
  const subject = 'person_id' in table.columns ? 'person' : 'company';
  return Object.fromEntries(
    Object.entries(events).map(([verb, summary]) => [
      verb,
      defineEvent({ type: `${words.event}.${verb}`, summary, subject, fields: own }),
    ]),
  );
}

/** What an event tells of a row. */
export const toldOf = (
  { fields }: EventKind,
  { param, object }: Words,
  row: AnyRow,
): Readonly<Record<string, unknown>> => {
  const columns: Readonly<Record<string, string>> = { [param]: 'id', [`${object}ExternalId`]: 'external_id' };
  return Object.fromEntries(
    Object.keys(fields.properties).map((field) => [field, row[columns[field] ?? columnOf(field)]]),
  );
};
