// Endpoints of the promo programs of a loan, and of the draws of a line.
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { computedQuery, pageOf } from '#platform/resource/computed-list.ts';
import { ledgerEvents } from '../books/ledger-events.ts';
import { loan, loanOfToday } from '../lifecycle/loan.ts';
import { loanErrors } from '../loan/errors.ts';
import { promoActivated, promoCanceled, promoCreated, promoUpdated } from '../loan/events.ts';
import { PromoProgramCreate, PromoProgramShown, PromoProgramUpdate } from '../loan/promo-schemas.ts';
import { addProgram } from '../promos/add-program.ts';
import { changeProgram } from '../promos/change-program.ts';
import { promoErrors } from '../promos/errors.ts';
import * as example from '../promos/examples.ts';
import { ChangedPromoProgram } from '../promos/schemas.ts';
import { listPrograms, readProgram } from '../promos/show-programs.ts';

const all = '/people/{personId}/loans/{loanId}/promo-programs';

const promoProgramEndpoint = below({
  path: all,
  permission: 'loan.promoprogram',
  subject: loanOfToday,
  answer: PromoProgramShown,
});

export const promoRoutes: Endpoint[] = [
  promoProgramEndpoint({
    name: 'promoPrograms.list',
    summary: 'List the promo programs of a loan',
    description: 'What was agreed with it, and further ones; for a line those of its draws too. The latest first.',
    borrowers: {},
    shape: 'list',
    query: computedQuery,
    read: async ({ reader, now }, { query }, held) => pageOf(await listPrograms(reader, held, await now()), query),
  }),
  promoProgramEndpoint({
    name: 'promoPrograms.read',
    path: '/{promoProgramId}',
    summary: 'Read a promo program',
    borrowers: {},
    read: async ({ reader, now }, { params }, held) => readProgram(reader, held, params.promoProgramId, await now()),
  }),
  promoProgramEndpoint({
    name: 'promoPrograms.create',
    summary: 'Give a loan, or a draw, a promo program',
    description:
      'It keeps what its type says now. A lower rate holds from a past day on, for which the loan is replayed, or from one to come. Same as cash is of a draw that is not active yet.',
    previews: true,
    body: PromoProgramCreate,
    answer: ChangedPromoProgram,
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, loanErrors.ChargeFixed, errors.DuplicateExternalId],
    example: { body: example.promoProgramCreate },
    emits: [promoCreated],
    mayEmit: [promoActivated, ...ledgerEvents],
    command: (ctx, tx, { body }, held) => addProgram(ctx, tx, held, body),
  }),
  promoProgramEndpoint({
    name: 'promoPrograms.update',
    path: '/{promoProgramId}',
    summary: 'Change or cancel a promo program',
    description:
      'Other days, or the status canceled, change the books from its first day on. What was agreed with the terms of a loan or of a draw stays.',
    previews: true,
    body: PromoProgramUpdate,
    answer: ChangedPromoProgram,
    subject: loan,
    errors: [
      loanErrors.LoanStatusForbids,
      promoErrors.PromoProgramStatusForbids,
      promoErrors.PromoProgramIsOfTerms,
      promoErrors.PromoProgramChangedTooOften,
      errors.DuplicateExternalId,
    ],
    example: { body: example.promoProgramUpdate },
    emits: [promoUpdated, promoCanceled],
    mayEmit: ledgerEvents,
    command: (ctx, tx, { params, body }, held) => changeProgram(ctx, tx, held, params.promoProgramId, body),
  }),
];
