// Endpoints of what is owed on a draw.
import { Type } from 'typebox';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { Bool, DateOnly, Described, StringEnum, Text } from '#platform/input/schemas.ts';
import { Obligation, Obligations } from '../../core/charges/schemas.ts';
import { dueDateQuery, knownAtQuery } from '../../core/loan/date-filter.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { lineToRead } from './line.ts';
import { listDrawObligations, readDrawBalances, readDrawObligation } from './read-owed.ts';
import { DrawBalances } from './schemas.ts';

const one = '/people/{personId}/loans/{loanId}/draws/{drawId}';

const ofDraw = {
  method: 'GET',
  subject: lineToRead,
  shape: 'single',
  borrowers: {},
  errors: [loanErrors.OnlyForLines],
} as const;

const balancesAt = (path: 'balances' | 'balance', name: string, description: string): Endpoint =>
  endpoint({
    ...ofDraw,
    name,
    path: `${one}/${path}`,
    summary: 'Read the balances of a draw',
    description,
    permission: 'draw:read',
    query: {
      toEffectiveDate: Type.Optional(Described(DateOnly, { description: 'The day; today, if not given.' })),
      knownAt: knownAtQuery,
    },
    answer: DrawBalances,
    read: (ctx, { params, query }, held) => readDrawBalances(ctx, held, params.drawId, query),
  });

export const owedRoutes: Endpoint[] = [
  balancesAt('balances', 'draws.balances', 'On any day, as those of its line. Before the activation all is zero.'),
  balancesAt('balance', 'draws.balance', 'The same as `balances`, under the name that some clients use.'),
  endpoint({
    ...ofDraw,
    name: 'draws.obligations',
    path: `${one}/obligations`,
    summary: 'List what the obligations of the line ask for of a draw',
    description:
      'Under the ids of the obligations of the line. What of them was fulfilled is not divided by the kind of money.',
    permission: 'loan.obligation:list',
    query: {
      periodId: Type.Optional(Text({ max: 64, description: 'Only those of this period.' })),
      status: Type.Optional(
        StringEnum(['unfulfilled', 'overdue'], {
          description: 'Only those of which something remains, or which are overdue.',
        }),
      ),
      ...dueDateQuery,
      isOpen: Type.Optional(Described(Bool, { description: 'True: of the running period alone; false: all others.' })),
      knownAt: knownAtQuery,
    },
    answer: Obligations,
    read: (ctx, { params, query }, held) => listDrawObligations(ctx, held, params.drawId, query),
  }),
  endpoint({
    ...ofDraw,
    name: 'draws.obligation',
    path: `${one}/obligations/{obligationId}`,
    summary: 'Read what an obligation of the line asks for of a draw',
    permission: 'loan.obligation:read',
    query: { knownAt: knownAtQuery },
    answer: Obligation,
    read: (ctx, { params, query }, held) =>
      readDrawObligation(ctx, held, params.drawId, { id: params.obligationId, knownAt: query.knownAt }),
  }),
];
