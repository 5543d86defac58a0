// The part of the amortization libraries that the bench uses; most bring no types, or broken ones.
declare module 'amortizationjs' {
  export interface Row {
    totalPayment: number;
    interestPayment: number;
    principlePayment: number;
    principleRemaining: number;
  }

  export function amortize(
    amount: number,
    downPayment: number,
    percent: number,
    years: number,
    perYear: number,
  ): { payments: Row[] };
}

declare module 'amortize' {
  export interface Through {
    payment: number;
    balance: number;
    term: { interest: number; principal: number };
  }

  export default function amortize(options: {
    amount: number;
    rate: number;
    totalTerm: number;
    amortizeTerm: number;
  }): Through;
}

declare module 'amortizejs' {
  export interface Amortization {
    periodicPayment: number;
    schedule: { interest: number; principal: number; remainingBalance: number }[];
  }

  export const Calculator: {
    calculate(options: { method: 'mortgage'; balance: number; apr: number; loanTerm: number }): Amortization;
  };
}

declare module 'financial' {
  export function pmt(rate: number, nper: number, pv: number): number;
  export function ipmt(rate: number, per: number, nper: number, pv: number): number;
  export function ppmt(rate: number, per: number, nper: number, pv: number): number;
  export function fv(rate: number, nper: number, pmt: number, pv: number): number;
}

declare module 'loan-schedule.js' {
  export interface Row {
    paymentAmount: string;
    interestAmount: string;
    principalAmount: string;
    finalBalance: string;
  }

  export default class LoanSchedule {
    constructor(options: object);
    calculateSchedule(options: {
      scheduleType: 'ANNUITY';
      amount: string;
      rate: string;
      term: number;
      paymentOnDay: number;
      issueDate: string;
    }): { payments: Row[] };
  }
}

declare module 'loanjs' {
  export interface Loan {
    installments: { installment: number; interest: number; capital: number; remain: number }[];
  }

  export function Loan(amount: number, months: number, percent: number, type: 'annuity'): Loan;
}
