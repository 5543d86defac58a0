// The steps of a workflow type: their order, and where each may lead.
import Type, { type Static, type TObject } from 'typebox';
import { conditionLengthMax } from '#platform/conditions/language.ts';
import { Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { inFull, sentForm } from './sent-form.ts';
import { end, exitRules } from './words.ts';

export const stepsMax = 50;
const branchesMax = 20;
const visitsMax = 100;

export const Condition = Text({ min: 1, max: conditionLengthMax, example: 'items.review.outcome == "rejected"' });

const Branch = Named('WorkflowBranch')({
  condition: Nullable(Condition, { description: 'Null: always. Such a branch stands last.' }),
  goTo: Text({
    min: 1,
    max: 259,
    example: end,
    description: 'A step type that this workflow has, as `stepTypeId` names it, or `end`.',
  }),
});

export const WorkflowStep = Named('WorkflowStepOfType')({
  stepTypeId: Text({ min: 1, max: 259, example: 'ST-7KQ2-M9XA', description: 'A step type, by any of its versions.' }),
  next: Type.Array(Branch, {
    maxItems: branchesMax,
    description:
      'Where it leads: the first branch whose condition holds is taken, otherwise the next step in order follows, after the last one the end.',
  }),
  maxVisits: Int({
    min: 1,
    max: visitsMax,
    description: 'How often the workflow may come to it: a step to which a branch leads back needs more than 1.',
  }),
});
export type WorkflowStep = Static<typeof WorkflowStep>;

const { properties } = sentForm(WorkflowStep) as TObject;

export const WorkflowStepInput = Type.Object(
  { ...properties, maxVisits: Type.Optional(WorkflowStep.properties.maxVisits) },
  { title: 'WorkflowStepOfTypeInput' },
);

/** A step in full, in the form in which it is stored. */
export const wholeStep = (sent: object): WorkflowStep =>
  inFull(WorkflowStep, { maxVisits: 1, ...sent }) as WorkflowStep;

export const ExitRule = Named('WorkflowExitRule')({
  when: StringEnum(exitRules, {
    description:
      '`all`: when every required item is over. `any`: when one item was completed. `condition`: as soon as it holds. In any case when all items are over.',
  }),
  condition: Nullable(Condition, { description: 'For `condition`; null otherwise.' }),
});
