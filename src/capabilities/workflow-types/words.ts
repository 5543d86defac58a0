// The words of workflow types: what an item may be, what one does by itself, and what happens when it is late.
export const itemKinds = ['checklist', 'form', 'document', 'call', 'approval', 'automatic', 'wait'] as const;
export type ItemKind = (typeof itemKinds)[number];

export const actions = [
  'sendMessage',
  'makeDocument',
  'doNotInteract',
  'loanLabel',
  'changeOwner',
  'loanTool',
  'webhook',
] as const;
export type Action = (typeof actions)[number];

export const assigneeKinds = ['caseOwner', 'user', 'role', 'team'] as const;
export const timeUnits = ['businessDays', 'calendarDays', 'hours'] as const;
export const lateActions = ['remind', 'reassign', 'escalate', 'goOn'] as const;
export const exitRules = ['all', 'any', 'condition'] as const;

/** Where a branch leads that ends the workflow. */
export const end = 'end';

/** What became of an item, as conditions name it: `items.review.outcome`. */
const ofEvery = ['completed', 'skipped', 'notNeeded'] as const;

export const outcomesOf = (kind: ItemKind): readonly string[] => {
  if (kind === 'approval') return ['approved', 'rejected', 'skipped', 'notNeeded'];
  return kind === 'automatic' || kind === 'wait' ? [...ofEvery, 'timedOut'] : ofEvery;
};
