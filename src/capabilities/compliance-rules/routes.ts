// Every endpoint of the rules by which a company may contact its borrowers.
import { Refusal } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { ComplianceRuleChange, changeList, presentChange, RuleChangeInput } from './change.ts';
import type { Action } from './change-words.ts';
import { changeRule } from './commands/change-rule.ts';
import { takeSet } from './commands/take-set.ts';
import { complianceRuleErrors } from './errors.ts';
import { ruleChanged, ruleSetTaken } from './events.ts';
import { ruleOfPath } from './find-rule.ts';
import { complianceRule } from './resources/compliance-rule.ts';
import { shippedBooks } from './rule-book.ts';
import { type Asked, ComplianceRule, listOfRules, listRules, presentRule } from './show-rules.ts';
import { complianceRuleChanges } from './tables.ts';
import { ComplianceRuleUpdate, presentUpdate, UpdateInput } from './update.ts';

const path = '/compliance/rules';
const [, create, , update] = complianceRule.endpoints;
const rulePath = ruleOfPath(shippedBooks);

/** A change makes a version of an own rule; what comes with a release has none. */
const changeable: NonNullable<Endpoint['subject']> = {
  ...rulePath,
  async find(reader, reference, lock) {
    const { row, rule } = (await rulePath.find(reader, reference, lock)).subject;
    if (row !== null && update.subject !== undefined) return update.subject.find(reader, row.id, lock);
    throw new Refusal(complianceRuleErrors.ComplianceRuleShipped, `The rule ${rule.id} comes with a release.`);
  },
};

const loosening = 'compliance.rule:loosen';
const tightening = 'compliance.rule:tighten';
const neededFor: Readonly<Record<Action, readonly string[]>> = {
  mute: [loosening],
  loosen: [loosening],
  unmute: [tightening],
  tighten: [tightening],
  // What is taken back may have been stricter or milder.
  restore: [tightening, loosening],
};

const ofRule = below({
  path: `${path}/{complianceRuleId}/changes`,
  permission: 'compliance.rule.change',
  answer: ComplianceRuleChange,
  subject: ruleOfPath(shippedBooks, { inForce: true }),
});

const ofUpdate = below({ path: `${path}/updates`, permission: 'compliance.rule.update', answer: ComplianceRuleUpdate });

export const complianceRuleRoutes: readonly Endpoint[] = [
  endpoint({
    name: 'complianceRules.list',
    path,
    summary: 'List the rules by which borrowers may be contacted',
    description:
      "First the rules that come with a release, by the set that the company has, then the company's own that are active. With `origin=own`, with another status than `active`, and with `typeId` or `version`: all versions of its own rules, newest first.",
    permission: 'compliance.rule:list',
    shape: 'list',
    query: listOfRules.query,
    list: listOfRules,
    answer: ComplianceRule,
    read: (ctx, { query }) => listRules(ctx, query as Asked),
  }),
  create,
  endpoint({
    name: 'complianceRules.read',
    path: `${path}/{complianceRuleId}`,
    summary: 'Read a rule by which borrowers may be contacted',
    description:
      'By its id, or by the id by which verdicts name it, such as `FED-FREQ-7IN7`: of an own rule the active version then, or the newest.',
    permission: 'compliance.rule:read',
    subject: rulePath,
    answer: ComplianceRule,
    read: (ctx, _, found) => presentRule(ctx, found),
  }),
  { ...update, subject: changeable, errors: [...update.errors, complianceRuleErrors.ComplianceRuleShipped] },
  ofRule({
    name: 'complianceRuleChanges.list',
    summary: 'List what the company has changed of a rule',
    description: 'Newest first: who, when and why. Of each loan type, and of all loans, the newest one stands.',
    shape: 'list',
    query: changeList.query,
    list: changeList,
    read: ({ reader }, { query }, { rule }) => {
      const rows = reader.db.selectFrom('compliance_rule_changes').select(complianceRuleChanges.all);
      return changeList.page(reader, rows, query, { below: rule.id, each: presentChange });
    },
  }),
  ofRule({
    name: 'complianceRuleChanges.create',
    summary: 'Mute a rule, make it stricter, loosen it, or take that back',
    description:
      'For all loans, or for those of one type, which then goes before what is said of all. `tighten` and `unmute` need the permission compliance.rule:tighten; `mute` and `loosen` compliance.rule:loosen; `restore` both.',
    permission: tightening,
    kinds: [loosening],
    errors: [complianceRuleErrors.ComplianceRuleUnchanged],
    body: RuleChangeInput,
    example: { body: { action: 'mute', reason: 'Counsel: does not apply to our loans' } },
    emits: [ruleChanged],
    authorize({ caller }, { body }) {
      for (const permission of neededFor[body.action]) mustHave(caller, permission);
    },
    command: async (ctx, tx, { body }, found) => presentChange(await changeRule(ctx, tx, found, body)),
  }),
  ofUpdate({
    name: 'complianceRuleUpdates.read',
    summary: 'Read what an update of the rules would change',
    description:
      'A release may bring a later set of rules. The company keeps the set that it has until it takes the later one. What it has changed itself stays.',
    read: ({ reader }) => presentUpdate(reader, shippedBooks),
  }),
  ofUpdate({
    name: 'complianceRuleUpdates.take',
    summary: 'Take the later set of rules',
    description: 'A set that the company has already is not taken again.',
    errors: [complianceRuleErrors.ComplianceChangesDoNotFit],
    body: UpdateInput,
    example: { body: { setNumber: 1 } },
    // With one set there is nothing later to take yet.
    mayEmit: [ruleSetTaken],
    command: async (ctx, tx, { body }) => {
      await takeSet(ctx, tx, shippedBooks, body.setNumber);
      return presentUpdate(tx, shippedBooks);
    },
  }),
];
