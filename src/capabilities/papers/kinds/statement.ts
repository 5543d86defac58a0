// The statement of a period, for loans and lines: the paper of `statements.details`.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { renderSVG } from 'uqr';
import { facts, heading, type Language, type Part, small, texts } from '../letter.ts';
import type { Writing, Written } from '../paper-kind.ts';
import type { Activity, Rate, StatementShown } from './statement-shown.ts';
import { activityNames, feeNames, statementWords } from './statement-words.ts';

export interface LoanShown {
  readonly displayId: string;
  readonly type: string;
}

interface Page extends Omit<Writing, 'shown' | 'today' | 'loanId'> {
  readonly of: StatementShown;
  readonly loan: LoanShown;
  readonly w: (typeof statementWords)['en'];
  readonly isLine: boolean;
}

/** What stands on it. Everything in it comes from the statement; nothing is added up here. */
export function statementOf(given: Omit<Page, 'w' | 'isLine'>): Written {
  const page: Page = { ...given, w: statementWords[given.language], isLine: given.loan.type === 'lineOfCredit' };
  const { w, of, format } = page;
  const { day } = format;
  return {
    title: w.title,
    about: [[w.number, of.id]],
    parts: [
      texts(w.period(day(of.billingCycleStartDate), day(of.billingCycleEndDate))),
      ...(of.version === 1 ? [] : [texts(w.corrected(of.version))]),
      { kind: 'beside', left: summary(page), right: payment(page) },
      ...warnings(page),
      ...transactions(page),
      ...fees(page),
      ...interest(page),
      ...yearToDate(page),
      ...draws(page),
      ...promos(page),
      ...disputes(page),
      coupon(page),
    ],
    files: { 'qr.svg': Buffer.from(renderSVG(machineRead(page), { border: 0 })) },
  };
}

function summary({ w, of, format: { amount } }: Page): Part[] {
  const always = [
    [w.previous, of.previousBalance],
    [w.payments, -of.totalPaymentsForThisPeriod],
  ] as const;
  const ifAny = [
    [w.paymentReversals, of.totalPaymentReversalsForThisPeriod],
    [w.credits, -of.totalCreditsForThisPeriod],
    [w.creditReversals, of.totalCreditReversalsForThisPeriod],
    [w.refunds, -of.totalRefundsForThisPeriod],
    [w.purchases, of.totalPurchasesForThisPeriod],
    [w.cashAdvances, of.totalCashAdvancesForThisPeriod],
    [w.balanceTransfers, of.totalBalanceTransfersForThisPeriod],
    [w.lent, of.totalLentForThisPeriod],
    [w.reimbursements, of.totalReimbursementsForThisPeriod],
    [w.adjustments, of.totalAdjustmentsForThisPeriod],
  ] as const;
  const last = [
    [w.fees, of.totalFeesForThisPeriod],
    [w.interest, of.totalInterestForThisPeriod],
  ] as const;
  const rows = [...always, ...ifAny.filter(([, cents]) => cents !== 0), ...last];
  const limits = [
    [w.limit, of.creditLimitAmount],
    [w.available, of.availableCreditAmount],
  ] as const;
  const known = limits.flatMap(([label, cents]) => (cents === null ? [] : [[label, amount(cents)] as const]));
  return [
    heading(w.summary),
    facts(
      rows.map(([label, cents]) => [label, amount(cents)]),
      [w.newBalance, amount(of.newBalanceAmount)],
    ),
    ...(known.length === 0 ? [] : [facts(known)]),
  ];
}

function payment({ w, of, isLine, format: { amount, day } }: Page): Part[] {
  const { nextAutopayDate: date, nextAutopayAmount: taken } = of;
  const asked = [
    [w.current, of.currentAmountDue],
    [w.overdue, of.overdueAmount],
  ] as const;
  const rows = asked.filter(([, cents]) => cents !== 0).map(([label, cents]) => [label, amount(cents)] as const);
  const credit = of.creditBalanceAmount > 0 ? [[w.credit, amount(of.creditBalanceAmount)] as const] : [];
  return [
    heading(w.payment),
    facts(
      [[w.newBalance, amount(of.newBalanceAmount)], [w.due, day(of.paymentDueDate)], ...rows, ...credit],
      [isLine ? w.minimumOfLine : w.minimumOfLoan, amount(of.minimumAmountDue)],
    ),
    ...(date === null ? [] : [small(w.autopay(amount(taken ?? 0), day(date)))]),
  ];
}

