// Index rates and rate caps of a loan type.
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { createIndexRate, deleteIndexRate, updateIndexRate } from '../commands/write-index-rate.ts';
import { productErrors } from '../errors.ts';
import * as told from '../events.ts';
import { indexRateList, listIndexRates, readIndexRate } from '../index-rate.ts';
import { loanType } from '../loan-type.ts';
import { rateCapRoutes } from '../resources/rate-cap.ts';
import { IndexRate, IndexRateChange, IndexRateCreate, IndexRateUpdate } from '../schemas.ts';

const replayed = 'Where days that have come have another rate now, the loans of the type are replayed: by operationId.';

const indexRateEndpoint = below({
  path: '/loan-types/{loanTypeId}/index-rates',
  permission: 'index.rate',
  subject: loanType,
  answer: IndexRateChange,
});

const indexRates: Endpoint[] = [
  indexRateEndpoint({
    name: 'indexRates.list',
    summary: 'List index rates',
    description: 'Lists those of a loan type, for all its versions. A rate with spread is added to the one of the day.',
    shape: 'list',
    query: indexRateList.query,
    list: indexRateList,
    answer: IndexRate,
    read: ({ reader }, { query }, { id }) => listIndexRates(reader, id, query),
  }),
  indexRateEndpoint({
    name: 'indexRates.create',
    summary: 'Add an index rate',
    description: `It may begin in the past or in the future; the rate before it then ends the day before. ${replayed}`,
    body: IndexRateCreate,
    errors: [productErrors.IndexRateExists],
    example: { body: { rate: 0.0525, effectiveDate: '2026-05-01' } },
    emits: [told.indexRateCreated],
    command: (ctx, tx, { body }, row) => createIndexRate(ctx, tx, row, body),
  }),
  indexRateEndpoint({
    name: 'indexRates.read',
    path: '/{indexRateId}',
    summary: 'Read an index rate',
    answer: IndexRate,
    read: ({ reader }, { params }, { id }) => readIndexRate(reader, id, params.indexRateId),
  }),
  indexRateEndpoint({
    name: 'indexRates.update',
    path: '/{indexRateId}',
    summary: 'Change an index rate',
    description: `What is not sent stays. ${replayed}`,
    body: IndexRateUpdate,
    errors: [productErrors.IndexRateExists],
    example: { body: { rate: 0.055 } },
    emits: [told.indexRateUpdated],
    command: (ctx, tx, { params, body }, row) => updateIndexRate(ctx, tx, row, params.indexRateId, body),
  }),
  indexRateEndpoint({
    name: 'indexRates.delete',
    path: '/{indexRateId}',
    summary: 'Delete an index rate',
    description: `The rate before it goes on in its place. ${replayed}`,
    emits: [told.indexRateDeleted],
    command: (ctx, tx, { params }, row) => deleteIndexRate(ctx, tx, row, params.indexRateId),
  }),
];

export const rateRoutes: Endpoint[] = [...indexRates, ...rateCapRoutes];
