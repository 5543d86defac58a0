// What is told of rules besides their versions.
import { defineEvent } from '#platform/events/event-kind.ts';
import { Int, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { actions } from './change-words.ts';

export const ruleChanged = defineEvent({
  type: 'compliancerule.changed',
  summary: 'The company muted a rule, made it stricter, loosened it, or took that back.',
  subject: 'company',
  fields: {
    complianceRuleChangeId: Text({ max: 12 }),
    ruleId: Text({ max: 60 }),
    loanTypeId: Nullable(Text({ max: 12 })),
    action: StringEnum(actions),
  },
});

export const ruleSetTaken = defineEvent({
  type: 'compliancerule.set.taken',
  summary: 'The company took a later set of the rules that come with a release.',
  subject: 'company',
  fields: { setNumber: Int({ min: 1, max: 1_000_000 }), formerSetNumber: Int({ min: 1, max: 1_000_000 }) },
});
