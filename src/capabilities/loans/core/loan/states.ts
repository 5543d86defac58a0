// The statuses of a loan and what may be done in each. After its activation the books decide the status that follows
// from a payment, a correction or a passing day; so these verbs lead to several statuses.
import { Refusal, refuseField } from '#platform/errors.ts';
import { type Refused, same, start, stateTable } from '#platform/states.ts';
import { loanErrors } from './errors.ts';
import { loanCanceled, loanDeclined, loanOriginated, loanUpdated } from './events.ts';
import { inWords, type LoanStatus, loanStatuses } from './statuses.ts';

/** The verb that a client asks for by sending this status. */
export const verbOfStatus = { pending: 'draft', originated: 'originate', declined: 'decline' } as const;

/** The statuses of a loan that has books. */
const booked = ['active', 'frozen', 'accelerated', 'chargedOff', 'paidOff'] as const;
/** All statuses but that of a draft. */
const agreed = ['originated', ...booked, 'declined', 'canceled'] as const;

type RefusedLoan = Refused<LoanStatus, string>;

const forbidden = ({ state, said, allowed }: RefusedLoan): Refusal =>
  new Refusal(loanErrors.LoanStatusForbids, `A loan that is ${inWords(state)} cannot be ${said}.`, {
    data: { status: state, allowed },
  });

/** Clients read this 400 as a repeated success. */
const alreadyActive = ({ id, state }: RefusedLoan): Refusal =>
  new Refusal(loanErrors.LoanAlreadyActive, `${id} has been activated already; it is ${inWords(state)}.`);

const hasNoPast = ({ id }: RefusedLoan): Refusal =>
  new Refusal(loanErrors.LoanHasNoPast, `${id} was activated here: all of its past is in its books.`);

const isFixed =
  (path: string, expected: string) =>
  ({ state }: RefusedLoan): Refusal =>
    refuseField(path, `cannot be changed any more: the loan is ${inWords(state)}`, expected);

const agreementIsFixed = isFixed('atOrigination', 'nothing; only a pending loan changes its agreement');
const originationIsFixed = isFixed('timestamps.originatedAt', 'nothing, or what is shown; it is said before');

export const loanStates = stateTable({
  name: 'Loan',
  states: loanStatuses,
  verbs: {
    draft: 'changed to pending',
    originate: 'changed to originated',
    decline: 'changed to declined',
    changeAgreement: 'given another agreement',
    dateOrigination: 'given another time of its origination',
    cancel: 'canceled',
    addPast: 'given a past',
    activate: 'activated',
    takeOver: 'taken over',
    freeze: 'frozen',
    unfreeze: 'unfrozen',
    accelerate: 'accelerated',
    reverseAcceleration: 'taken back from acceleration',
    chargeOff: 'charged off',
    reverseChargeOff: 'taken back from its charge-off',
    pay: 'paid or credited',
    payDown: 'paid down',
    reimburse: 'reimbursed',
    refund: 'given a refund, or relieved of one',
    assignAgency: 'given to a collection agency, or taken back from one',
    changeOwner: 'given to other investors',
    changePeople: 'given other people',
    sell: 'sold a service',
    advance: 'lent more, or relieved of that',
    settle: 'settled for less',
    promise: 'promised money',
    plan: 'given autopay',
    addRate: 'given another rate',
    capInterest: 'bounded in its interest by law, or freed of such a bound',
    suspendLateFees: 'relieved of late fees for a time, or charged with them again',
    addPromo: 'given a promo program',
    relieve: 'given a hardship tool, or relieved of one',
    addFee: 'charged with a fee',
    changeFee: 'charged with another fee',
    cancelFee: 'relieved of a fee',
    changeLimit: 'given another credit limit',
    freezeDraws: 'kept from purchases on its draws, or freed for them',
    refresh: 'refreshed',
    close: 'closed',
  },
  rows: [
    [start, 'draft', 'pending'],
    ['pending', 'draft', same, { emits: [loanUpdated] }],
    [[start, 'pending'], 'originate', 'originated', { emits: [loanOriginated] }],
    [[start, 'pending'], 'decline', 'declined', { emits: [loanDeclined] }],
    ['declined', 'decline', same, { emits: [loanUpdated] }],
    ['pending', 'changeAgreement', same],
    [agreed, 'changeAgreement', null, { refuse: agreementIsFixed }],
    ['pending', 'dateOrigination', same],
    [agreed, 'dateOrigination', null, { refuse: originationIsFixed }],
    [['pending', 'originated'], 'cancel', 'canceled', { emits: [loanCanceled] }],
    [['pending', 'originated'], 'addPast', same],
    [booked, 'addPast', same, { when: 'wasTakenOver', refuse: hasNoPast }],

    ['originated', 'activate', 'active'],
    [booked, 'activate', null, { refuse: alreadyActive }],
    ['originated', 'takeOver', booked],
    [booked, 'takeOver', null, { refuse: alreadyActive }],

    ['active', 'freeze', 'frozen'],
    ['frozen', 'unfreeze', 'active'],
    ['active', 'accelerate', 'accelerated'],
    ['accelerated', 'reverseAcceleration', 'active'],
    [['active', 'accelerated'], 'chargeOff', 'chargedOff'],
    ['chargedOff', 'reverseChargeOff', 'active'],

    [['active', 'accelerated', 'frozen', 'paidOff'], 'pay', booked],
    ['chargedOff', 'pay', booked, { when: 'takesMoneyAfterChargeOff' }],
    ['active', 'payDown', same],
    [booked, 'reimburse', booked],
    [booked, 'refund', booked],
    [booked, 'assignAgency', booked],
    [['originated', ...booked], 'changeOwner', same],
    [['pending', 'originated', ...booked], 'changePeople', same],
    [['pending', 'originated', ...booked], 'sell', same],
    [['active', 'paidOff'], 'advance', booked],
    [['active', 'accelerated'], 'settle', booked],
    ['chargedOff', 'settle', booked, { when: 'takesMoneyAfterChargeOff' }],
    [['active', 'frozen', 'accelerated'], 'promise', same],
    ['chargedOff', 'promise', same, { when: 'takesMoneyAfterChargeOff' }],
    [['active', 'frozen'], 'plan', same],
    [['active', 'frozen', 'accelerated'], 'addRate', booked],
    ['chargedOff', 'addRate', booked, { when: 'accruesAfterChargeOff' }],
    [booked, 'capInterest', booked],
    [booked, 'suspendLateFees', booked],
    [['pending', 'originated'], 'addPromo', same, { when: 'takesPromosBefore' }],
    [['active', 'frozen', 'accelerated', 'paidOff'], 'addPromo', booked],
    ['chargedOff', 'addPromo', booked, { when: 'accruesAfterChargeOff' }],
    ['active', 'relieve', booked],
    [['active', 'accelerated', 'frozen', 'paidOff'], 'addFee', booked],
    [booked, 'changeFee', booked],
    [booked, 'cancelFee', booked],
    [['active', 'accelerated', 'paidOff'], 'changeLimit', booked],
    [['active', 'accelerated', 'paidOff'], 'freezeDraws', booked],
    [['active', 'frozen', 'accelerated', 'paidOff', 'chargedOff'], 'refresh', booked],
    [['active', 'accelerated', 'chargedOff', 'paidOff'], 'close', booked],
  ],
  refuse: forbidden,
});
