// Index rates and rate caps of a loan type.
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { pageQuery } from '#platform/http/pages.ts';
import { createIndexRate, deleteIndexRate, updateIndexRate } from '../commands/write-index-rate.ts';
import { createRateCap, deleteRateCap } from '../commands/write-rate-cap.ts';
import { productErrors } from '../errors.ts';
import * as told from '../events.ts';
import * as example from '../examples.ts';
import { indexRateSort, listIndexRates, readIndexRate } from '../index-rate.ts';
import { loanType } from '../loan-type.ts';
import { findRateCap, listRateCaps, presentRateCap, rateCapSort } from '../rate-cap.ts';
import { IndexRate, IndexRateChange, IndexRateCreate, IndexRateUpdate, RateCap, RateCapCreate } from '../schemas.ts';

const replayed = 'Where days that have come have another rate now, the loans of the type are replayed: by operationId.';

const indexRates: Endpoint[] = [
  endpoint({
    name: 'indexRates.list',
    method: 'GET',
    path: '/loan-types/{loanTypeId}/index-rates',
    summary: 'List index rates',
    description: 'Those of a loan type, for all its versions. A rate with spread is added to the one of the day.',
    permission: 'index.rate:list',
    shape: 'list',
    query: pageQuery(indexRateSort),
    answer: IndexRate,
    subject: loanType,
    example: { answer: example.indexRate },
    read: ({ reader }, { query }, { id }) => listIndexRates(reader, id, query),
  }),
  endpoint({
    name: 'indexRates.create',
    method: 'POST',
    path: '/loan-types/{loanTypeId}/index-rates',
    summary: 'Add an index rate',
    description: `It may begin in the past or in the future; the rate before it then ends the day before. ${replayed}`,
    permission: 'index.rate:create',
    shape: 'single',
    status: 201,
    body: IndexRateCreate,
    answer: IndexRateChange,
    subject: loanType,
    errors: [productErrors.IndexRateExists],
    example: { body: { rate: 0.0525, effectiveDate: '2026-05-01' }, answer: example.indexRateChange },
    emits: [told.indexRateCreated],
    command: (ctx, tx, { body }, row) => createIndexRate(ctx, tx, row, body),
  }),
  endpoint({
    name: 'indexRates.read',
    method: 'GET',
    path: '/loan-types/{loanTypeId}/index-rates/{indexRateId}',
    summary: 'Read an index rate',
    permission: 'index.rate:read',
    shape: 'single',
    answer: IndexRate,
    subject: loanType,
    example: { answer: example.indexRate },
    read: ({ reader }, { params }, { id }) => readIndexRate(reader, id, params.indexRateId),
  }),
  endpoint({
    name: 'indexRates.update',
    method: 'PUT',
    path: '/loan-types/{loanTypeId}/index-rates/{indexRateId}',
    summary: 'Change an index rate',
    description: `What is not sent stays. ${replayed}`,
    permission: 'index.rate:update',
    shape: 'single',
    body: IndexRateUpdate,
    answer: IndexRateChange,
    subject: loanType,
    errors: [productErrors.IndexRateExists],
    example: { body: { rate: 0.055 }, answer: { ...example.indexRateChange, rate: 0.055 } },
    emits: [told.indexRateUpdated],
    command: (ctx, tx, { params, body }, row) => updateIndexRate(ctx, tx, row, params.indexRateId, body),
  }),
  endpoint({
    name: 'indexRates.delete',
    method: 'DELETE',
    path: '/loan-types/{loanTypeId}/index-rates/{indexRateId}',
    summary: 'Delete an index rate',
    description: `The rate before it goes on in its place. ${replayed}`,
    permission: 'index.rate:delete',
    shape: 'single',
    answer: IndexRateChange,
    subject: loanType,
    example: { answer: { ...example.indexRateChange, deletedAt: '2026-05-04T09:00:00.000000+00:00' } },
    emits: [told.indexRateDeleted],
    command: (ctx, tx, { params }, row) => deleteIndexRate(ctx, tx, row, params.indexRateId),
  }),
];

const rateCaps: Endpoint[] = [
  endpoint({
    name: 'rateCaps.list',
    method: 'GET',
    path: '/loan-types/{loanTypeId}/rate-caps',
    summary: 'List rate caps',
    permission: 'rate.cap:list',
    shape: 'list',
    query: pageQuery(rateCapSort),
    answer: RateCap,
    subject: loanType,
    example: { answer: example.rateCap },
    read: ({ reader }, { query }, { id }) => listRateCaps(reader, id, query),
  }),
  endpoint({
    name: 'rateCaps.create',
    method: 'POST',
    path: '/loan-types/{loanTypeId}/rate-caps',
    summary: 'Add a rate cap',
    description:
      'The highest interest rate of loans originated from a day on, in one state or in all. The next cap of the same state takes its place; where a cap of the state and one of all are there, both hold.',
    permission: 'rate.cap:create',
    shape: 'single',
    status: 201,
    body: RateCapCreate,
    answer: RateCap,
    subject: loanType,
    errors: [productErrors.RateCapExists],
    example: { body: { state: 'IN', maxRate: 0.36, effectiveDate: '2026-01-01' }, answer: example.rateCap },
    emits: [told.rateCapCreated],
    command: (ctx, tx, { body }, row) => createRateCap(ctx, tx, row, body),
  }),
  endpoint({
    name: 'rateCaps.read',
    method: 'GET',
    path: '/loan-types/{loanTypeId}/rate-caps/{rateCapId}',
    summary: 'Read a rate cap',
    permission: 'rate.cap:read',
    shape: 'single',
    answer: RateCap,
    subject: loanType,
    example: { answer: example.rateCap },
    read: async ({ reader }, { params }, { id }) => presentRateCap(await findRateCap(reader, id, params.rateCapId)),
  }),
  endpoint({
    name: 'rateCaps.delete',
    method: 'DELETE',
    path: '/loan-types/{loanTypeId}/rate-caps/{rateCapId}',
    summary: 'Delete a rate cap',
    description: 'Loans that were originated under it stay as they are.',
    permission: 'rate.cap:delete',
    shape: 'message',
    answer: RateCap,
    subject: loanType,
    example: { answer: null },
    emits: [told.rateCapDeleted],
    command: (ctx, tx, { params }, row) => deleteRateCap(ctx, tx, row, params.rateCapId),
  }),
];

export const rateRoutes: readonly Endpoint[] = [...indexRates, ...rateCaps];