function warnings({ w, of, format: { amount, day } }: Page): Part[] {
  const late: Part = {
    kind: 'warning',
    title: w.lateTitle,
    text: w.late(day(of.paymentDueDate), amount(of.lateFeeUpToAmount)),
  };
  const { minimumPaymentWarning: found } = of;
  if (found === null) return of.isDisplayLatePaymentWarning ? [late] : [];
  const time = found.count === null ? w.never : found.unit === 'years' ? w.years(found.count) : w.months(found.count);
  const in36 =
    found.paymentFor36MonthsAmount === null
      ? []
      : [
          [
            amount(found.paymentFor36MonthsAmount),
            w.threeYears,
            amount(found.totalFor36MonthsAmount ?? 0) +
              (found.savingsAmount === null ? '' : w.savings(amount(found.savingsAmount))),
          ],
        ];
  return [
    ...(of.isDisplayLatePaymentWarning ? [late] : []),
    { kind: 'warning', title: w.warningTitle, text: w.warning },
    {
      kind: 'table',
      widths: [1, 1, 1],
      head: w.warningHead,
      amounts: [],
      rows: [[w.onlyMinimum, time, found.totalAmount === null ? '' : amount(found.totalAmount)], ...in36],
    },
  ];
}

const isCharge = (type: string): boolean => type === 'fee' || type === 'interest';

function transactions({ w, of, language, format: { amount, day } }: Page): Part[] {
  const rows = of.activities
    .filter(({ type }) => !isCharge(type))
    .map((one) => [day(one.date), described(one, language), amount(one.amount)]);
  const table: Part = { kind: 'table', widths: [1.5, 4, 1], head: w.transactionHead, amounts: [2], rows };
  return [heading(w.transactions), rows.length === 0 ? texts(w.none) : table];
}

/** Descriptions are English, so in another language the type says what it was. */
function described({ type, description, merchantName }: Activity, language: Language): string {
  const what = language === 'en' ? description : (activityNames[type] ?? description);
  return merchantName === null || what.includes(merchantName) ? what : `${what}, ${merchantName}`;
}

function fees({ w, of, language, format: { amount, day } }: Page): Part[] {
  const charged = of.activities.filter(({ type }) => type === 'fee');
  const nameOf = (type: string | null, otherwise: string) => feeNames[type ?? '']?.[language] ?? otherwise;
  return [
    heading(w.feesTable),
    {
      kind: 'table',
      widths: [1.5, 4, 1],
      head: w.transactionHead,
      amounts: [2],
      rows: charged.map((one) => [day(one.date), nameOf(one.feeType, one.description), amount(one.amount)]),
      total: [w.totalFees, amount(of.totalFeesForThisPeriod)],
    },
  ];
}

function interest({ w, of, isLine, format: { amount, day, percent } }: Page): Part[] {
  const nicknames = new Map(of.draws.map(({ drawId, nickname }) => [drawId, nickname ?? drawId]));
  const row = (one: Rate): string[] => [
    ...(isLine ? [nicknames.get(one.drawId ?? '') ?? one.drawId ?? ''] : []),
    day(one.fromDate),
    // What is stored is the first day that is not in it.
    day(dateOf(dayOf(one.toDate as CivilDate) - 1)),
    percent(one.interestRate) + (one.isVariable ? w.variable : ''),
    amount(one.averageDailyBalanceAmount),
    amount(one.interestAmount),
  ];
  return [
    heading(w.interestTable),
    {
      kind: 'table',
      widths: isLine ? [1.5, 1.4, 1.4, 1.1, 1.3, 1] : [1.5, 1.5, 1.1, 1.3, 1],
      head: isLine ? w.interestHeadOfLine : w.interestHead,
      amounts: isLine ? [3, 4, 5] : [2, 3, 4],
      rows: of.rates.map(row),
      total: [w.totalInterest, amount(of.totalInterestForThisPeriod)],
    },
    ...(of.rates.some(({ isVariable }) => isVariable) ? [small(w.variableNote)] : []),
  ];
}

