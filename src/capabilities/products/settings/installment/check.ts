// Checks of the settings of installment loans that no schema makes. They name every mistake.
import { rateProblem } from '../../rate-bounds.ts';
import {
  aboveZero,
  isNothing,
  negative,
  ordinary,
  type Problems,
  periodicProblems,
  problem,
  required,
  when,
} from '../check-parts.ts';
import type { LateFeeSettings } from './schema.ts';
import type { InstallmentDraft } from './settings.ts';

export function installmentProblems(draft: InstallmentDraft): Problems {
  const { interest, payments, fees } = draft;
  return [
    ...rateProblem('interest.maxAprNominal', interest.maxAprNominal, ordinary),
    ...rateProblem('interest.maxAprEffective', interest.maxAprEffective, ordinary),
    ...rateProblem('interest.overdueRate', interest.overdueRate, ordinary),
    ...when(payments.roundingUnit <= 0, () => aboveZero('payments.roundingUnit')),
    // A request may say what only the days of a line can mean.
    ...when(payments.dueDateMode !== 'fixedDueDate', () =>
      problem('payments.dueDateMode', 'cannot be that of an installment loan', 'fixedDueDate'),
    ),
    ...feeProblems(fees),
    ...resetProblems(draft),
    ...precomputedProblems(draft),
  ];
}

const resetRates = [
  'resetRoundTo',
  'resetFirstCap',
  'resetPeriodicCap',
  'resetLifetimeCap',
  'resetLifetimeDrop',
] as const;

/** Caps of resets are nothing without resets, and beside them the index moves no rate by itself. */
function resetProblems({ interest }: InstallmentDraft): Problems {
  const rates = resetRates.flatMap((name) => rateProblem(`interest.${name}`, interest[name], ordinary));
  if (interest.resetMonths !== null) {
    const expected = 'null, and resetPeriodicCap in its place';
    return [
      ...rates,
      ...when(interest.indexStepCap !== null, () =>
        problem('interest.indexStepCap', 'does not go with interest.resetMonths', expected),
      ),
    ];
  }
  const useless = (path: string, isSet: boolean, expected: string): Problems =>
    when(isSet, () => problem(path, 'goes with interest.resetMonths', expected));
  return [
    ...rates,
    ...useless('interest.resetLookbackDays', interest.resetLookbackDays !== 0, '0, or a number of resetMonths'),
    ...resetRates.flatMap((name) =>
      useless(`interest.${name}`, interest[name] !== null, 'null, or a number of resetMonths'),
    ),
  ];
}

/** What would change a charge that is fixed when the loan begins, or would do nothing beside it. */
function precomputedProblems({ interest, payments, delinquency }: InstallmentDraft): Problems {
  const { precomputedRebate, precomputedRebateRounding, precomputedWholeAfterDays } = interest;
  const rounding = when(precomputedRebateRounding !== 'halfUp' && precomputedRebate !== 'ruleOf78', () =>
    problem('interest.precomputedRebateRounding', 'goes with precomputedRebate ruleOf78', 'halfUp, or that rebate'),
  );
  if (precomputedRebate === null) {
    const useless = when(precomputedWholeAfterDays !== null, () =>
      problem('interest.precomputedWholeAfterDays', 'goes with precomputedRebate', 'null, or a precomputedRebate'),
    );
    return [...rounding, ...useless];
  }
  const other = (path: string, isOther: boolean, expected: string): Problems =>
    when(isOther, () => problem(path, 'does not go with interest.precomputedRebate', expected));
  return [
    ...rounding,
    ...other('interest.accrualMethod', interest.accrualMethod !== 'simple', 'simple'),
    ...other('interest.resetMonths', interest.resetMonths !== null, 'null'),
    ...other('interest.overdueBearing', interest.overdueBearing !== 'principal', 'principal'),
    ...other('payments.amortization', payments.amortization !== 'level', 'level'),
    ...other('payments.interestOnlyPayments', payments.interestOnlyPayments !== 0, '0'),
    ...other('payments.prepayment', payments.prepayment === 'reamortize', 'nextDue, lastDue or shorten'),
    ...other('payments.multipleAdvances', payments.multipleAdvances, 'false'),
    ...other('delinquency.accrualAfterChargeOff', delinquency.accrualAfterChargeOff, 'false'),
  ];
}

function feeProblems({ late, nsfAmount, service, membership }: InstallmentDraft['fees']): Problems {
  return [
    ...lateFeeProblems(late),
    ...when(nsfAmount !== null && nsfAmount <= 0, () => aboveZero('fees.nsfAmount', true)),
    ...periodicProblems('fees.service', service),
    ...periodicProblems('fees.membership', membership),
  ];
}

function lateFeeProblems(late: InstallmentDraft['fees']['late']): Problems {
  if (late === null) return [];
  const { graceDays, flatAmount, percent, minAmount = null, maxAmount = null } = late;
  const path = 'fees.late';
  return [
    ...when(graceDays === undefined, () => required(`${path}.graceDays`, 'days after the due date, 0 or more')),
    ...negative(`${path}.flatAmount`, flatAmount),
    ...rateProblem(`${path}.percent`, percent ?? null, { min: 0, max: 1 }),
    ...negative(`${path}.minAmount`, minAmount, true),
    ...(['maxAmount', 'yearlyCapAmount', 'lifetimeCapAmount'] as const).flatMap((field) =>
      when(isNothing(late[field]), () => aboveZero(`${path}.${field}`, true)),
    ),
    ...when(minAmount !== null && maxAmount !== null && minAmount > maxAmount, () =>
      problem(`${path}.minAmount`, 'is above maxAmount', 'at most maxAmount, or null'),
    ),
    ...ruleProblems(path, late),
  ];
}

/** The amounts that each rule needs to charge anything. */
function ruleProblems(path: string, { rule, flatAmount, percent }: Partial<LateFeeSettings>): Problems {
  const [hasFlat, hasPercent] = [(flatAmount ?? 0) > 0, Number(percent ?? 0) > 0];
  if (!hasFlat && !hasPercent)
    return [required(`${path}.flatAmount`, 'flatAmount or percent above zero, or null for fees.late')];
  if (rule === undefined)
    return [required(`${path}.rule`, 'greater or lesser, or the one of flat and percent that counts')];
  const needs = {
    flat: [hasFlat],
    percent: [hasPercent],
    greater: [hasFlat, hasPercent],
    lesser: [hasFlat, hasPercent],
  };
  if (needs[rule].every(Boolean)) return [];
  const [field, other] = hasFlat ? ['percent', 'flat'] : ['flatAmount', 'percent'];
  return [problem(`${path}.${field}`, `must be above zero under the rule ${rule}`, `above zero, or the rule ${other}`)];
}
