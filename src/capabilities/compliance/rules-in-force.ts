// The rules by which contacts are judged, and the name of their set.
import type { Rule } from '@tenor/guard/contract.ts';
import { shippedRules } from '@tenor/guard/rules/shipped.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';

export interface RulesInForce {
  readonly setNumber: number;
  readonly version: string;
  readonly rules: readonly Rule[];
}

export const rulesInForce = async (_reader: Reader, _asked: { readonly knownAt?: Instant } = {}): Promise<RulesInForce> => ({
  setNumber: 1,
  version: '0',
  rules: shippedRules,
});
