// What of the principal of loans with a schedule was paid before the schedule asked for it, by month.
import { generalLedgerErrors } from '#capabilities/general-ledger/index.ts';
import { closedMonthEnd, countsOf } from './closed-months.ts';
import { type Figure, ofClosedMonths, shareOf } from './figure.ts';
import { monthsUntil } from './months.ts';
import { yearlyShare } from './prepaid.ts';

export const prepayments: Figure = {
  name: 'prepaymentFigures',
  title: 'PrepaymentFigures',
  path: '/figures/prepayments',
  summary: 'principal that was prepaid, by month',
  description:
    'From closed months, as it was known when each was closed. Installment loans that were active, frozen or accelerated when the month began; a loan is counted from the month after that in which it began. Lines of credit have no schedule before which they could be paid, and are not counted. A payment some days early is no prepayment: what is paid ahead counts only as far as it goes beyond the payments that come due by the end of the next month. A loan whose last due date is not after that ends as agreed when it is paid off. What the loan keeps as paid ahead is compared in whole payments, interest included. A prepayment that is taken back in a later month is a negative one of that month.',
  query: ofClosedMonths,
  columns: [
    { name: 'month', kind: 'text', says: 'Such as 2026-03.' },
    { name: 'loansCount', kind: 'count', says: 'Loans that were open when the month began.' },
    { name: 'openingAmount', kind: 'amount', says: 'Their principal at that time.' },
    {
      name: 'scheduledAmount',
      kind: 'amount',
      says: 'Principal that came due in the month, paid or not, and what was paid of the next payments some days early.',
    },
    { name: 'paidOffCount', kind: 'count', says: 'Loans that were paid off before their last due dates.' },
    { name: 'paidOffAmount', kind: 'amount', says: 'What they paid in the month of principal that was not due.' },
    { name: 'partCount', kind: 'count', says: 'Loans that stay open, and of which something was prepaid.' },
    { name: 'partAmount', kind: 'amount', says: 'How much of their principal was prepaid.' },
    { name: 'prepaidAmount', kind: 'amount', says: 'Both amounts together.' },
    {
      name: 'monthlyShare',
      kind: 'share',
      says: 'The single monthly mortality (SMM): what was prepaid of the opening amount less the scheduled amount, in hundredths of a percent, rounded. Null: nothing is left of it.',
    },
    {
      name: 'yearlyShare',
      kind: 'share',
      says: 'The conditional prepayment rate (CPR): 1 - (1 - SMM)^12, computed from the amounts and not from the rounded monthly share. Null: there is no monthly share, or more was taken back than prepaid.',
    },
  ],
  drawn: ['scheduledAmount', 'paidOffAmount', 'partAmount'],
  errors: [generalLedgerErrors.GeneralLedgerNotKept],
  async compute({ reader }, asked) {
    const asOf = await closedMonthEnd(reader, asked.asOf);
    const { names, from } = monthsUntil(asOf, asked.months);
    const counts = await countsOf(reader, 'prepayments', { from, through: asOf });
    const rows = names.map((month) => {
      const of = (part: string) =>
        counts.find(({ day, name }) => day.startsWith(month) && name === part) ?? { counted: 0, cents: 0 };
      const [open, scheduled, paidOff, part] = [of('open'), of('scheduled').cents, of('paidOff'), of('part')];
      const [prepaid, left] = [paidOff.cents + part.cents, open.cents - scheduled];
      return {
        month,
        loansCount: open.counted,
        openingAmount: open.cents,
        scheduledAmount: scheduled,
        paidOffCount: paidOff.counted,
        paidOffAmount: paidOff.cents,
        partCount: part.counted,
        partAmount: part.cents,
        prepaidAmount: prepaid,
        monthlyShare: shareOf(prepaid, left),
        yearlyShare: yearlyShare(prepaid, left),
      };
    });
    return { asOf, rows };
  },
};
