// Index rates and rate caps of a loan type.
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { createIndexRate, deleteIndexRate, updateIndexRate } from '../commands/write-index-rate.ts';
import { productErrors } from '../errors.ts';
import * as told from '../events.ts';
import { indexRateList, listIndexRates, readIndexRate } from '../index-rate.ts';
import { loanType } from '../loan-type.ts';
import { rateCapRoutes } from '../resources/rate-cap.ts';
import { IndexRate, IndexRateChange, IndexRateCreate, IndexRateUpdate } from '../schemas.ts';

const replayed = 'Where days that have come have another rate now, the loans of the type are replayed: by operationId.';

const indexRates: Endpoint[] = [
  endpoint({
    name: 'indexRates.list',
    method: 'GET',
    path: '/loan-types/{loanTypeId}/index-rates',
    summary: 'List index rates',
    description: 'Lists those of a loan type, for all its versions. A rate with spread is added to the one of the day.',
    permission: 'index.rate:list',
    shape: 'list',
    query: indexRateList.query,
    list: indexRateList,
    answer: IndexRate,
    subject: loanType,
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
    example: { body: { rate: 0.0525, effectiveDate: '2026-05-01' } },
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
    example: { body: { rate: 0.055 } },
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
    emits: [told.indexRateDeleted],
    command: (ctx, tx, { params }, row) => deleteIndexRate(ctx, tx, row, params.indexRateId),
  }),
];

export const rateRoutes: Endpoint[] = [...indexRates, ...rateCapRoutes];
