// Endpoints of draws. Those of their purchases are beside them; what is done to a line is in line-routes.ts.
import { Type } from 'typebox';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { pageQuery } from '#platform/http/pages.ts';
import { Bool, DateOnly, Described, StringEnum } from '#platform/input/schemas.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { force } from '../../core/lifecycle/schemas.ts';
import * as told from '../../core/loan/draw-events.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { promoActivated, promoCanceled } from '../../core/loan/events.ts';
import { drawStatuses } from '../../core/loan/statuses.ts';
import { activateDraw } from './activate-draw.ts';
import { amortizeDraw, previewAmortized } from './amortize-draw.ts';
import { changeDrawFee, changeDrawLimit, changeDynamicFees, changeMinimum } from './change-terms.ts';
import { createDraw } from './create-draw.ts';
import { cancelDraw, closeDraw, reopenDraw } from './end-draw.ts';
import { drawErrors } from './errors.ts';
import * as example from './examples.ts';
import { line, lineToRead } from './line.ts';
import { drawSort, listDraws } from './list-draws.ts';
import { readDraw, readDrawLimit } from './read-draw.ts';
import * as of from './schemas.ts';
import { updateDraw } from './update-draw.ts';

const below = '/people/{personId}/loans/{loanId}';
const all = `${below}/draws` as const;
const one = `${all}/{drawId}` as const;

const { OnlyForLines, NothingToDo, LoanStatusForbids } = loanErrors;
const { DrawStatusForbids } = drawErrors;

/** What all endpoints that change the books have in common. */
const onBooks = { subject: line, mayEmit: ledgerEvents, status: 201 } as const;
const Nothing = Type.Object({});

const reading: Endpoint[] = [
  endpoint({
    name: 'draws.list',
    method: 'GET',
    path: all,
    summary: 'List the draws of a line of credit',
    permission: 'draw:list',
    borrowers: {},
    shape: 'list',
    query: {
      ...pageQuery(drawSort),
      statuses: Type.Optional(
        Type.Array(StringEnum([...drawStatuses, 'all']), {
          maxItems: 20,
          description: 'Any of these; all by default.',
        }),
      ),
      isClosed: Type.Optional(Bool),
      isAmortized: Type.Optional(
        Described(Bool, { description: 'Whether what was bought is spread over statements.' }),
      ),
      startedBefore: Type.Optional(Described(DateOnly, { description: 'Activated before this day.' })),
    },
    passesOver: { isAmotrized: 'a public client misspells isAmortized so' },
    answer: of.Draw,
    errors: [OnlyForLines],
    subject: lineToRead,
    read: ({ reader }, { query }, held) => listDraws(reader, held, query),
  }),
  endpoint({
    name: 'draws.read',
    method: 'GET',
    path: one,
    summary: 'Read a draw',
    permission: 'draw:read',
    borrowers: {},
    shape: 'single',
    answer: of.Draw,
    errors: [OnlyForLines],
    subject: lineToRead,
    read: async ({ reader, now }, { params }, held) => readDraw(reader, held, params.drawId, await now()),
  }),
  endpoint({
    name: 'draws.limit',
    method: 'GET',
    path: `${one}/credit-limit`,
    summary: 'Read the credit limit of a draw',
    permission: 'draw:read',
    borrowers: {},
    shape: 'single',
    query: { effectiveDate: Type.Optional(Described(DateOnly, { description: 'The day; today, if not given.' })) },
    answer: of.DrawLimit,
    errors: [OnlyForLines],
    subject: lineToRead,
    read: async ({ reader, now }, { params, query: { effectiveDate } }, held) =>
      readDrawLimit(reader, held, params.drawId, { now: await now(), effectiveDate }),
  }),
];

