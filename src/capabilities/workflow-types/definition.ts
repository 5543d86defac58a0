// A whole type of workflow, as it is kept for running: its steps and their items are resolved, each by the id of one
// version. It never changes: what runs keeps the definition that it began with, whatever becomes of the types.
import type { CustomFieldSchema } from '#capabilities/case-types/index.ts';
import type {
  ApprovalTask,
  Assignee,
  AutomaticTask,
  CallTask,
  DocumentTask,
  Retry,
  Time,
  WaitTask,
  WhenLate,
} from './item-schemas.ts';
import type { end, exitRules } from './words.ts';

export interface WorkflowDefinition {
  /** The version of the workflow type. */
  readonly workflowTypeId: string;
  /** The number that all versions of the type have. */
  readonly typeId: number;
  readonly version: number;
  readonly name: string;
  readonly description: string;
  /** The users and keys that made, changed or published a version in it: an approval may ask for somebody else. */
  readonly makers: readonly string[];
  /** They stand in order, and there is at least one. */
  readonly steps: readonly StepDefinition[];
}

export interface StepDefinition {
  /** The version of the step type. It stands once in a definition. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Where it does not hold, or is unknown, the step is passed over and the next one in order follows. Null: always. */
  readonly entryCondition: string | null;
  readonly exitRule: ExitRule;
  /** The first branch whose condition holds is taken; without one the next step in order, after the last one the end. */
  readonly next: readonly Branch[];
  /** A branch or the order leads past a step that was entered so often. */
  readonly maxVisits: number;
  /** They all begin when the step does. There is at least one. */
  readonly items: readonly ItemDefinition[];
}

export interface ExitRule {
  /**
   * `all`: the step is left when every required item is over. `any`: when one item was completed, or all are over.
   * `condition`: as soon as the condition holds, or every required item is over. What is open then is not needed any more.
   */
  readonly when: (typeof exitRules)[number];
  readonly condition: string | null;
}

export interface Branch {
  /** Null: always. */
  readonly condition: string | null;
  /** The id of a step of this definition, or `end`. */
  readonly goTo: string | typeof end;
}

/** An item. Its kind says which task it has. */
export type ItemDefinition = ItemBase & Task;

interface ItemBase {
  /** The version of the workitem type. */
  readonly id: string;
  /** As conditions name it: `items.policeReport.outcome`. It stands once in a definition. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Who does it; of an item that goes by itself, who is asked when it fails. */
  readonly assignee: Assignee;
  /** It counts from when the item begins. Null: the item is never late. */
  readonly due: Time | null;
  /** Null where `due` is. */
  readonly whenLate: WhenLate | null;
}

export type Task =
  | { readonly kind: 'checklist'; readonly checklist: readonly string[] }
  | { readonly kind: 'form'; readonly form: readonly CustomFieldSchema[] }
  | { readonly kind: 'document'; readonly document: DocumentTask }
  | { readonly kind: 'call'; readonly call: CallTask }
  | { readonly kind: 'approval'; readonly approval: ApprovalTask }
  | { readonly kind: 'automatic'; readonly automatic: AutomaticTask; readonly retry: Retry }
  | { readonly kind: 'wait'; readonly wait: WaitTask };
