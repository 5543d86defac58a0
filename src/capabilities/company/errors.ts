import { errorKinds } from '#platform/errors.ts';

export const companyErrors = errorKinds({
  DomainTaken: {
    status: 409,
    title: 'The domain belongs to another company',
    remedy: 'Name a domain of your own. If this one is yours, ask whoever runs the service.',
  },
  UnknownDomain: {
    status: 404,
    title: 'No company has this domain',
    remedy: 'Set it first: domains in PUT /companies/{companyId}.',
  },
});
