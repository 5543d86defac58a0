import { system } from '#platform/actor.ts';
import type { CompanySetUp } from '#platform/capability.ts';
import { opaqueToken } from '#platform/ids.ts';
import { newestSet, shippedSets } from './rules/sets.ts';

/** A new company has the newest rules, in each mode. No event is emitted: nobody can have subscribed yet. */
export const ruleSetUp: CompanySetUp = (tx, { now }) => {
  const { number } = newestSet(shippedSets);
  const taken = { set_number: number, taken_by_type: system.type, taken_by_id: system.id, taken_at: now };
  tx.write(tx.db.insertInto('rule_books').values({ set_number: number, version: opaqueToken() }));
  tx.write(tx.db.insertInto('rule_sets_taken').values(taken));
};
