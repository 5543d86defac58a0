// The endpoints of breaks. No default role but the owner may resolve one, and nobody resolves one alone.
import { mayApprove, ownCompany, secondPersonErrors } from '#capabilities/access/index.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { breakErrors } from '../breaks/errors.ts';
import {
  breakAsked,
  breakGoingBack,
  breakProposed,
  breakRejected,
  breakResolved,
  breakUpdated,
} from '../breaks/events.ts';
import { approveBreakPermission, approveForBreak, type BreakParts, resolvePermission } from './approve.ts';
import { attachBreak } from './attach.ts';
import * as example from './examples.ts';
import { askAboutBreak, assignBreak } from './look-after.ts';
import { proposeForBreak, rejectForBreak } from './propose.ts';
import {
  MoneyBreak,
  MoneyBreakAsk,
  MoneyBreakAttach,
  MoneyBreakDecision,
  MoneyBreakPropose,
  MoneyBreakStep,
  MoneyBreakUpdate,
} from './schemas.ts';
import { breakList, listBreaks, listSteps, presentBreak, stepList, storedBreak } from './shown.ts';

const moneyBreakEndpoint = below({
  path: '/companies/{companyId}/money-breaks',
  permission: 'money.break',
  subject: ownCompany,
  answer: MoneyBreak,
});
const { BreakStatusForbids, BreakNotOfThatKind, BreakHasChanged } = breakErrors;
const refused = [BreakStatusForbids];

const reading: Endpoint[] = [
  moneyBreakEndpoint({
    name: 'moneyBreaks.list',
    summary: 'List where two accounts of the same money differ',
    shape: 'list',
    query: breakList.query,
    list: breakList,
    read: async ({ reader, now }, { query }) => listBreaks(reader, query, await now()),
  }),
  moneyBreakEndpoint({
    name: 'moneyBreaks.read',
    path: '/{moneyBreakId}',
    summary: 'Read a break',
    read: async ({ reader, now }, { params }) =>
      presentBreak(await storedBreak(reader, params.moneyBreakId), await now()),
  }),
  moneyBreakEndpoint({
    name: 'moneyBreaks.history',
    path: '/{moneyBreakId}/history',
    summary: 'List what was done about a break',
    permission: 'money.break:read',
    shape: 'list',
    query: stepList.query,
    list: stepList,
    answer: MoneyBreakStep,
    read: ({ reader }, { params, query }) => listSteps(reader, query, params.moneyBreakId),
  }),
];

export const breakRoutes = (parts: BreakParts): Endpoint[] => [
  ...reading,
  moneyBreakEndpoint({
    name: 'moneyBreaks.update',
    path: '/{moneyBreakId}',
    summary: 'Say who looks after a break',
    body: MoneyBreakUpdate,
    errors: refused,
    emits: [breakUpdated],
    example: { body: example.update },
    command: (ctx, tx, { params, body }) => assignBreak(parts.whole, ctx, tx, params.moneyBreakId, body),
  }),
  moneyBreakEndpoint({
    name: 'moneyBreaks.ask',
    path: '/{moneyBreakId}/ask',
    summary: 'Say that the bank or the provider was asked about a break',
    description: 'It stays open, and says when it was asked and how.',
    permission: 'money.break:update',
    body: MoneyBreakAsk,
    errors: refused,
    emits: [breakAsked],
    example: { body: example.ask },
    command: (ctx, tx, { params, body }) => askAboutBreak(ctx, tx, params.moneyBreakId, body),
  }),
  moneyBreakEndpoint({
    name: 'moneyBreaks.attach',
    path: '/{moneyBreakId}/attach',
    summary: 'Say what a line of the bank is of',
    description:
      'Attaches it to what is expected at the account: the same amount to the cent, but for a fee that the provider has kept. Nothing is given up, so that one person may do it.',
    permission: resolvePermission,
    body: MoneyBreakAttach,
    errors: [...refused, BreakNotOfThatKind, BreakHasChanged],
    emits: [breakResolved],
    example: { body: example.attach },
    command: (ctx, tx, { params, body }) => attachBreak(ctx, tx, params.moneyBreakId, body),
  }),
  moneyBreakEndpoint({
    name: 'moneyBreaks.propose',
    path: '/{moneyBreakId}/propose',
    summary: 'Propose how a break is to be resolved',
    description: 'Nothing is booked before a second person approves. Refused for a break of a payment of your own.',
    permission: resolvePermission,
    body: MoneyBreakPropose,
    errors: [...refused, BreakNotOfThatKind, BreakHasChanged, secondPersonErrors.SecondPersonNeeded],
    emits: [breakProposed],
    example: { body: example.propose },
    command: (ctx, tx, { params, body }) => proposeForBreak(parts, ctx, tx, params.moneyBreakId, body),
  }),
  moneyBreakEndpoint({
    name: 'moneyBreaks.approve',
    path: '/{moneyBreakId}/approve',
    summary: 'Approve what was proposed for a break',
    description:
      'By somebody who did not propose it, is not behind the one who did, has neither sent the statement nor made the payment that it is about. It is booked in the same commit. Money that goes back is sent by the company itself: the break ends when the bank shows it. An API key needs payment.approval.key:approve as well.',
    permission: approveBreakPermission,
    body: MoneyBreakDecision,
    errors: [
      ...[...refused, BreakNotOfThatKind, BreakHasChanged],
      ...[secondPersonErrors.SecondPersonNeeded, secondPersonErrors.OrdererLostRight],
    ],
    emits: [breakResolved, breakGoingBack],
    example: { body: example.decision },
    authorize: ({ caller }) => mayApprove(caller),
    command: (ctx, tx, { params, body }) => approveForBreak(parts, ctx, tx, params.moneyBreakId, body),
  }),
  moneyBreakEndpoint({
    name: 'moneyBreaks.reject',
    path: '/{moneyBreakId}/reject',
    summary: 'Reject what was proposed for a break',
    description: 'Whoever proposed it may do so too. The break is open again.',
    body: MoneyBreakDecision,
    errors: refused,
    emits: [breakRejected],
    example: { body: example.decision },
    command: (ctx, tx, { params, body }) => rejectForBreak(ctx, tx, params.moneyBreakId, body),
  }),
];
