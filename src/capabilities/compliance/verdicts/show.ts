// A verdict as it is answered, and the small part of it that is kept.
import type { RuleSpoken, Verdict } from '@tenor/guard/contract.ts';
import type { RulesInForce } from '#capabilities/compliance-rules/index.ts';
import { instantIf, instantOf } from '../facts/moments.ts';
import type { Moments } from '../question.ts';
import type { ContactVerdict, KeptVerdict } from '../schemas.ts';

interface Beside {
  readonly moments: Moments;
  readonly inForce: Pick<RulesInForce, 'setNumber' | 'version'>;
  readonly ifSent: ContactVerdict['ifSent'];
  /** False: rules that only inform are left out. */
  readonly withInforming: boolean;
}

export function shownVerdict(verdict: Verdict, { moments, inForce, ifSent, withInforming }: Beside): ContactVerdict {
  const spoken = withInforming ? verdict.rules : verdict.rules.filter(({ outcome }) => outcome !== 'informs');
  return {
    result: verdict.result,
    at: moments.at,
    evaluatedAt: verdict.evaluatedAt === verdict.at ? moments.at : instantOf(verdict.evaluatedAt),
    knownAt: moments.knownAt,
    party: verdict.party,
    jurisdictions: verdict.jurisdictions.map(({ code, why }) => ({ code, why: [...why] })),
    timeZones: verdict.timeZones.map(({ zone, why }) => ({ zone, why: [...why] })),
    rules: spoken.map(shownRule),
    nextAllowedAt: verdict.nextAllowedAt === verdict.at ? moments.at : instantIf(verdict.nextAllowedAt),
    warnings: [...verdict.warnings],
    unknown: verdict.unknown.map(({ what, takenAs, facts }) => ({ what, takenAs, facts: [...facts] })),
    ifSent,
    ruleSet: { setNumber: inForce.setNumber, version: inForce.version },
  };
}

const shownRule = ({ facts, nextAllowedAt, ...rule }: RuleSpoken): ContactVerdict['rules'][number] => ({
  ...rule,
  facts: [...facts],
  nextAllowedAt: instantIf(nextAllowedAt),
});

/** What blocked or warned; what informs does so each time. */
export const keptRules = ({ rules }: Verdict): KeptVerdict['rules'] =>
  rules.flatMap(({ ruleId, outcome, nextAllowedAt }) =>
    outcome === 'informs' ? [] : [{ ruleId, outcome, nextAllowedAt: instantIf(nextAllowedAt) }],
  );