const making: Endpoint[] = [
  endpoint({
    name: 'draws.create',
    method: 'POST',
    path: all,
    summary: 'Make a draw on a line of credit',
    description:
      'As a draft (pending), originated, or declined. What its agreement leaves out is that of the line, or of its loan type.',
    permission: 'draw:create',
    shape: 'single',
    status: 201,
    body: of.DrawCreate,
    answer: of.Draw,
    subject: line,
    errors: [drawErrors.NewDrawsNotAllowed, errors.DuplicateExternalId],
    example: { body: example.drawCreate },
    emits: [told.drawCreated, told.drawOriginated, told.drawDeclined],
    command: (ctx, tx, { body }, held) => createDraw(ctx, tx, held, body),
  }),
  endpoint({
    name: 'draws.update',
    method: 'PUT',
    path: one,
    summary: 'Change a draw',
    description:
      'A pending draw changes in everything, and is originated or declined by its status. Later only nickname, external id and metadata change.',
    permission: 'draw:update',
    shape: 'single',
    query: { force },
    body: of.DrawUpdate,
    answer: of.Draw,
    subject: line,
    errors: [DrawStatusForbids, errors.DuplicateExternalId],
    example: { body: { nickname: 'Kitchen' } },
    emits: [told.drawUpdated, told.drawOriginated, told.drawDeclined],
    command: (ctx, tx, { params, body }, held) => updateDraw(ctx, tx, held, params.drawId, body),
  }),
];

const beginAndEnd: Endpoint[] = [
  endpoint({
    ...onBooks,
    previews: true,
    mayEmit: [promoActivated, ...ledgerEvents],
    name: 'draws.activate',
    method: 'POST',
    path: `${one}/activate`,
    summary: 'Activate a draw',
    description:
      'Purchases can be made on it from now on. Its line is active. A draw that is active already answers 400.',
    permission: 'draw:activate',
    shape: 'single',
    body: of.DrawActivate,
    answer: of.ActivatedDraw,
    errors: [
      drawErrors.DrawAlreadyActive,
      DrawStatusForbids,
      drawErrors.NewDrawsNotAllowed,
      LoanStatusForbids,
      NothingToDo,
    ],
    example: { body: {} },
    command: (ctx, tx, { params, body }, held) => activateDraw(ctx, tx, held, params.drawId, body),
  }),
  endpoint({
    ...onBooks,
    mayEmit: [promoCanceled, ...ledgerEvents],
    name: 'draws.cancel',
    method: 'POST',
    path: `${one}/cancel`,
    summary: 'Cancel a draw',
    description: 'As if it had never been activated; its fees go with it. Refused while it has active purchases.',
    permission: 'draw:cancel',
    shape: 'message',
    query: { force },
    body: of.DrawCancel,
    answer: Nothing,
    errors: [DrawStatusForbids, drawErrors.DrawHasPurchases, NothingToDo],
    example: { body: { cancellationReason: 'changed their mind' } },
    emits: [told.drawCanceled],
    command: (ctx, tx, { params, body }, held) => cancelDraw(ctx, tx, held, params.drawId, body),
  }),
  endpoint({
    ...onBooks,
    name: 'draws.close',
    method: 'POST',
    path: `${one}/close`,
    summary: 'Close a draw',
    description: 'It takes no further purchases. Interest, statements and payments go on, until it is paid off.',
    permission: 'draw:close',
    shape: 'message',
    body: of.DrawClose,
    answer: Nothing,
    errors: [DrawStatusForbids, NothingToDo],
    example: { body: { closeRequestedByBorrower: true } },
    command: (ctx, tx, { params, body }, held) => closeDraw(ctx, tx, held, params.drawId, body),
  }),
  endpoint({
    ...onBooks,
    name: 'draws.reopen',
    method: 'POST',
    path: `${one}/reopen`,
    summary: 'Open a closed draw again',
    description: 'It takes purchases again. A draw that is paid off is active again, with force only.',
    permission: 'draw:reopen',
    shape: 'message',
    body: of.DrawReopen,
    answer: Nothing,
    errors: [DrawStatusForbids, drawErrors.DrawIsPaidOff, NothingToDo],
    example: { body: { force: true } },
    command: (ctx, tx, { params, body }, held) => reopenDraw(ctx, tx, held, params.drawId, body),
  }),
];

