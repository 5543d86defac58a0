import { errorKinds } from '#platform/errors.ts';

export const companyErrors = errorKinds({
  DomainTaken: {
    status: 409,
    title: 'The domain belongs to another company',
    remedy: 'Name a domain of your own. If this one is yours, ask whoever runs the service.',
  },
  DomainNotProven: {
    status: 409,
    title: 'The domain does not say that it belongs to the company',
    remedy:
      'Put a file with the id of the company on a line of its own at the address in data.url, without a redirect.',
  },
  UnknownDomain: {
    status: 404,
    title: 'No company has this domain',
    remedy: 'Set it first: domains in PUT /companies/{companyId}.',
  },
});
