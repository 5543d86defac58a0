// Endpoints of the company: what it sets, and what of it anybody may see.
import Type from 'typebox';
import { ownCompany } from '#capabilities/access/index.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { StringEnum, Text } from '#platform/input/schemas.ts';
import { bootstrap } from './bootstrap.ts';
import { claimDomains } from './claim-domains.ts';
import { companyErrors } from './errors.ts';
import { companyUpdated } from './events.ts';
import * as example from './examples.ts';
import { appDomainTypes, Bootstrap, CompanySettings, CompanyUpdate } from './schemas.ts';
import { readCompany, updateCompany } from './settings.ts';

export const companyRoutes: Endpoint[] = [
  endpoint({
    name: 'bootstrap.read',
    method: 'GET',
    path: '/bootstrap',
    summary: 'Read what a page shows before anybody has signed in',
    description:
      'Found by the domain of the page. With `companyId` and `appDomainType` it is found where the company allows development.',
    openTo: 'everybody',
    shape: 'bare',
    query: {
      domain: Type.Optional(Text({ min: 1, max: 255, description: 'The domain of the page, as in its address.' })),
      companyId: Type.Optional(Text({ max: 12, description: 'For development only.' })),
      appDomainType: Type.Optional(StringEnum(appDomainTypes, { description: 'For development only.' })),
    },
    answer: Bootstrap,
    errors: [companyErrors.UnknownDomain],
    example: { query: { domain: 'pay.acme.example' }, answer: example.bootstrap },
    open: (ctx, { query }) => bootstrap(ctx, query),
  }),
  endpoint({
    name: 'companies.read',
    method: 'GET',
    path: '/companies/{companyId}',
    summary: 'Read the company and its settings',
    permission: 'company:read',
    shape: 'single',
    answer: CompanySettings,
    subject: ownCompany,
    read: ({ reader }) => readCompany(reader),
  }),
  endpoint({
    name: 'companies.update',
    method: 'PUT',
    path: '/companies/{companyId}',
    summary: 'Change the settings of the company',
    description:
      'What is not sent stays; a section that is sent replaces the one before, null brings the standard back. They hold for the mode of the caller. In live mode a domain that is new says whose it is: `https://DOMAIN/.well-known/tenor.txt` has the id of the company on a line of its own, and keeps it.',
    permission: 'company:update',
    shape: 'single',
    body: CompanyUpdate,
    answer: CompanySettings,
    subject: ownCompany,
    errors: [companyErrors.DomainTaken, companyErrors.DomainNotProven],
    emits: [companyUpdated],
    example: { body: example.update },
    ahead: (tools, { body }, caller) => claimDomains(tools, body, caller),
    command: (ctx, tx, { body }) => updateCompany(ctx, tx, body),
  }),
];
