import { errorKinds } from '#platform/errors.ts';

export const complianceRuleErrors = errorKinds({
  ComplianceRuleShipped: {
    status: 409,
    title: 'The rule comes with a release',
    remedy:
      'Mute it, make it stricter or loosen it at /compliance/rules/{complianceRuleId}/changes, or add a rule of your own.',
  },
  ComplianceRuleUnchanged: {
    status: 409,
    title: 'The rule is already as it would be',
    remedy: 'Nothing has to be done. data.standing says what the company has changed of it.',
  },
  ComplianceChangesDoNotFit: {
    status: 409,
    title: 'What the company has changed does not fit the rules of the update',
    remedy: 'data.doesNotFit names the rules. Restore each of them, take the update, and change them again.',
  },
});
