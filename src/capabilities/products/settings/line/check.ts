// Checks of the settings of lines of credit that no schema makes. What the engine, and the law that it keeps, cannot
// allow is asked of the engine. They name every mistake, and one of each kind that the engine finds.
import { TermsRefused } from '@tenor/engine/account/terms.ts';
import { checkDrawTerms, checkLineTerms } from '@tenor/engine/line/check-terms.ts';
import { checkCycle } from '@tenor/engine/line/cycle.ts';
import type { CycleTerms, DrawTerms } from '@tenor/engine/line/terms.ts';
import { dayCountsOfLines } from '@tenor/engine/time/day-count.ts';
import { formatCents } from '@tenor/engine/values/cents.ts';
import { parseRate } from '@tenor/engine/values/rate.ts';
import type { Problem } from '#platform/errors.ts';
import { rateProblem } from '../../rate-bounds.ts';
import {
  aboveZero,
  isNothing,
  negative,
  type Problems,
  periodicProblems,
  problem,
  required,
  when,
} from '../check-parts.ts';
import { expectedDays } from '../specific-days.ts';
import type { LineSettings } from './schema.ts';
import { type LineDraft, safeHarbor } from './settings.ts';
import { drawTermsOf, lineTermsOf } from './terms.ts';

const part = { min: 0, max: 1 };
const zeroRate = parseRate('0')!;

export function lineProblems(draft: LineDraft): Problems {
  const found = [
    ...when(isNothing(draft.interest.minChargeAmount), () => aboveZero('interest.minChargeAmount', true)),
    // A request may say what only the periods of an installment loan can mean.
    ...when(!dayCountsOfLines.includes(draft.interest.dayCount), () =>
      problem('interest.dayCount', 'is for installment loans', dayCountsOfLines.join(', ')),
    ),
    ...minimumProblems(draft),
    ...feeProblems(draft),
    ...drawProblems(draft.draws),
  ];
  // No fee lacks its amount then: nothing is missing.
  return found.length > 0 ? found : termsProblems(draft as LineSettings);
}

function minimumProblems({ minPaymentCalculation, gracePeriod }: LineDraft): Problems {
  const { percentageOfPrincipal, minAmount, drawMinAmount } = minPaymentCalculation;
  const { minPaymentCalculationOverride: override } = gracePeriod;
  const path = 'gracePeriod.minPaymentCalculationOverride';
  return [
    ...rateProblem('minPaymentCalculation.percentageOfPrincipal', percentageOfPrincipal, part),
    ...negative('minPaymentCalculation.minAmount', minAmount),
    ...negative('minPaymentCalculation.drawMinAmount', drawMinAmount),
    ...rateProblem(`${path}.percentageOfPrincipal`, override?.percentageOfPrincipal ?? null, part),
    ...negative(`${path}.minAmount`, override?.minAmount),
  ];
}

function feeProblems({ regulation, fees }: LineDraft): Problems {
  const { draw, late, nsfAmount, service, membership, firstYearCap } = fees;
  return [
    ...negative('fees.draw.amount', draw.amount),
    ...rateProblem('fees.draw.percentageOfPrincipal', draw.percentageOfPrincipal, part),
    ...(late === null ? [] : lateFeeProblems(regulation, late)),
    ...when(isNothing(nsfAmount), () => aboveZero('fees.nsfAmount', true)),
    ...periodicProblems('fees.service', service),
    ...periodicProblems('fees.membership', membership),
    ...rateProblem('fees.firstYearCap', firstYearCap, part),
  ];
}

function lateFeeProblems(regulation: LineDraft['regulation'], late: NonNullable<LineDraft['fees']['late']>): Problems {
  const isBound = regulation === 'card' && late.basis === 'safeHarbor';
  return (['firstAmount', 'repeatAmount'] as const).flatMap((field) => [
    ...when(late[field] <= 0, () => aboveZero(`fees.late.${field}`)),
    ...when(isBound && late[field] > safeHarbor[field], () =>
      problem(
        `fees.late.${field}`,
        'is above the safe harbor of 12 CFR 1026.52(b)(1)(ii)',
        `at most ${formatCents(safeHarbor[field])}, or the basis costs`,
      ),
    ),
  ]);
}