const onTerms = { ...onBooks, shape: 'single', answer: of.ChangedDraw } as const;

const terms: Endpoint[] = [
  endpoint({
    ...onTerms,
    name: 'draws.changeLimit',
    method: 'POST',
    path: `${one}/credit-limit`,
    summary: 'Change the credit limit of a draw',
    description: 'From now on. Answers the whole draw.',
    permission: 'draw:creditlimit',
    body: of.DrawLimitChange,
    errors: [DrawStatusForbids, NothingToDo],
    example: { body: { creditLimitAmount: 1500 } },
    emits: [told.drawLimitChanged],
    command: (ctx, tx, { params, body }, held) => changeDrawLimit(ctx, tx, held, params.drawId, body),
  }),
  endpoint({
    ...onTerms,
    previews: true,
    name: 'draws.changeDynamicFees',
    method: 'PUT',
    path: `${one}/dynamic-fees`,
    status: 200,
    summary: 'Add or remove fees of a draw going forward',
    description: 'From the next statement on; what was charged before stays.',
    permission: 'draw:fees',
    body: of.DynamicFees,
    errors: [DrawStatusForbids, NothingToDo],
    example: { body: { dynamicFees: [{ apiName: 'serviceFee', feeAmount: 2 }] } },
    command: (ctx, tx, { params, body }, held) => changeDynamicFees(ctx, tx, held, params.drawId, body),
  }),
  endpoint({
    ...onTerms,
    previews: true,
    name: 'draws.changeMinimum',
    method: 'POST',
    path: `${one}/min-payment-calculation`,
    summary: 'Change how the minimum payment of a draw is computed',
    description: 'From the next statement on.',
    permission: 'draw:minimum',
    body: of.MinimumChange,
    errors: [DrawStatusForbids, NothingToDo],
    example: { body: { percentageOfPrincipal: 0.02, minAmount: 25 } },
    command: (ctx, tx, { params, body }, held) => changeMinimum(ctx, tx, held, params.drawId, body),
  }),
  endpoint({
    ...onTerms,
    previews: true,
    name: 'draws.changeFee',
    method: 'PUT',
    path: `${one}/fees/draw`,
    status: 200,
    summary: 'Change the draw fee',
    description: 'The line is replayed from the activation of the draw.',
    permission: 'draw:fees.draw',
    body: of.DrawFeeChange,
    errors: [DrawStatusForbids, NothingToDo],
    example: { body: { feeAmount: 10 } },
    command: (ctx, tx, { params, body }, held) => changeDrawFee(ctx, tx, held, params.drawId, body),
  }),
];

const amortizing: Endpoint[] = [
  endpoint({
    ...onBooks,
    previews: true,
    name: 'draws.amortize',
    method: 'POST',
    path: `${one}/amortize`,
    summary: 'Spread what is owed on a draw over statements',
    description:
      'From the next statement on, what is not due is paid by instalments of one amount. A draw with a grace period is not amortized.',
    permission: 'draw:amortize',
    shape: 'single',
    body: of.Amortize,
    answer: of.Amortized,
    errors: [DrawStatusForbids, NothingToDo],
    example: { body: { duration: 1 } },
    command: (ctx, tx, { params, body }, held) => amortizeDraw(ctx, tx, held, params.drawId, body),
  }),
  endpoint({
    name: 'draws.previewAmortization',
    method: 'POST',
    path: `${below}/amortize-preview`,
    summary: 'Preview the schedule of a purchase on an amortized draw',
    description: 'What a new draw of the line would be, each instalment paid on its due date. Nothing is stored.',
    permission: 'draw:read',
    shape: 'single',
    status: 200,
    body: of.AmortizePreview,
    answer: of.Schedule,
    subject: line,
    errors: [LoanStatusForbids],
    example: { body: { purchaseAmount: 200, duration: 2 } },
    command: (ctx, tx, { body }, held) => previewAmortized(tx, held, body, ctx.now),
  }),
];

export const drawRoutes: Endpoint[] = [...reading, ...making, ...beginAndEnd, ...terms, ...amortizing];
