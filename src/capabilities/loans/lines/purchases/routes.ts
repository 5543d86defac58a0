// Endpoints of purchases and their disputes.
import { Type } from 'typebox';
import { instrumentErrors } from '#capabilities/instruments/index.ts';
import { approvalRequested } from '#capabilities/moving-money/index.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { pageQuery } from '#platform/http/pages.ts';
import { Bool, DateOnly, DateTime, Described, StringEnum, WithoutEffect } from '#platform/input/schemas.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { comesAfterBooks } from '../../core/timeline/held-loan.ts';
import { transactionErrors } from '../../core/transactions/errors.ts';
import { disbursementInitiated } from '../../money/paying-out/events.ts';
import { payoutPermission } from '../../money/paying-out/pay-out.ts';
import { freeLine, line, lineToRead } from '../draws/line.ts';
import { createPurchase } from './commands/create-purchase.ts';
import { updatePurchase } from './commands/update-purchase.ts';
import { drawOf, drawToRead } from './draw-of.ts';
import { purchaseErrors } from './errors.ts';
import * as told from './events.ts';
import * as example from './examples.ts';
import { findPurchase } from './find.ts';
import { listPurchases, moments, purchaseSort, purchasesTimeline, servedOrders } from './list-purchases.ts';
import { daysNamedBy } from './moment.ts';
import { presentPurchase } from './present.ts';
import { ChangedPurchase, Purchase, PurchaseCreate, PurchaseUpdate } from './schemas.ts';
import { purchaseStatuses } from './words.ts';

const ofLine = '/people/{personId}/loans/{loanId}';
const ofDraw = `${ofLine}/draws/{drawId}` as const;
const one = `${ofDraw}/purchases/{purchaseId}` as const;

/** Needed for `force`, besides the endpoint's permission. */
const forcePermission = 'purchase:force';
export const purchasePermissions: readonly string[] = [forcePermission];

export const sync = Type.Optional(
  WithoutEffect(Described(Bool, { description: 'All is done before the answer.' }), 'work that goes on after it'),
);
const force = Type.Optional(
  Described(Bool, {
    description: `Takes what is above the credit limit. Needs the permission ${forcePermission} as well.`,
    example: false,
  }),
);

/** What both lists have in common, and both timelines. */
const listed = {
  permission: 'purchase:list',
  borrowers: {},
  shape: 'list',
  answer: Purchase,
  errors: [loanErrors.OnlyForLines],
  subject: lineToRead,
} as const;

const from = (what: string) => Type.Optional(Described(DateTime, { description: `${what} at the earliest then.` }));
const to = (what: string) => Type.Optional(Described(DateTime, { description: `${what} at the latest then.` }));

const listQuery = {
  ...pageQuery(purchaseSort),
  types: Type.Optional(Type.Array(StringEnum(['regular', 'refund', 'cashBack', 'cashback']), { maxItems: 8 })),
  statuses: Type.Optional(Type.Array(StringEnum([...purchaseStatuses, 'dispute']), { maxItems: 16 })),
  fromEffectiveAt: from('Counting'),
  toEffectiveAt: to('Counting'),
  fromEffectiveDate: Type.Optional(
    Described(DateOnly, { description: 'The first day on which it may count, in the zone of the line.' }),
  ),
  toEffectiveDate: Type.Optional(Described(DateOnly, { description: 'The last one.' })),
  fromCreatedAt: from('Recorded'),
  toCreatedAt: to('Recorded'),
};

const timelineQuery = {
  ...pageQuery({}),
  timestamps: Type.Optional(
    Type.Array(StringEnum(moments), {
      maxItems: 5,
      description: `Each purchase has its place by the first of these that it has; effectiveAt if none is named. Other orders than ${servedOrders.join('; ')} need from and to.`,
    }),
  ),
  from: from('By that moment:'),
  to: to('By that moment:'),
};

