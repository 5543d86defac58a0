// What a company changed of a rule: how it is asked for, listed and shown.
import Type, { type Static } from 'typebox';
import { DateTime, Id, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { madeByFields } from '#platform/resource/made-by.ts';
import { actions } from './change-words.ts';
import { Params, Severity, StandingChange } from './fields.ts';
import type { RuleChangeRow } from './tables.ts';

const Action = StringEnum(actions, {
  example: 'mute',
  description:
    '`mute`: it says nothing. `unmute`: it speaks. `tighten`: it becomes stricter, which must be plain from the parameters. `loosen`: it may become milder. `restore`: what was changed is taken back.',
});
const Reason = Text({ min: 1, max: 1_000, example: 'Counsel: not for business loans', description: 'Why.' });

export const ComplianceRuleChange = Type.Object(
  {
    id: Text({ max: 12, example: 'RU-5KX8-W2NB' }),
    object: Type.Literal('complianceRuleChange'),
    companyId: Text({ max: 12 }),
    ruleId: Text({ max: 60, example: 'FED-FREQ-7IN7' }),
    action: Action,
    ...StandingChange.properties,
    reason: Reason,
    ...madeByFields,
    createdAt: DateTime,
  },
  { title: 'ComplianceRuleChange', description: 'What was done to a rule, and what of it stands after that.' },
);
type ComplianceRuleChange = Static<typeof ComplianceRuleChange>;

export const RuleChangeInput = Type.Object(
  {
    action: Action,
    loanTypeId: Type.Optional(
      Nullable(Id('LT', 'loan type'), { description: 'Only for loans of this type. Null or not sent: for all loans.' }),
    ),
    severity: Type.Optional(Nullable(Severity)),
    params: Type.Optional(
      Nullable(Params, {
        description: 'The parameters that change, with their new values; null as a value takes a parameter out.',
      }),
    ),
    reason: Reason,
  },
  { title: 'ComplianceRuleChangeInput' },
);
export type RuleChangeInput = Static<typeof RuleChangeInput>;

export const changeList = defineList({ table: 'compliance_rule_changes', below: 'rule_id' });

const present = presenter<typeof ComplianceRuleChange, RuleChangeRow>(ComplianceRuleChange);
export const presentChange = (row: RuleChangeRow): ComplianceRuleChange => present(row, {});
