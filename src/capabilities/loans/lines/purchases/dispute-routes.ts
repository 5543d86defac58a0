// Endpoints of the disputes of purchases.
import { Type } from 'typebox';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { pageQuery } from '#platform/http/pages.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { line, lineToRead } from '../draws/line.ts';
import { createDispute } from './commands/create-dispute.ts';
import { updateDispute } from './commands/update-dispute.ts';
import type { DisputeCases } from './dispute-cases.ts';
import { drawOf, drawToRead } from './draw-of.ts';
import { purchaseErrors } from './errors.ts';
import * as told from './events.ts';
import { findDispute, findPurchase } from './find.ts';
import { disputeSort, listDisputes } from './list-purchases.ts';
import { presentDispute } from './present.ts';
import { sync } from './routes.ts';
import { DisputeCreate, DisputeState, DisputeUpdate, PurchaseDispute } from './schemas.ts';

const ofLine = '/people/{personId}/loans/{loanId}';
const ofDraw = `${ofLine}/draws/{drawId}` as const;
const ofPurchase = `${ofDraw}/purchases/{purchaseId}/disputes` as const;
const one = `${ofPurchase}/{purchaseDisputeId}` as const;

const listed = {
  permission: 'purchase.dispute:list',
  borrowers: {},
  shape: 'list',
  answer: PurchaseDispute,
  errors: [loanErrors.OnlyForLines],
  subject: lineToRead,
  query: {
    ...pageQuery(disputeSort),
    statuses: Type.Optional(Type.Array(DisputeState, { maxItems: 8, description: 'Any of these.' })),
  },
} as const;

const reading: Endpoint[] = [
  endpoint({
    ...listed,
    name: 'purchaseDisputes.listOfLine',
    path: `${ofLine}/disputes`,
    summary: 'List the disputes of a line of credit',
    read: ({ reader }, { query }, { row }) => listDisputes(reader, { personId: row.person_id, loanId: row.id }, query),
  }),
  endpoint({
    ...listed,
    name: 'purchaseDisputes.listOfDraw',
    path: `${ofDraw}/disputes`,
    summary: 'List the disputes of a draw',
    read: async ({ reader }, { params, query }, held) =>
      listDisputes(reader, await drawToRead(reader, held, params.drawId), query),
  }),
  endpoint({
    ...listed,
    name: 'purchaseDisputes.list',
    path: ofPurchase,
    summary: 'List the disputes of a purchase',
    read: async ({ reader }, { params, query }, held) => {
      const draw = await drawToRead(reader, held, params.drawId);
      const { id: purchaseId } = await findPurchase(reader, draw, params.purchaseId);
      return listDisputes(reader, { ...draw, purchaseId }, query);
    },
  }),
  endpoint({
    name: 'purchaseDisputes.read',
    path: one,
    summary: 'Read a dispute',
    permission: 'purchase.dispute:read',
    borrowers: {},
    answer: PurchaseDispute,
    errors: [loanErrors.OnlyForLines],
    subject: lineToRead,
    read: async ({ reader }, { params }, held) => {
      const purchase = await findPurchase(reader, await drawToRead(reader, held, params.drawId), params.purchaseId);
      return presentDispute(await findDispute(reader, purchase, params.purchaseDisputeId));
    },
  }),
];

const writing = (cases: DisputeCases): Endpoint[] => [
  endpoint({
    name: 'purchaseDisputes.create',
    path: ofPurchase,
    summary: 'Dispute a purchase, or a part of it',
    description: 'While it is open, its amount is asked for by no statement. An authorized purchase is not disputed.',
    permission: 'purchase.dispute:create',
    subject: line,
    mayEmit: [...ledgerEvents, ...cases.mayEmit],
    body: DisputeCreate,
    answer: PurchaseDispute,
    errors: [
      purchaseErrors.PurchaseStatusForbids,
      purchaseErrors.PurchaseTypeForbids,
      purchaseErrors.AmountExceedsPurchase,
      purchaseErrors.SpendingNotAllowed,
      loanErrors.NothingToDo,
      errors.DuplicateExternalId,
      errors.NoRoom,
    ],
    example: { body: { disputedAmount: 2.5 } },
    emits: [told.disputeCreated, told.purchaseStatusChanged],
    command: async (ctx, tx, { params, body }, held) =>
      createDispute(ctx, tx, held, await drawOf(tx, held, params.drawId), params.purchaseId, body, cases),
  }),
  endpoint({
    name: 'purchaseDisputes.update',
    path: one,
    summary: 'Change a dispute, or say how it ended',
    description:
      'Won: what was disputed was never bought, and the line is replayed from there. Lost, expired or withdrawn: it is owed again from now on.',
    permission: 'purchase.dispute:update',
    subject: line,
    mayEmit: ledgerEvents,
    query: { sync },
    body: DisputeUpdate,
    answer: PurchaseDispute,
    errors: [
      purchaseErrors.DisputeStatusForbids,
      purchaseErrors.PurchaseStatusForbids,
      purchaseErrors.SpendingNotAllowed,
      loanErrors.NothingToDo,
      errors.DuplicateExternalId,
    ],
    example: { body: { status: 'won' } },
    emits: [told.disputeUpdated, told.disputeStatusChanged, told.purchaseStatusChanged],
    command: async (ctx, tx, { params, body }, held) =>
      updateDispute(ctx, tx, held, await drawOf(tx, held, params.drawId), params, body),
  }),
];

export const disputeRoutes = (cases: DisputeCases): Endpoint[] => [...reading, ...writing(cases)];
