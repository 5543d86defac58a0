// The words of workflows that run.
export const workflowStatuses = ['running', 'completed', 'canceled'] as const;
export type WorkflowStatus = (typeof workflowStatuses)[number];

export const stepStatuses = ['current', 'completed', 'skipped', 'canceled'] as const;
export type StepStatus = (typeof stepStatuses)[number];

export const itemStatuses = ['open', 'waiting', 'acting', 'failed', 'completed', 'skipped', 'canceled'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** What became of an item. */
export const itemOutcomes = ['completed', 'approved', 'rejected', 'skipped', 'notNeeded', 'timedOut'] as const;
export type ItemOutcome = (typeof itemOutcomes)[number];

/** Why something moved, where no person says why. */
export const moveReasons = [
  'caseOpened',
  'byHand',
  'entryConditionNotMet',
  'noVisitsLeft',
  'itemsEnded',
  'oneCompleted',
  'conditionMet',
  'stepEnded',
  'caseClosed',
  'ownerChanged',
  'late',
  'timeHasCome',
  'refused',
  'answered',
] as const;
export type MoveReason = (typeof moveReasons)[number];

export const moveVerbs = [
  'start',
  'complete',
  'cancel',
  'enterStep',
  'skipStep',
  'passOverStep',
  'leaveStep',
  'openItem',
  'takeItem',
  'completeItem',
  'skipItem',
  'reassignItem',
  'cancelItem',
  'remindOfItem',
  'escalateItem',
  'callForItem',
  'failItem',
  'retryItem',
] as const;
export type MoveVerb = (typeof moveVerbs)[number];