function drawProblems({ purposes, creditLimitAmount, autoAmortization }: LineDraft['draws']): Problems {
  const { duration, periodicPaymentAmount } = autoAmortization ?? { duration: 1, periodicPaymentAmount: null };
  return [
    ...when(new Set(purposes).size < purposes.length, () =>
      problem('draws.purposes', 'names one of them twice', 'each at most once'),
    ),
    ...when(isNothing(creditLimitAmount), () => aboveZero('draws.creditLimitAmount', true)),
    ...when(duration === null && periodicPaymentAmount === null, () =>
      required('draws.autoAmortization.duration', 'a number of statements, or periodicPaymentAmount'),
    ),
    ...when(duration !== null && periodicPaymentAmount !== null, () =>
      problem(
        'draws.autoAmortization.periodicPaymentAmount',
        'follows from the duration',
        'one of the two, null for the other',
      ),
    ),
    ...when(isNothing(periodicPaymentAmount), () => aboveZero('draws.autoAmortization.periodicPaymentAmount', true)),
  ];
}

// ---- what the engine cannot allow -----------------------------------------------------------------------------------

/** The setting for a term of the engine, and what would be right. */
const settingOf: Readonly<Record<string, readonly [path: string, expected: string]>> = {
  'minimum.roundUpTo': ['minPaymentCalculation.roundUpToAmount', 'an amount from 0.01 on'],
  'minimum.ofBalance.tiers[].upTo': [
    'minPaymentCalculation.ofBalance.tiers[].upToAmount',
    'an amount above that of the tier before; null for the last one',
  ],
  'minimum.ofBalance.tiers[].percent': ['minPaymentCalculation.ofBalance.tiers[].percentageOfBalance', '0 to 1'],
  'minimum.ofBalance.tiers[].amount': ['minPaymentCalculation.ofBalance.tiers[].minAmount', 'an amount from 0 on'],
  'interest.balanceMethod': ['interest.balanceMethod', 'daily'],
  'payments.excess': ['waterfall.excess', 'highestRate'],
  'payments.aim': ['waterfall.aim', 'due'],
  amortization: ['draws.autoAmortization', 'null, or isGracePeriodApplicable false'],
  'fees.draw.charged': ['fees.draw.charged', 'firstPayment, or the regulation none'],
};

/** The rates of a draw are its own: any will do here. */
const rates: DrawTerms['rates'] = {
  rates: [{ days: null, rate: zeroRate, type: 'absolute' }],
  promos: [],
  floor: null,
  cap: null,
  stepCap: null,
};

function termsProblems(settings: LineSettings): Problems {
  const terms = lineTermsOf(settings);
  const draw = { ...drawTermsOf(settings), rates };
  return [
    ...refused(settings, () => checkLineTerms(terms, draw.grace !== null)),
    ...refused(settings, () => checkDrawTerms(terms, draw)),
  ];
}

function refused(settings: LineSettings, check: () => void): Problems {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof TermsRefused)) throw error;
    const why = error.message.slice(`${error.path}: `.length);
    if (error.path === 'cycle.days') return [cycleProblem(settings, why)];
    const place = /\[\d+\]/.exec(error.path)?.[0] ?? '';
    const [path, expected] = settingOf[error.path.replace(place, place && '[]')] ?? [error.path, 'another value'];
    return [problem(path.replace('[]', place), why, expected)];
  }
}

const shortDays = [1, 4, 7, 14, 22];

/** The engine names the days alone; which setting is wrong is found by trying. */
function cycleProblem(settings: LineSettings, why: string): Problem {
  const terms = lineTermsOf(settings);
  const hasGrace = settings.gracePeriod.isGracePeriodApplicable;
  const isGood = (change: Partial<CycleTerms>): boolean =>
    checkCycle({ ...terms.cycle, ...change }, terms, hasGrace) === undefined;
  const { frequency, fixed } = terms.cycle;
  if (terms.regulation === 'card' && frequency !== 'monthly')
    return problem('payments.paymentFrequency', why, 'monthly');
  if (terms.regulation === 'card' && fixed === 'statementDay') {
    return problem('payments.dueDateMode', why, 'fixedDueDate or bothFixed');
  }
  const good = fixed === 'both' ? undefined : shortDays.findLast((dueAfterDays) => isGood({ dueAfterDays }));
  if (good !== undefined) return problem('payments.dueAfterDays', why, `a number of days such as ${good}`);
  return problem(
    'payments.specificDays',
    why,
    fixed === 'both' ? 'the day of the statement and the due day' : expectedDays[frequency],
  );
}
