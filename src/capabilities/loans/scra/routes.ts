// Endpoints of SCRA caps: the interest of a loan that is bounded for military service.

import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { loan } from '../lifecycle/loan.ts';
import { readsOfThings } from '../lifecycle/reads-of-things.ts';
import { loanErrors } from '../loan/errors.ts';
import { ledgerEvents } from '../loan/events.ts';
import { capLists, presentCap } from './cap.ts';
import { cancelCap, changeCap } from './commands/change-cap.ts';
import { giveCap } from './commands/give-cap.ts';
import { scraErrors } from './errors.ts';
import { scraCanceled, scraCapped, scraChanged, scraEnded } from './events.ts';
import * as example from './examples.ts';
import { followedServiceRoutes } from './follow-service.ts';
import { ChangedScraCap, ScraCap, ScraCapCancel, ScraCapCreate, ScraCapUpdate } from './schemas.ts';
import { caps } from './tables.ts';

const path = '/people/{personId}/loans/{loanId}/scra-caps';

const changing = {
  shape: 'single',
  previews: true,
  answer: ChangedScraCap,
  subject: loan,
  mayEmit: ledgerEvents,
} as const;

const lawErrors = [
  loanErrors.LoanStatusForbids,
  loanErrors.NothingToDo,
  scraErrors.ScraDoesNotApply,
  scraErrors.ScraCapOverlaps,
];

export const scraRoutes: Endpoint[] = [
  ...followedServiceRoutes,
  ...readsOfThings({
    name: 'scraCaps',
    thing: caps,
    lists: capLists,
    one: 'an SCRA cap',
    many: 'SCRA caps',
    listed: 'Includes those that were canceled; the newest is first.',
    path: 'scra-caps',
    permission: 'loan.scra',
    answer: ScraCap,
    example: example.cap,
    show: presentCap,
  }),
  endpoint({
    ...changing,
    name: 'scraCaps.create',
    method: 'POST',
    path,
    summary: 'Bound the interest of a loan for military service',
    description:
      'For a loan from before the service, by written notice and orders that came at most 180 days after its end (50 USC 3937). From the call to active duty on the interest is at most 6 %: what lies above never accrues and never comes back, each payment falls by it, and what was paid since is applied anew. Of a line it bounds all draws, also later ones.',
    permission: 'loan.scra:create',
    status: 201,
    body: ScraCapCreate,
    errors: lawErrors,
    example: {
      body: { militaryServiceId: 'ext-orders-7', noticeReceivedDate: '2026-06-10' },
      answer: example.given,
    },
    emits: [scraCapped],
    command: (ctx, tx, { body }, held) => giveCap(ctx, tx, held, body),
  }),
  endpoint({
    ...changing,
    name: 'scraCaps.update',
    method: 'PUT',
    path: `${path}/{scraCapId}`,
    summary: 'Change or end an SCRA cap',
    description:
      'With endDate it ends: from the next day on the agreed rate holds again. With null it goes on. The loan is replayed from the first day that differs.',
    permission: 'loan.scra:update',
    body: ScraCapUpdate,
    errors: [...lawErrors, scraErrors.ScraCapStatusForbids],
    example: { body: { annualRate: 0.04 }, answer: example.changed },
    emits: [scraChanged],
    mayEmit: [...ledgerEvents, scraEnded],
    command: (ctx, tx, { body, params }, held) => changeCap(ctx, tx, held, params.scraCapId, body),
  }),
  endpoint({
    ...changing,
    name: 'scraCaps.cancel',
    method: 'POST',
    path: `${path}/{scraCapId}/cancel`,
    summary: 'Cancel an SCRA cap',
    description: 'A mistake: as if it had never been. The loan is replayed from its first day.',
    permission: 'loan.scra:cancel',
    status: 201,
    body: ScraCapCancel,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo, scraErrors.ScraCapStatusForbids],
    example: { body: {}, answer: example.canceled },
    emits: [scraCanceled],
    command: (ctx, tx, { body, params }, held) => cancelCap(ctx, tx, held, params.scraCapId, body),
  }),
];