const reading: Endpoint[] = [
  endpoint({
    ...listed,
    name: 'purchases.listOfLine',
    path: `${ofLine}/purchases`,
    summary: 'List the purchases of a line of credit',
    query: listQuery,
    read: ({ reader }, { query }, { row }) =>
      listPurchases(reader, { personId: row.person_id, loanId: row.id, zone: row.zone }, query),
  }),
  endpoint({
    ...listed,
    name: 'purchases.list',
    path: `${ofDraw}/purchases`,
    summary: 'List the purchases of a draw',
    query: listQuery,
    read: async ({ reader }, { params, query }, held) => {
      const draw = await drawToRead(reader, held, params.drawId);
      return listPurchases(reader, { ...draw, zone: held.row.zone }, query);
    },
  }),
  endpoint({
    ...listed,
    name: 'purchases.timelineOfLine',
    path: `${ofLine}/purchases-timeline`,
    summary: 'List the purchases of a line of credit by their moments',
    description: 'Oldest first. Each purchase has its place by the first of the named timestamps that it has.',
    query: timelineQuery,
    read: ({ reader }, { query }, { row }) =>
      purchasesTimeline(reader, { personId: row.person_id, loanId: row.id }, query),
  }),
  endpoint({
    ...listed,
    name: 'purchases.timeline',
    path: `${ofDraw}/purchases-timeline`,
    summary: 'List the purchases of a draw by their moments',
    description: 'Oldest first. Each purchase has its place by the first of the named timestamps that it has.',
    query: timelineQuery,
    read: async ({ reader }, { params, query }, held) =>
      purchasesTimeline(reader, await drawToRead(reader, held, params.drawId), query),
  }),
  endpoint({
    name: 'purchases.read',
    path: one,
    summary: 'Read a purchase',
    permission: 'purchase:read',
    borrowers: {},
    answer: Purchase,
    errors: [loanErrors.OnlyForLines],
    subject: lineToRead,
    read: async ({ reader }, { params }, held) =>
      presentPurchase(await findPurchase(reader, await drawToRead(reader, held, params.drawId), params.purchaseId)),
  }),
];

const writing: Endpoint[] = [
  endpoint({
    name: 'purchases.create',
    path: `${ofDraw}/purchases`,
    summary: 'Record a purchase, a refund or a cash back',
    description:
      'authorized holds the limit; pending and settled are on the books from their day on, and the line is replayed from there. A refund or a cash back lowers the principal.',
    permission: 'purchase:create',
    subject: line,
    shares: {
      findFree: freeLine,
      // A payout concerns others than the borrower.
      mayShare: ({ body }, held) =>
        body.paymentInstrumentId == null && daysNamedBy(body).every((on) => comesAfterBooks(held, on)),
    },
    mayEmit: ledgerEvents,
    previews: true,
    query: { force, sync },
    body: PurchaseCreate,
    answer: ChangedPurchase,
    errors: [
      purchaseErrors.AmountExceedsCreditLimit,
      purchaseErrors.SpendingNotAllowed,
      purchaseErrors.PurchaseStatusForbids,
      purchaseErrors.PurchaseTypeForbids,
      purchaseErrors.AuthorizationReplaced,
      purchaseErrors.AmountExceedsPurchase,
      purchaseErrors.PurchasePaidOut,
      transactionErrors.InstrumentCannotBeCharged,
      instrumentErrors.PaymentProcessorNotConfigured,
      loanErrors.NothingToDo,
      errors.DuplicateExternalId,
    ],
    example: { body: example.purchaseCreate },
    emits: [told.purchaseCreated, told.purchaseStatusChanged, disbursementInitiated, approvalRequested],
    kinds: [payoutPermission],
    authorize({ caller }, { query, body }) {
      if (query.force) mustHave(caller, forcePermission);
      if (body.paymentInstrumentId != null) mustHave(caller, payoutPermission);
    },
    command: async (ctx, tx, { params, query, body }, held) =>
      createPurchase(ctx, tx, held, await drawOf(tx, held, params.drawId), body, query.force ?? false),
  }),
  endpoint({
    name: 'purchases.update',
    path: one,
    summary: 'Change a purchase',
    description:
      'Its status, amount and date change the books: they are replayed. What names it, refunds and disputes, goes with it.',
    permission: 'purchase:update',
    subject: line,
    mayEmit: ledgerEvents,
    previews: true,
    query: { force, sync },
    body: PurchaseUpdate,
    answer: ChangedPurchase,
    errors: [
      purchaseErrors.AmountExceedsCreditLimit,
      purchaseErrors.SpendingNotAllowed,
      purchaseErrors.PurchaseStatusForbids,
      purchaseErrors.PurchaseTypeForbids,
      purchaseErrors.PurchaseReadOnly,
      purchaseErrors.AuthorizationReplaced,
      purchaseErrors.AmountTakenBack,
      purchaseErrors.AmountExceedsPurchase,
      purchaseErrors.PurchasePaidOut,
      loanErrors.NothingToDo,
      errors.DuplicateExternalId,
    ],
    example: { body: { purchaseDetails: { description: 'Groceries' } } },
    emits: [told.purchaseUpdated, told.purchaseStatusChanged, told.disputeCreated],
    authorize({ caller }, { query }) {
      if (query.force) mustHave(caller, forcePermission);
    },
    command: async (ctx, tx, { params, query, body }, held) => {
      const draw = await drawOf(tx, held, params.drawId);
      return updatePurchase(ctx, tx, held, draw, params.purchaseId, body, query.force ?? false);
    },
  }),
];

export const purchaseRoutes: Endpoint[] = [...reading, ...writing];
