// Finds the rule that a path names: by an id of ours, or by the id by which verdicts name it.
import type { Rule } from '@tenor/guard/contract.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { RuleChange } from './change-words.ts';
import { idOfOwn, ruleOfRow } from './rule.ts';
import { lockBook, type RuleBook, type RuleBooks } from './rule-book.ts';
import { ruleIdOf } from './rules/applied.ts';
import { idOfShipped, type RuleSet } from './rules/sets.ts';
import { type ComplianceRuleRow, complianceRules } from './tables.ts';

export interface FoundRule {
  readonly rule: Rule;
  /** Null: the rule comes with a release. */
  readonly row: ComplianceRuleRow | null;
  readonly book: RuleBook;
}

/** `inForce`: of an own rule the version that counts, whichever one is named. */
export const ruleOfPath = (books: RuleBooks, { inForce = false } = {}): Subject<FoundRule> => ({
  param: 'complianceRuleId',
  notFound: errors.NotFound,
  async find(reader, reference, lock) {
    if (lock) await lockBook(reader);
    const book = await books.bookOf(reader);
    const found = shippedBy(book.set).get(ruleIdOf(reference));
    if (found !== undefined) return { id: reader.realm.companyId, subject: { rule: found, row: null, book } };
    const named = await ownBy(reader, book, ruleIdOf(reference));
    const row = named && inForce ? await ownBy(reader, book, idOfOwn(named.type_id)) : named;
    if (row === undefined) throw notFound('compliance rule', reference, 'complianceRuleId');
    return { id: reader.realm.companyId, subject: { rule: ruleOfRow(row), row, book } };
  },
});

/** Each rule of a set by both of its ids; a set never changes. */
const byReference = new WeakMap<RuleSet, ReadonlyMap<string, Rule>>();
function shippedBy(set: RuleSet): ReadonlyMap<string, Rule> {
  const found =
    byReference.get(set) ??
    new Map(set.rules.flatMap((rule) => [[rule.id, rule] as const, [idOfShipped(rule.id), rule] as const]));
  byReference.set(set, found);
  return found;
}

/** By the id that all versions have, the active version is meant, or else the newest. */
async function ownBy(reader: Reader, book: RuleBook, name: string): Promise<ComplianceRuleRow | undefined> {
  const active = book.own.find((one) => one.id === name || idOfOwn(one.type_id) === name);
  if (active !== undefined) return active;
  const rows = reader.db.selectFrom('compliance_rules').select(complianceRules.all);
  const typeId = Number(/^OWN-(\d{1,10})$/.exec(name)?.[1]);
  if (Number.isNaN(typeId) || typeId > numberMax) return reader.row(rows.where('id', '=', name));
  return reader.row(rows.where('type_id', '=', typeId).orderBy('version', 'desc').limit(1));
}

const numberMax = 2_147_483_647;

export const changesOf = ({ changes }: RuleBook, { id }: Rule): readonly RuleChange[] =>
  changes.filter(({ ruleId }) => ruleId === id);
