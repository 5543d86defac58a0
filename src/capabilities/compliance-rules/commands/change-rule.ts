// Mutes a rule, makes it stricter, loosens it, or takes that back: for all loans, or for those of one type. A change is a
// row of its own, so that who did what, when and why stays readable.
import { isDeepStrictEqual } from 'node:util';
import type { Rule } from '@tenor/guard/contract.ts';
import { findLoanType } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, Refusal, refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import type { RuleChangeInput } from '../change.ts';
import { type Action, nothingChanged, type RuleChange } from '../change-words.ts';
import { complianceRuleErrors } from '../errors.ts';
import { ruleChanged } from '../events.ts';
import { changesOf, type FoundRule } from '../find-rule.ts';
import { misfitsOfForms } from '../rule.ts';
import { renewBook } from '../rule-book.ts';
import { formFor } from '../rules/applied.ts';
import { compareRules } from '../rules/strictness.ts';
import type { RuleChangeRow } from '../tables.ts';

/** Errors: InvalidRequest, NotFound, ComplianceRuleUnchanged. */
export async function changeRule(
  ctx: CommandContext,
  tx: Tx,
  { rule, book }: FoundRule,
  body: RuleChangeInput,
): Promise<RuleChangeRow> {
  mustSayWhatItDoes(body);
  const loanTypeId = await loanTypeNamed(tx, rule, body.loanTypeId ?? null);
  const standing = changesOf(book, rule);
  const before = standing.find((one) => one.loanTypeId === loanTypeId) ?? {
    ruleId: rule.id,
    loanTypeId,
    ...nothingChanged,
  };
  const after = changed(before, body);
  const changes = [...standing.filter((one) => one.loanTypeId !== loanTypeId), after];
  const [was, is] = [standing, changes].map((all) => formFor(rule, all, loanTypeId)) as [Rule, Rule];
  const isSame = body.action === 'restore' ? isDeepStrictEqual(before, after) : isDeepStrictEqual(was, is);
  if (isSame) throw unchanged(rule, standing);
  mustHaveNone(misfitsOfForms(rule, changes));
  if (body.action === 'tighten') mustBeStricter(was, is);
  ctx.was(before);
  return writeChange(ctx, tx, after, body);
}

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** What stands after it, of that loan type or of all. */
function changed(before: RuleChange, { action, severity, params }: RuleChangeInput): RuleChange {
  if (action === 'restore') return { ...before, ...nothingChanged };
  if (action === 'mute' || action === 'unmute') return { ...before, isMuted: action === 'mute' };
  return {
    ...before,
    severity: severity ?? before.severity,
    params: params == null ? before.params : { ...before.params, ...plain(params) },
  };
}

const namesFields: ReadonlySet<Action> = new Set(['tighten', 'loosen']);

/** Errors: InvalidRequest. */
function mustSayWhatItDoes({ action, severity, params, reason }: RuleChangeInput): void {
  if (reason.trim() === '') throw refuseField('reason', 'is empty', 'a sentence that says why');
  const isSaid = severity != null || params != null;
  if (namesFields.has(action) && !isSaid) {
    throw refuseField('params', `is required, or severity, to ${action} a rule`, 'parameters with their new values');
  }
  if (namesFields.has(action) || !isSaid) return;
  throw refuseField(severity == null ? 'params' : 'severity', `does not go with ${action}`, 'tighten or loosen');
}

/** The id of the loan type, which must be one that the rule is for. Errors: NotFound, InvalidRequest. */
async function loanTypeNamed(tx: Tx, { onlyLoanTypeIds }: Rule, reference: string | null): Promise<string | null> {
  if (reference === null) return null;
  const { id } = await namedIn('loanTypeId', findLoanType(tx, reference));
  if (onlyLoanTypeIds === null || onlyLoanTypeIds.includes(id)) return id;
  throw refuseField('loanTypeId', 'is none of those that the rule is for', onlyLoanTypeIds.join(', '));
}

/** Errors: InvalidRequest. */
function mustBeStricter(before: Rule, after: Rule): void {
  const { order, path = 'params' } = compareRules(before, after);
  if (order === 'stricter') return;
  const message = order === 'milder' ? 'is milder than before' : 'cannot be told to be stricter';
  throw refuseField(path, message, 'a stricter value, or the action loosen, which says openly that it may be milder');
}

const unchanged = (rule: Rule, standing: readonly RuleChange[]): Refusal =>
  new Refusal(complianceRuleErrors.ComplianceRuleUnchanged, `The rule ${rule.id} is already so.`, {
    data: { standing },
  });

function writeChange(
  ctx: CommandContext,
  tx: Tx,
  after: RuleChange,
  { action, reason }: RuleChangeInput,
): RuleChangeRow {
  const { ruleId, loanTypeId, isMuted, severity, params } = after;
  const columns = {
    id: newId('RU'),
    position: ctx.position(),
    rule_id: ruleId,
    loan_type_id: loanTypeId,
    action,
    is_muted: isMuted,
    severity,
    reason,
    ...madeBy(ctx.caller.actor),
    created_at: ctx.now,
  };
  const asJson = params && JSON.stringify(params);
  tx.write(
    tx.db.insertInto('compliance_rule_changes').values({ ...columns, params: asJson }),
    redraw('compliance_rule_changes_pkey'),
  );
  renewBook(tx);
  ctx.emit(ruleChanged, ctx.realm.companyId, { complianceRuleChangeId: columns.id, ruleId, loanTypeId, action });
  return { ...columns, company_id: ctx.realm.companyId, params };
}
