// The rules of a company as they are in force. They are read for every contact and change a few times a year, so each
// process remembers them: one narrow read by key says whether what it remembers is still so.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Rule } from '@tenor/guard/contract.ts';
import { type ReadCondition, readCondition } from '#platform/conditions/language.ts';
import { partRead } from '#platform/db/as-one-statement.ts';
import { typesOf } from '#platform/db/define-table.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { opaqueToken } from '#platform/ids.ts';
import { latelyUsed } from '#platform/lately-used.ts';
import type { RuleChange } from './change-words.ts';
import { idOfOwn, ruleOfRow } from './rule.ts';
import { appliedRules } from './rules/applied.ts';
import { newestSet, type RuleSet, type RuleSets, setOfNumber, shippedSets } from './rules/sets.ts';
import { type ComplianceRuleRow, complianceRules, storedBooks } from './tables.ts';

export interface RulesInForce {
  /** The set of a release that the company had. */
  readonly setNumber: number;
  /** Another text after every change of the rules. */
  readonly version: string;
  /** Muted ones are left out; the same array as long as nothing is changed. */
  readonly rules: readonly Rule[];
  /** Conditions of the company's own rules, by the ids of rules. */
  readonly conditions: ReadonlyMap<string, ReadCondition>;
}

/** All that a company has in force. */
export interface RuleBook {
  readonly version: string;
  readonly set: RuleSet;
  /** Its own rules that are active, oldest first. */
  readonly own: readonly ComplianceRuleRow[];
  /** What it has changed of any rule, as it stands. */
  readonly changes: readonly RuleChange[];
  readonly inForce: RulesInForce;
}

/** What the process remembers: companies that were asked about lately, in each mode. */
const companiesKept = 1_000;

/** By it whoever reads other things in the same flight learns whether what is remembered is still so. */
export const storedBook = partRead<StoredBook>((db) => db.selectFrom('rule_books').select(['set_number', 'version']), {
  columns: typesOf(storedBooks, ['set_number', 'version']),
  values: {},
});

interface StoredBook {
  readonly set_number: number;
  readonly version: string;
}

export type RuleBooks = ReturnType<typeof ruleBooks>;

/** The books by these sets of a release. */
export function ruleBooks(sets: RuleSets) {
  const kept = latelyUsed<string, RuleBook>(companiesKept);
  const bookOfRow = async (reader: Reader, stored: StoredBook | undefined): Promise<RuleBook> => {
    const { mode, companyId } = reader.realm;
    if (stored === undefined) throw new Error(`The company ${companyId} has no rule book.`);
    const key = `${mode} ${companyId}`;
    const found = kept.get(key);
    if (found?.version === stored.version) return found;
    const [own, changes] = await reader.together(activeRules(reader), standingChanges(reader));
    const set = setOfNumber(sets, stored.set_number);
    const book = bound({ version: stored.version, set, own, changes: changes.flatMap(standingOf) });
    kept.set(key, book);
    return book;
  };
  const bookOf = async (reader: Reader) => bookOfRow(reader, await reader.row(storedBook(reader.db, [], {})));
  return {
    sets,
    bookOf,
    /** As they are, by the row that `storedBook` has read. */
    rulesOfRow: async (reader: Reader, stored: StoredBook | undefined) => (await bookOfRow(reader, stored)).inForce,
    /** As they are, or as they were known at a moment of the past. */
    async rulesInForce(reader: Reader, { knownAt }: { readonly knownAt?: Instant } = {}): Promise<RulesInForce> {
      return knownAt === undefined ? (await bookOf(reader)).inForce : (await bookAt(reader, sets, knownAt)).inForce;
    },
  };
}

export const shippedBooks = ruleBooks(shippedSets);

const ownRules = (reader: Reader) => reader.db.selectFrom('compliance_rules').select(complianceRules.all);
const activeRules = (reader: Reader) => ownRules(reader).where('status', '=', 'active').orderBy('type_id');

/** The last change of each rule and loan type. */
const standingChanges = (reader: Reader) =>
  reader.db
    .selectFrom('compliance_rule_changes')
    .distinctOn(['rule_id', 'loan_type_id'])
    .select(['rule_id', 'loan_type_id', 'is_muted', 'severity', 'params'])
    .orderBy('rule_id')
    .orderBy('loan_type_id')
    .orderBy('position', 'desc');

type StandingRow = {
  readonly rule_id: string;
  readonly loan_type_id: string | null;
  readonly is_muted: boolean | null;
  readonly severity: RuleChange['severity'];
  readonly params: RuleChange['params'];
};

/** Where everything was taken back, nothing stands. */
const standingOf = (row: StandingRow): readonly RuleChange[] => {
  const { rule_id: ruleId, loan_type_id: loanTypeId, is_muted: isMuted, severity, params } = row;
  return isMuted === null && severity === null && params === null
    ? []
    : [{ ruleId, loanTypeId, isMuted, severity, params }];
};

/** The book as it was known at a moment: by what had been taken, published and changed until then. */
async function bookAt(reader: Reader, sets: RuleSets, at: Instant): Promise<RuleBook> {
  const [taken, own, changes] = await reader.together(
    reader.db.selectFrom('rule_sets_taken').select(['set_number', 'taken_at']).orderBy('set_number'),
    ownRules(reader)
      .where('published_at', '<=', at)
      .where((eb) => eb.or([eb('deprecated_at', 'is', null), eb('deprecated_at', '>', at)]))
      .orderBy('type_id'),
    standingChanges(reader).where('created_at', '<=', at),
  );
  // Before the company was there it had no rules; the set that it began with is the nearest answer.
  const last = taken.findLast(({ taken_at }) => taken_at <= at) ?? taken[0];
  const set = last === undefined ? newestSet(sets) : setOfNumber(sets, last.set_number);
  return bound({ version: at, set, own, changes: changes.flatMap(standingOf) });
}

function bound({ version, set, own, changes }: Omit<RuleBook, 'inForce'>): RuleBook {
  const rules = appliedRules([...set.rules, ...own.map(ruleOfRow)], changes);
  const conditions = own.flatMap(({ type_id, condition }) =>
    condition === null ? [] : [[idOfOwn(type_id), readCondition(condition)] as const],
  );
  return {
    version,
    set,
    own,
    changes,
    inForce: { setNumber: set.number, version, rules, conditions: new Map(conditions) },
  };
}

/** Changes of one company's rules come one after the other. */
export async function lockBook(reader: Reader): Promise<void> {
  await reader.row(reader.db.selectFrom('rule_books').select('version').forNoKeyUpdate());
}

/** Every writer of rules calls it after its write: what processes remember is old from the commit on. */
export const renewBook = (tx: Tx, setNumber?: number): void =>
  tx.write(
    tx.db
      .updateTable('rule_books')
      .set({ version: opaqueToken(), ...(setNumber !== undefined && { set_number: setNumber }) }),
  );
