// The names of a resource, its schemas and its events.

import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import { columnOf } from '#platform/db/column-of.ts';
import { defineEvent, type EventKind } from '#platform/events/event-kind.ts';
import { DateTime, ExternalId, Nullable, Text } from '#platform/input/schemas.ts';
import type { AnyDeclared, AnyFields, AnyRow, OwnEvent } from './declared-resource.ts';

const inCamel = (words: string): string => words.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());

/** "rate cap" is `rateCap`, RateCap, `/rate-caps/{rateCapId}`, `rate.cap:list` and `ratecap.created`. */
export function wordsOf({ name, plural, path, permission, below }: AnyDeclared) {
  const object = inCamel(name);
  const one = `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
  return {
    object,
    title: object.charAt(0).toUpperCase() + object.slice(1),
    group: inCamel(plural),
    path: path ?? `${below?.path ?? ''}/${plural.replaceAll(' ', '-')}`,
    /** Its path parameter, and the path of a refusal that does not find it. */
    param: `${object}Id`,
    /** The field with the id of the parent object. */
    parentField: below?.column === undefined ? 'companyId' : below.subject.param,
    permission: permission ?? name.replaceAll(' ', '.'),
    event: name.replaceAll(' ', ''),
    summaries: {
      list: `List ${plural}`,
      create: `${below?.column === undefined ? 'Create' : 'Add'} ${one}`,
      read: `Read ${one}`,
      update: `Change ${one}`,
      delete: `Delete ${one}`,
    },
  };
}

type Words = ReturnType<typeof wordsOf>;

const stamps = { createdAt: DateTime, updatedAt: Nullable(DateTime), deletedAt: Nullable(DateTime) };

export function shapesOf(declared: AnyDeclared, { object, title, parentField }: Words) {
  const { prefix, fields, onlyShown = [], taken = {}, defaults = {} } = declared;
  const names = Object.keys(fields).filter((name) => !onlyShown.includes(name));
  const input = names.map((name) => [name, taken[name] ?? fields[name]] as [string, TSchema]);
  const optional = (name: string, schema: TSchema) => [name, Type.Optional(schema)];
  const mayLack = (name: string, schema: TSchema) => name in defaults || takesNull(schema);
  const create = input.map(([name, schema]) => (mayLack(name, schema) ? optional(name, schema) : [name, schema]));
  const update = input.map(([name, schema]) => optional(name, schema));
  const object_ = (properties: TProperties, suffix = ''): TObject => Type.Object(properties, { title: title + suffix });
  return {
    answer: object_({
      id: Text({ max: 12, example: `${prefix}-5KX8-W2NB` }),
      object: Type.Literal(object),
      [parentField]: Text({ max: 12 }),
      ...fields,
      ...stamps,
    }),
    create: object_(Object.fromEntries(create), 'Create'),
    update: object_(Object.fromEntries(update), 'Update'),
  };
}

function takesNull(schema: TSchema): boolean {
  const { type, anyOf = [] } = schema as { type?: string | string[]; anyOf?: TSchema[] };
  return type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(takesNull);
}

type ResourceEvents = Readonly<Partial<Record<OwnEvent, EventKind>>>;

export function eventsOf({ table, below, fields, told, events = {} }: AnyDeclared, words: Words): ResourceEvents {
  const subject = 'person_id' in table.columns ? 'person' : 'company';
  // Every event of a person names the person.
  const ids = [...(below?.column === undefined || subject === 'person' ? [] : [words.parentField]), words.param];
  const own = {
    ...Object.fromEntries(ids.map((name) => [name, Text({ max: 12 })])),
    ...('externalId' in fields ? { [`${words.object}ExternalId`]: ExternalId({ max: 255 }) } : {}),
    ...told,
  };
  const kinds = Object.entries(events).map(([verb, summary]) => {
    return [verb, defineEvent({ type: `${words.event}.${verb}`, summary, subject, fields: own })];
  });
  return Object.fromEntries(kinds);
}

/** The fields of an event about a row. */
export function toldOf({ fields }: EventKind, { param, object }: Words, row: AnyRow): AnyFields {
  const columns: Readonly<Record<string, string>> = { [param]: 'id', [`${object}ExternalId`]: 'external_id' };
  const names = Object.keys(fields.properties);
  return Object.fromEntries(names.map((name) => [name, row[columns[name] ?? columnOf(name)]]));
}
