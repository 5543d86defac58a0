// What a paper shows of the details of a statement, as `statements.details` answers, with amounts in cents.

export interface StatementShown {
  readonly id: string;
  readonly loanId: string;
  readonly version: number;
  readonly billingCycleStartDate: string;
  readonly billingCycleEndDate: string;
  readonly statementDate: string;
  readonly paymentDueDate: string;
  readonly year: string;
  readonly minimumAmountDue: number;
  readonly currentAmountDue: number;
  readonly overdueAmount: number;
  readonly isDisplayLatePaymentWarning: boolean;
  readonly lateFeeUpToAmount: number;
  readonly nextAutopayDate: string | null;
  readonly nextAutopayAmount: number | null;
  readonly previousBalance: number;
  readonly totalPaymentsForThisPeriod: number;
  readonly totalPaymentReversalsForThisPeriod: number;
  readonly totalCreditsForThisPeriod: number;
  readonly totalCreditReversalsForThisPeriod: number;
  readonly totalRefundsForThisPeriod: number;
  readonly totalAdjustmentsForThisPeriod: number;
  readonly totalPurchasesForThisPeriod: number;
  readonly totalCashAdvancesForThisPeriod: number;
  readonly totalBalanceTransfersForThisPeriod: number;
  readonly totalLentForThisPeriod: number;
  readonly totalReimbursementsForThisPeriod: number;
  readonly totalInterestForThisPeriod: number;
  readonly totalFeesForThisPeriod: number;
  readonly newBalanceAmount: number;
  readonly creditBalanceAmount: number;
  readonly yearToDateFeesCharged: number;
  readonly yearToDateInterestCharged: number;
  readonly lastPeriodPrincipalPaid: number;
  readonly lastPeriodInterestPaid: number;
  readonly lastPeriodFeesPaid: number;
  readonly creditLimitAmount: number | null;
  readonly availableCreditAmount: number | null;
  readonly rates: readonly Rate[];
  readonly promoBalances: readonly Promo[];
  readonly minimumPaymentWarning: Warning | null;
  readonly activities: readonly Activity[];
  readonly draws: readonly Draw[];
}

export interface Rate {
  readonly drawId: string | null;
  readonly fromDate: string;
  readonly toDate: string;
  readonly interestRate: string | number;
  readonly isVariable: boolean;
  readonly averageDailyBalanceAmount: number;
  readonly interestAmount: number;
}

interface Promo {
  readonly balanceAmount: number;
  readonly promoEndDate: string;
  readonly deferredInterestAmount: number | null;
}

interface Warning {
  readonly count: number | null;
  readonly unit: 'months' | 'years' | null;
  readonly totalAmount: number | null;
  readonly paymentFor36MonthsAmount: number | null;
  readonly totalFor36MonthsAmount: number | null;
  readonly savingsAmount: number | null;
}

export interface Activity {
  readonly date: string;
  readonly description: string;
  readonly type: string;
  readonly amount: number;
  readonly feeType: string | null;
  readonly merchantName: string | null;
}

interface Draw {
  readonly drawId: string;
  readonly nickname: string | null;
  readonly newBalanceAmount: number;
  readonly minimumAmountDue: number;
  readonly interestRate: string | number | null;
  readonly totalInterestForThisPeriod: number;
  readonly totalFeesForThisPeriod: number;
  readonly availableCreditAmount: number | null;
  readonly dateToCheckToKeepGrace: string | null;
  readonly dateToCheckToRestoreGrace: string | null;
}
