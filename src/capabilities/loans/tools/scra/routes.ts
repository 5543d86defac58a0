// Endpoints of SCRA caps: the interest of a loan that is bounded for military service.

import type { Endpoint } from '#platform/http/endpoint.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { commandsOfThing } from '../../core/lifecycle/endpoints-of-thing.ts';
import { readsOfThings } from '../../core/lifecycle/reads-of-things.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { cancelCap, changeCap } from './commands/change-cap.ts';
import { giveCap } from './commands/give-cap.ts';
import { scraErrors } from './errors.ts';
import { followedServiceRoutes } from './follow-service.ts';
import { ChangedScraCap, ScraCapCancel, ScraCapCreate, ScraCapUpdate } from './schemas.ts';
import { capLists, caps, scraEvents } from './scra-cap.ts';

const named = { thing: caps, name: 'scraCaps', path: 'scra-caps', permission: 'loan.scra' };
const { make, change } = commandsOfThing({ ...named, answer: ChangedScraCap });

const lawErrors = [
  loanErrors.LoanStatusForbids,
  loanErrors.NothingToDo,
  scraErrors.ScraDoesNotApply,
  scraErrors.ScraCapOverlaps,
];

export const scraRoutes: Endpoint[] = [
  ...followedServiceRoutes,
  ...readsOfThings({
    ...named,
    lists: capLists,
    one: 'an SCRA cap',
    many: 'SCRA caps',
    listed: 'Includes those that were canceled; the newest is first.',
    answer: caps.schema,
    show: (row) => caps.show(row),
  }),
  make({
    summary: 'Bound the interest of a loan for military service',
    description:
      'For a loan from before the service, by written notice and orders that came at most 180 days after its end (50 USC 3937). From the call to active duty on the interest is at most 6 %: what lies above never accrues and never comes back, each payment falls by it, and what was paid since is applied anew. Of a line it bounds all draws, also later ones.',
    body: ScraCapCreate,
    errors: lawErrors,
    example: {
      body: { militaryServiceId: 'ext-orders-7', noticeReceivedDate: '2026-06-10' },
    },
    emits: [scraEvents.capped],
    mayEmit: ledgerEvents,
    run: giveCap,
  }),
  change('update', {
    summary: 'Change or end an SCRA cap',
    description:
      'With endDate it ends: from the next day on the agreed rate holds again. With null it goes on. The loan is replayed from the first day that differs.',
    body: ScraCapUpdate,
    errors: [...lawErrors, scraErrors.ScraCapStatusForbids],
    example: { body: { annualRate: 0.04 } },
    emits: [scraEvents.changed],
    mayEmit: [...ledgerEvents, scraEvents.ended],
    run: changeCap,
  }),
  change('cancel', {
    summary: 'Cancel an SCRA cap',
    description: 'A mistake: as if it had never been. The loan is replayed from its first day.',
    body: ScraCapCancel,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo, scraErrors.ScraCapStatusForbids],
    example: { body: {} },
    emits: [scraEvents.canceled],
    mayEmit: ledgerEvents,
    run: cancelCap,
  }),
];
