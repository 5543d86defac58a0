// The tools that there are for many loans at once.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { chargeRoutes } from '../../core/charges/routes.ts';
import { agencyRoutes } from '../agencies/routes.ts';
import { hardshipRoutes } from '../hardship/routes.ts';
import type { BulkTool } from './tool.ts';

export interface DescribedTool extends BulkTool {
  readonly path: string;
  readonly summary: string;
  /** The lines of its example. */
  readonly lines: readonly object[];
}

const routeNamed = (name: string) => {
  const route = [...chargeRoutes, ...agencyRoutes, ...hardshipRoutes].find((one) => one.name === name);
  if (route === undefined) throw new Error(`There is no endpoint ${name}.`);
  return route;
};

const line = { personId: 'ext-crm-1', loanId: 'ext-loan-1', externalId: 'line-1' };

export const tools: readonly DescribedTool[] = [
  {
    name: 'fees',
    path: 'fees',
    one: routeNamed('loanFees.create'),
    summary: 'Charge fees on many loans',
    lines: [{ ...line, apiName: 'lateFee', amount: 25 }],
    sums: ['feesAmount'],
    amountsOf: ({ amount }: { readonly amount: Cents }) => ({ feesAmount: amount }),
  },
  {
    name: 'agencies',
    path: 'collection-agencies',
    one: routeNamed('loanAgency.assign'),
    summary: 'Give many loans to collection agencies',
    lines: [{ ...line, collectionAgencyId: 'ext-agency-7' }],
  },
  {
    name: 'agencyReturns',
    path: 'collection-agency-returns',
    one: routeNamed('loanAgency.unassign'),
    summary: 'Take many loans back from their collection agencies',
    lines: [line],
  },
  {
    name: 'deferrals',
    path: 'defer',
    one: routeNamed('hardships.defer'),
    summary: 'Defer payments of many loans, as in a disaster',
    lines: [{ ...line, numberOfPayments: 2, disasterNumber: 'DR-4801' }],
    sums: ['deferredAmount'],
    amountsOf: ({ deferredAmount }: { readonly deferredAmount: Cents }) => ({ deferredAmount }),
  },
];
