// The statuses of a draw and what may be done in each. After its activation the books of its line decide the status that
// follows from a payment, a correction or a passing day. Closed is a flag: it is no status.
import { Refusal } from '#platform/errors.ts';
import { type Refused, same, start, stateTable } from '#platform/states.ts';
import { drawCanceled, drawDeclined, drawOriginated, drawUpdated } from '../../core/loan/draw-events.ts';
import { type DrawStatus, drawStatuses, inWords } from '../../core/loan/statuses.ts';
import { drawErrors } from './errors.ts';

/** The verb that a client asks for by sending this status. */
export const verbOfStatus = { pending: 'draft', originated: 'originate', declined: 'decline' } as const;

/** The statuses of a draw that is in the books. */
const booked = ['active', 'accelerated', 'chargedOff', 'paidOff'] as const;

type RefusedDraw = Refused<DrawStatus, string>;

const forbidden = ({ state, said, allowed }: RefusedDraw): Refusal =>
  new Refusal(drawErrors.DrawStatusForbids, `A draw that is ${inWords(state)} cannot be ${said}.`, {
    data: { status: state, allowed },
  });

/** Clients read this 400 as a repeated success, as they do for a loan. */
const alreadyActive = ({ id, state }: RefusedDraw): Refusal =>
  new Refusal(drawErrors.DrawAlreadyActive, `${id} has been activated already; it is ${inWords(state)}.`);

const needsForce = ({ id }: RefusedDraw): Refusal =>
  new Refusal(drawErrors.DrawIsPaidOff, `${id} is paid off: it is opened again with force only.`, {
    data: { path: 'force', expected: true },
  });

export const drawStates = stateTable({
  name: 'Draw',
  states: drawStatuses,
  verbs: {
    draft: 'changed to pending',
    originate: 'changed to originated',
    decline: 'changed to declined',
    changeAgreement: 'given another agreement',
    changeReason: 'given another reason for declining it',
    activate: 'activated',
    cancel: 'canceled',
    close: 'closed',
    reopen: 'opened again',
    changeLimit: 'given another credit limit',
    changeTerms: 'given other fees or another minimum payment',
    changeDrawFee: 'given another draw fee',
    amortize: 'amortized',
  },
  rows: [
    [start, 'draft', 'pending'],
    ['pending', 'draft', same, { emits: [drawUpdated] }],
    [[start, 'pending'], 'originate', 'originated', { emits: [drawOriginated] }],
    [[start, 'pending'], 'decline', 'declined', { emits: [drawDeclined] }],
    ['declined', 'decline', same, { emits: [drawUpdated] }],
    ['originated', 'originate', same, { emits: [drawUpdated] }],

    ['pending', 'changeAgreement', same],
    [['pending', 'originated', 'declined'], 'changeReason', same],
    ['originated', 'activate', booked],
    [booked, 'activate', null, { refuse: alreadyActive }],

    [['pending', 'originated', 'active'], 'cancel', 'canceled', { emits: [drawCanceled] }],
    [['pending', 'originated'], 'close', same],
    ['active', 'close', ['active', 'paidOff']],
    [['accelerated', 'chargedOff'], 'close', booked],
    [['pending', 'originated'], 'reopen', same],
    ['active', 'reopen', 'active'],
    ['paidOff', 'reopen', 'active', { when: 'isForced', refuse: needsForce }],

    ['active', 'changeLimit', same],
    ['active', 'changeTerms', same],
    [['active', 'paidOff'], 'changeDrawFee', ['active', 'paidOff']],
    ['active', 'amortize', same],
  ],
  refuse: forbidden,
});
