// A line of which nothing has happened yet.

import type { LineTerms } from '../../line/terms.ts';
import type { Day } from '../../values/day.ts';
import { costFrom } from './cycle-rate.ts';
import type { Books, Line } from './line.ts';

export function pendingLine(terms: LineTerms, day: Day): Line {
  const books: Books = {
    regular: 0,
    cashAdvance: 0,
    balanceTransfer: 0,
    static: 0,
    payments: 0,
    refunds: 0,
    reimbursed: 0,
    agencyFees: 0,
    interestIncome: 0,
    givenBack: 0,
    feeIncome: 0,
    waived: 0,
    serviceCredits: 0,
    writtenOff: 0,
    migration: 0,
  };
  return {
    terms,
    day,
    status: 'pending',
    isPaidOff: false,
    isClosed: false,
    servicedBy: 'creditor',
    openedOn: day,
    takenOverOn: null,
    cycle: terms.cycle,
    nextStatement: day,
    nextDue: day,
    periodStart: day,
    ordinal: 1,
    newCycle: null,
    unbilled: new Map(),
    limit: terms.creditLimit,
    openingLimit: terms.creditLimit,
    newDrawsAllowed: true,
    rateFacts: [],
    lostPromos: new Map(),
    draws: [],
    obligations: [],
    waiting: [],
    periodic: terms.fees.periodic.map((fee) => ({ ...fee, charged: 0 })),
    feesBooked: [],
    lateFeeOrdinals: [],
    lateFeesTaken: 0,
    credit: [],
    holds: [],
    disputes: [],
    pendingPayments: new Map(),
    pendingPurchases: [],
    takings: [],
    raises: [],
    chargedOffFees: [],
    settlement: null,
    returned: new Map(),
    books,
    cost: costFrom(0),
    moot: [],
    restored: [],
  };
}
