// Export and import of workflow types.
import Type from 'typebox';
import type { Caller } from '#platform/command/context.ts';
import { errors } from '#platform/errors.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { Bool, Id, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { kinds } from '../references.ts';
import { heldCompany } from '../resources/types-of-company.ts';
import { kindsOfDocument, mostOf, WorkflowDocument } from './document.ts';
import { exportTypes } from './export-types.ts';
import { changes, importTypes } from './import-types.ts';

const above = '/companies/{companyId}/workflow-types';
const all = Object.values(kindsOfDocument);

/** It reads, or writes, types of all three kinds. Errors: Forbidden. */
const mustDoOfAll = (caller: Caller, verbs: readonly string[]): void => {
  for (const { parts } of all) for (const verb of verbs) mustHave(caller, `${parts.words.permission}:${verb}`);
};

const ExportOrder = Named('WorkflowExportOrder')({
  workflowTypeIds: Type.Optional(
    Nullable(Type.Array(Id('WT', kinds.workflow), { minItems: 1, maxItems: mostOf.workflowTypes }), {
      description: 'Which, by any of their versions. Null or nothing: all that are active.',
    }),
  ),
});

const ImportOrder = Type.Object(
  {
    ...WorkflowDocument.properties,
    dryRun: Type.Optional(Nullable(Bool, { description: 'True: nothing is done, and the answer says what would be.' })),
  },
  { title: 'WorkflowImport' },
);

const WorkflowImportChange = Named('WorkflowImportChange')({
  object: Text({ max: 40, example: 'workflowStepType' }),
  externalId: Text({ max: 255, example: 'collect-documents' }),
  name: Text({ max: 100 }),
  change: StringEnum(changes, {
    description: '`published`: there was a draft. `newVersion`: it differs, or something that it has does.',
  }),
  id: Nullable(Text({ max: 12 }), { description: 'The version that is there now. Null where nothing was done.' }),
  fields: Type.Array(Text({ max: 100 }), { description: 'The fields that differ from what was there.' }),
});

const WorkflowImportResult = Named('WorkflowImportResult')({
  isDryRun: Bool,
  changes: Type.Array(WorkflowImportChange, { description: 'One for each type, unchanged ones too.' }),
});

export const exchangeRoutes = [
  endpoint({
    name: 'workflowTypes.export',
    method: 'POST',
    path: `${above}/export`,
    summary: 'Export workflow types',
    description:
      'One document with the active workflow types, their steps and their items, everything named by external ids and sorted: equal types give equal bytes, so it can be kept in a repository and compared. The import takes it as it is.',
    permission: 'workflow.type:read',
    shape: 'bare',
    body: ExportOrder,
    answer: WorkflowDocument,
    subject: heldCompany,
    example: { body: {} },
    async read({ reader, caller }, { body }) {
      mustDoOfAll(caller, ['read']);
      return exportTypes(reader, body.workflowTypeIds ?? null);
    },
  }),
  endpoint({
    name: 'workflowTypes.import',
    path: `${above}/import`,
    summary: 'Import workflow types',
    description:
      'Takes a document of an export, of this company or of another. What is new is made and active at once, what differs gets a new version, what is equal stays, and what the document does not name is left alone. All of it is done, or nothing. With `dryRun` the answer says what would be done.',
    permission: 'workflow.type:import',
    previews: 'dryRun',
    body: ImportOrder,
    answer: WorkflowImportResult,
    subject: heldCompany,
    errors: [errors.DuplicateExternalId],
    emits: all.flatMap(({ events }) => events.filter(({ type }) => !type.endsWith('.deleted'))),
    example: {
      body: {
        format: 'tenor.workflows.1',
        workflowTypes: [
          {
            externalId: 'complaint',
            name: 'Complaint',
            steps: [{ stepTypeId: 'ext-answer-complaint', next: [], maxVisits: 1 }],
          },
        ],
        stepTypes: [{ externalId: 'answer-complaint', name: 'Answer it', workitemTypeIds: ['ext-call-back'] }],
        workitemTypes: [
          {
            externalId: 'call-back',
            key: 'callBack',
            name: 'Call the borrower back',
            kind: 'call',
            due: { count: 2, unit: 'businessDays' },
            call: { theme: 'opsServicing' },
          },
        ],
      },
    },
    authorize: ({ caller }) => mustDoOfAll(caller, ['create', 'update']),
    async command(ctx, tx, { body }) {
      const { dryRun, ...document } = body;
      const isDryRun = dryRun === true;
      const done = await importTypes(ctx, tx, document as WorkflowDocument);
      return {
        isDryRun,
        changes: done.map((one) => ({ ...one, id: isDryRun ? null : one.id, fields: [...one.fields] })),
      };
    },
  }),
];
