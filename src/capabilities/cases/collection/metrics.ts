// What is known of the debt that a collection case is about: read from the loans, and stored nowhere else.

import type { Cents } from '@tenor/engine/values/cents.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type from 'typebox';
import { overdueLoansOf } from '#capabilities/loans/index.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { Amount, Named, Text } from '#platform/input/schemas.ts';
import { caseResource } from '../case.ts';

const days = Type.Integer({ description: 'Days since the oldest payment that is overdue came due.', examples: [31] });

const CaseCollection = Named('CaseCollection')({
  object: Type.Literal('caseCollection'),
  caseId: Text({ max: 12, example: 'CS-7KQ2-M9XA' }),
  daysOverdue: days,
  overdueAmount: Amount,
  loans: Type.Array(
    Named('OverdueLoan')({
      loanId: Text({ max: 12, example: 'LN-7T2X-P5QG' }),
      daysOverdue: days,
      overdueAmount: Amount,
    }),
    { description: 'The loans of the borrower that are overdue today.' },
  ),
});

export const readMetrics = endpoint({
  name: 'caseCollection.read',
  path: '/people/{personId}/cases/{caseId}/collection',
  summary: 'Read what is overdue of the borrower of a case',
  description: 'As the loans stand today. Nothing of it is kept with the case.',
  permission: 'case:read',
  subject: caseResource.subject,
  answer: CaseCollection,
  read: async ({ reader, caller, now }, _, { row }) => {
    const overdue = await overdueLoansOf(reader, row.person_id, dateInZone(await now(), caller.timezone));
    return {
      object: 'caseCollection' as const,
      caseId: row.id,
      daysOverdue: Math.max(0, ...overdue.map((one) => one.days)),
      overdueAmount: overdue.reduce((sum, { amount }) => sum + amount, 0) as Cents,
      loans: overdue.map(({ loanId, days: daysOverdue, amount }) => ({ loanId, daysOverdue, overdueAmount: amount })),
    };
  },
});
