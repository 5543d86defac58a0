// The rules that come with a release, in numbered sets. A company stays on the set that it has until it takes a later
// one, so a release adds a set and keeps those before it.
import { createHash } from 'node:crypto';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Rule } from '@tenor/guard/contract.ts';
import { shippedRules } from '@tenor/guard/rules/shipped.ts';
import { idOfNumber, idsOfPrefix } from '#platform/ids.ts';

export interface RuleSet {
  readonly number: number;
  readonly releasedOn: CivilDate;
  readonly rules: readonly Rule[];
}

/** They rise by their numbers. */
export type RuleSets = readonly [RuleSet, ...RuleSet[]];

export const shippedSets: RuleSets = [{ number: 1, releasedOn: '2026-11-29' as CivilDate, rules: shippedRules }];

export const newestSet = (sets: RuleSets): RuleSet => sets.at(-1) ?? sets[0];

/** A company never has a set that is not there: a release takes none away. */
export function setOfNumber(sets: RuleSets, number: number): RuleSet {
  const found = sets.find((one) => one.number === number);
  if (found === undefined) throw new Error(`This release has no rules of the set ${number}.`);
  return found;
}

const bitsOfNumber = 48;

/** A rule that comes with a release has the same id in all companies and all sets. */
export function idOfShipped(ruleId: string): string {
  const hash = createHash('sha256').update(ruleId).digest();
  return idOfNumber('CR', hash.readUIntBE(0, bitsOfNumber / 8) % idsOfPrefix);
}

/** Its number as the number of a type: the same in all sets, as that of a rule of the company is in all versions. */
export const numberOfShipped = (ruleId: string): number =>
  createHash('sha256').update(ruleId).digest().readUInt32BE(8) >>> 1 || 1;
