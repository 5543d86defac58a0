// Merchants, where borrowers spend what they are lent, and investors, to whom the loans belong.
import Type from 'typebox';
import { ownCompany } from '#capabilities/access/index.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { pageQuery } from '#platform/http/pages.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import { createInvestor, updateInvestor } from '../commands/write-investor.ts';
import { createMerchant, updateMerchant } from '../commands/write-merchant.ts';
import * as told from '../events.ts';
import * as example from '../examples.ts';
import { investorSort, listInvestors, readInvestor } from '../resources/investor.ts';
import { listMerchants, merchantSort, readMerchant } from '../resources/merchant.ts';
import {
  activities,
  Investor,
  InvestorCreate,
  InvestorUpdate,
  Merchant,
  MerchantCreate,
  MerchantUpdate,
} from '../schemas.ts';

const merchants = [
  endpoint({
    name: 'merchants.list',
    method: 'GET',
    path: '/companies/{companyId}/merchants',
    summary: 'List merchants',
    description: 'Of the own company: companyId is its id, or `current`.',
    permission: 'merchant:list',
    shape: 'list',
    query: { ...pageQuery(merchantSort), status: Type.Optional(StringEnum(activities)) },
    answer: Merchant,
    subject: ownCompany,
    example: { answer: example.merchant },
    read: ({ reader, vault }, { query }) => listMerchants(reader, vault, query),
  }),
  endpoint({
    name: 'merchants.create',
    method: 'POST',
    path: '/companies/{companyId}/merchants',
    summary: 'Create a merchant',
    permission: 'merchant:create',
    shape: 'single',
    status: 201,
    body: MerchantCreate,
    answer: Merchant,
    subject: ownCompany,
    errors: [errors.DuplicateExternalId],
    example: { body: example.merchantCreate, answer: example.merchant },
    emits: [told.merchantCreated],
    command: (ctx, tx, { body }) => createMerchant(ctx, tx, body),
  }),
  endpoint({
    name: 'merchants.read',
    method: 'GET',
    path: '/companies/{companyId}/merchants/{merchantId}',
    summary: 'Read a merchant',
    permission: 'merchant:read',
    shape: 'single',
    answer: Merchant,
    subject: ownCompany,
    example: { answer: example.merchant },
    read: ({ reader, vault }, { params }) => readMerchant(reader, vault, params.merchantId),
  }),
  endpoint({
    name: 'merchants.update',
    method: 'PUT',
    path: '/companies/{companyId}/merchants/{merchantId}',
    summary: 'Change a merchant',
    description: 'What is not sent stays; the address changes by its parts.',
    permission: 'merchant:update',
    shape: 'single',
    body: MerchantUpdate,
    answer: Merchant,
    subject: ownCompany,
    errors: [errors.DuplicateExternalId],
    example: { body: { status: 'inactive' }, answer: { ...example.merchant, status: 'inactive' } },
    emits: [told.merchantUpdated],
    command: (ctx, tx, { params, body }) => updateMerchant(ctx, tx, params.merchantId, body),
  }),
];

const investors = [
  endpoint({
    name: 'investors.list',
    method: 'GET',
    path: '/companies/{companyId}/investors',
    summary: 'List investors',
    description: 'Of the own company: companyId is its id, or `current`. Each company has one from its birth.',
    permission: 'investor:list',
    shape: 'list',
    query: pageQuery(investorSort),
    answer: Investor,
    subject: ownCompany,
    example: { answer: example.investor },
    read: ({ reader }, { query }) => listInvestors(reader, query),
  }),
  endpoint({
    name: 'investors.create',
    method: 'POST',
    path: '/companies/{companyId}/investors',
    summary: 'Create an investor',
    permission: 'investor:create',
    shape: 'single',
    status: 201,
    body: InvestorCreate,
    answer: Investor,
    subject: ownCompany,
    errors: [errors.DuplicateExternalId],
    example: { body: { externalId: 'fund-1', name: 'Wabash Loan Fund' }, answer: example.investor },
    emits: [told.investorCreated, told.investorUpdated],
    command: (ctx, tx, { body }) => createInvestor(ctx, tx, body),
  }),
  endpoint({
    name: 'investors.read',
    method: 'GET',
    path: '/companies/{companyId}/investors/{investorId}',
    summary: 'Read an investor',
    permission: 'investor:read',
    shape: 'single',
    answer: Investor,
    subject: ownCompany,
    example: { answer: example.investor },
    read: ({ reader }, { params }) => readInvestor(reader, params.investorId),
  }),
  endpoint({
    name: 'investors.update',
    method: 'PUT',
    path: '/companies/{companyId}/investors/{investorId}',
    summary: 'Change an investor',
    description: 'What is not sent stays. Made the default one, it takes that from the one that was it.',
    permission: 'investor:update',
    shape: 'single',
    body: InvestorUpdate,
    answer: Investor,
    subject: ownCompany,
    errors: [errors.DuplicateExternalId],
    example: { body: { name: 'Wabash Fund I' }, answer: { ...example.investor, name: 'Wabash Fund I' } },
    emits: [told.investorUpdated],
    command: (ctx, tx, { params, body }) => updateInvestor(ctx, tx, params.investorId, body),
  }),
];

export const partnerRoutes: Endpoint[] = [...merchants, ...investors];
