// The document in which workflow types go to another company, or into a repository: the bodies from which they are made,
// with external ids in the place of ids. It is sorted, and what is null is left out, so that equal types give equal bytes.
import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import { Named, StringEnum, Text } from '#platform/input/schemas.ts';
import { stepType } from '../resources/step-type.ts';
import { workflowType } from '../resources/workflow-type.ts';
import { workitemType } from '../resources/workitem-type.ts';

export const format = 'tenor.workflows.1';

/** So many of each kind go at once. */
export const mostOf = { workflowTypes: 100, stepTypes: 500, workitemTypes: 1_000 } as const;

/** Each kind by the name of its list, in the order in which they are made: what is named comes before what names it. */
export const kindsOfDocument = {
  workitemTypes: workitemType,
  stepTypes: stepType,
  workflowTypes: workflowType,
} as const;
export type KindOfDocument = keyof typeof kindsOfDocument;

const externalId = Text({
  min: 1,
  max: 255,
  example: 'identity-theft',
  description: 'By which it is known again.',
});

const notInDocument = ['externalId', 'status', 'deprecationMessage'];

/** The names of its fields besides the external id. */
export const ownFields = (kind: KindOfDocument): readonly string[] =>
  Object.keys(kindsOfDocument[kind].parts.shapes.create.properties).filter((name) => !notInDocument.includes(name));

function inDocument(kind: KindOfDocument): TObject {
  const { words, shapes } = kindsOfDocument[kind].parts;
  const fields: TProperties = shapes.create.properties;
  const own = ownFields(kind).map((name) => [name, fields[name] as TSchema] as const);
  return Type.Object({ externalId, ...Object.fromEntries(own) }, { title: `${words.title}InDocument` });
}

const listOf = (kind: KindOfDocument) => Type.Array(inDocument(kind), { maxItems: mostOf[kind] });

export const WorkflowDocument = Named('WorkflowDocument')({
  format: StringEnum([format]),
  workflowTypes: listOf('workflowTypes'),
  stepTypes: listOf('stepTypes'),
  workitemTypes: listOf('workitemTypes'),
});

/** A type in a document: the fields of its body. */
export type TypeInDocument = Record<string, unknown> & { readonly externalId: string };
export type WorkflowDocument = { format: typeof format } & { [K in KindOfDocument]: TypeInDocument[] };