function yearToDate({ w, of, format: { amount } }: Page): Part[] {
  return [
    {
      kind: 'beside',
      left: [
        heading(w.toDate(of.year)),
        facts([
          [w.feesInYear(of.year), amount(of.yearToDateFeesCharged)],
          [w.interestInYear(of.year), amount(of.yearToDateInterestCharged)],
        ]),
      ],
      right: [
        heading(w.paidTo),
        facts([
          [w.principal, amount(of.lastPeriodPrincipalPaid)],
          [w.interestPaid, amount(of.lastPeriodInterestPaid)],
          [w.feesPaid, amount(of.lastPeriodFeesPaid)],
        ]),
      ],
    },
  ];
}

function draws({ w, of, format: { amount, day, percent } }: Page): Part[] {
  if (of.draws.length === 0) return [];
  const grace = of.draws.flatMap((one) => {
    const name = one.nickname ?? one.drawId;
    if (one.dateToCheckToKeepGrace !== null) return [w.keepGrace(name, day(one.dateToCheckToKeepGrace))];
    return one.dateToCheckToRestoreGrace === null ? [] : [w.restoreGrace(name, day(one.dateToCheckToRestoreGrace))];
  });
  return [
    heading(w.draws),
    {
      kind: 'table',
      widths: [2, 1, 1, 1, 1, 1, 1],
      head: w.drawHead,
      amounts: [1, 2, 3, 4, 5, 6],
      rows: of.draws.map((one) => [
        one.nickname ?? one.drawId,
        amount(one.newBalanceAmount),
        amount(one.minimumAmountDue),
        one.interestRate === null ? '' : percent(one.interestRate),
        amount(one.totalInterestForThisPeriod),
        amount(one.totalFeesForThisPeriod),
        one.availableCreditAmount === null ? '' : amount(one.availableCreditAmount),
      ]),
    },
    ...(grace.length === 0 ? [] : [heading(w.grace), texts(...grace)]),
  ];
}

function promos({ w, of, format: { amount, day } }: Page): Part[] {
  if (of.promoBalances.length === 0) return [];
  const rows = of.promoBalances.map((one) => [
    amount(one.balanceAmount),
    day(one.promoEndDate),
    one.deferredInterestAmount === null ? '' : amount(one.deferredInterestAmount),
  ]);
  return [heading(w.promos), { kind: 'table', widths: [1, 1.5, 2], head: w.promoHead, amounts: [0, 2], rows }];
}

/** The full notice is for open-end credit (Regulation Z, 1026.7(a)(9) and Appendix G-4(A)). */
function disputes({ w, isLine, look }: Page): Part[] {
  const address = look.disputeAddress.join(', ');
  return [heading(w.disputeTitle), small(isLine ? w.dispute(address) : w.ask(address))];
}

const coupon = ({ w, of, loan, isLine, look, format: { amount, day } }: Page): Part => ({
  kind: 'coupon',
  text: w.coupon,
  to: look.paymentAddress,
  rows: [
    [w.account, loan.displayId],
    [w.newBalance, amount(of.newBalanceAmount)],
    [isLine ? w.minimumOfLine : w.minimumOfLoan, amount(of.minimumAmountDue)],
    [w.due, day(of.paymentDueDate)],
    [w.enclosed, '$ ______________'],
  ],
  qr: 'qr.svg',
  qrAlt: w.qr,
});

/** What whoever opens the mail scans: no name, and nothing that is not on the coupon. */
const machineRead = ({ of, format }: Page): string =>
  `loan=${of.loanId}&statement=${of.id}&amount=${format.decimal(of.minimumAmountDue)}&due=${of.paymentDueDate}`;
