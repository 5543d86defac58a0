// The picture of a workflow type.
import Type from 'typebox';
import { endpoint } from '#platform/http/endpoint.ts';
import { rowOfPath } from '#platform/resource/resource-endpoints.ts';
import { definitionOf, partsOf } from './definition-of.ts';
import { definitionById } from './definitions.ts';
import { drawWorkflow } from './draw-workflow.ts';
import { workflowType } from './resources/workflow-type.ts';
import type { WorkflowTypeRow } from './tables.ts';

const { parts } = workflowType;

export const pictureRoutes = [
  endpoint({
    name: 'workflowTypes.picture',
    path: '/companies/{companyId}/workflow-types/{workflowTypeId}/picture',
    summary: 'Draw a workflow type',
    description:
      'The steps, what is done in each, and where each may lead, as SVG. A program that reads pages aloud finds a list of the steps, each in words. A draft is drawn with its parts as they are now.',
    permission: `${parts.words.permission}:read`,
    shape: 'page',
    contentType: 'image/svg+xml',
    answer: Type.String(),
    subject: rowOfPath(parts),
    async read({ reader }, _, { row }) {
      const kept = await definitionById(reader, row.id);
      if (kept !== undefined) return { body: drawWorkflow(kept) };
      const draft = row as WorkflowTypeRow;
      return { body: drawWorkflow(definitionOf(draft, await partsOf(reader, [draft]), 'any')) };
    },
  }),
];
