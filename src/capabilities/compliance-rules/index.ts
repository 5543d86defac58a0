// The door of the compliance rules: by which rules borrowers may be contacted.
import type { Capability } from '#platform/capability.ts';
import { complianceRuleErrors } from './errors.ts';
import { ruleChanged, ruleSetTaken } from './events.ts';
import { complianceRule } from './resources/compliance-rule.ts';
import { complianceRuleRoutes } from './routes.ts';
import { shippedBooks } from './rule-book.ts';
import { ruleSetUp } from './set-up.ts';
import { complianceRuleTables } from './tables.ts';

export { type RulesInForce, storedBook } from './rule-book.ts';
export { ruleIdOf } from './rules/applied.ts';
export { namedOfPerson, namesCases, rulesFor } from './rules-for.ts';
export const { rulesInForce, rulesOfRow } = shippedBooks;

export const complianceRules: Capability = {
  name: 'compliance-rules',
  migrations: new URL('./migrations/', import.meta.url),
  tables: complianceRuleTables,
  errors: { 'Compliance rules': complianceRuleErrors },
  events: [...complianceRule.events, ruleChanged, ruleSetTaken],
  routes: () => complianceRuleRoutes,
  setUps: [ruleSetUp],
};
