// Which names a text may have, with their fields: from the schemas of the reads, and from what a subject is given.
import type { TSchema } from 'typebox';
import { ofEach } from '#platform/of-each.ts';
import type { KnownNames } from '#platform/templates/order.ts';
import { messageValues } from '../message-values.ts';
import { subjectOf } from '../subjects/index.ts';
import { type ObjectName, objectNames, readOf, type TemplateReads } from './objects.ts';

interface Node {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly anyOf?: readonly TSchema[];
}

/** Null for what is no object, and for lists: a loop names their fields. */
const fieldsOf: (schema: TSchema) => KnownNames | null = ofEach((schema: TSchema): KnownNames | null => {
  const { properties, anyOf = [] } = schema as Node;
  if (properties !== undefined) {
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, fieldsOf(one)]));
  }
  const objects = anyOf.filter((one) => (one as Node).type !== 'null').map(fieldsOf);
  if (objects.length === 0 || objects.includes(null)) return null;
  return Object.assign({}, ...objects);
});

const fieldsOfObject = (reads: TemplateReads, name: ObjectName): KnownNames | null => {
  const schema = reads.get(readOf[name])?.answer;
  return name === 'loans' || schema === undefined ? null : fieldsOf(schema);
};

/** What a text of this subject may name. Whoever sends one that we do not know, or a free text, gives values of their own. */
export function knownNamesOf(reads: TemplateReads, subjectName: string): { known: KnownNames; takesOthers: boolean } {
  const subject = subjectOf(subjectName);
  const named = objectNames.filter((name) => isNamed(name, subject?.objects));
  const objects = Object.fromEntries(named.map((name) => [name, fieldsOfObject(reads, name)]));
  const message = Object.fromEntries(Object.keys(messageValues).map((name) => [name, null]));
  const values = Object.keys(subject?.values ?? {}).map((name) => [name, null] as const);
  return {
    known: { ...Object.fromEntries(values), ...objects, message },
    takesOthers: subject === undefined || values.length === 0,
  };
}

const isNamed = (name: ObjectName, objects: readonly string[] | undefined): boolean =>
  name === 'company' || name === 'person' || objects === undefined || objects.includes(name);
