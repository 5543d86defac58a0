// Endpoints of what a loan is told to credit agencies.
import { Type } from 'typebox';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { DateOnly, Described } from '#platform/input/schemas.ts';
import { computedQuery, pageOf } from '#platform/resource/computed-list.ts';
import { loan, loanThatIsThere, loanToRead } from '../../core/lifecycle/loan.ts';
import { markCreated, marks, markUpdated, ReportingMarkCreate, ReportingMarkUpdate } from './mark.ts';
import { endMark, marksOf, setMark } from './marks.ts';
import { readReportingStatus } from './read-status.ts';
import { ReportingStatus } from './schemas.ts';

const below = '/people/{personId}/loans/{loanId}';
const all = `${below}/reporting-marks` as const;

export const reportingRoutes: Endpoint[] = [
  endpoint({
    name: 'reportingStatus.read',
    method: 'GET',
    path: `${below}/reporting-status`,
    summary: 'Read what a loan would be told to credit agencies',
    description: 'In the words of Metro 2, computed from the books of the day. No file is sent.',
    permission: 'loan.reporting:read',
    shape: 'single',
    query: { date: Type.Optional(Described(DateOnly, { description: 'Today if not given; none that is to come.' })) },
    answer: ReportingStatus,
    subject: loanToRead,
    read: (ctx, { query }, held) => readReportingStatus(ctx, held, query.date),
  }),
  endpoint({
    name: 'reportingMarks.list',
    method: 'GET',
    path: all,
    summary: 'List the codes for credit agencies that were set on a loan',
    description: 'The one that was set last first.',
    permission: 'loan.reporting:read',
    shape: 'list',
    query: computedQuery,
    answer: marks.schema,
    subject: loanThatIsThere,
    read: async ({ reader }, { query }, keys) =>
      pageOf(
        (await marksOf(reader, keys)).map((row) => marks.show(row)),
        query,
      ),
  }),
  endpoint({
    name: 'reportingMarks.create',
    method: 'POST',
    path: all,
    summary: 'Set a code for credit agencies on a loan, or suppress its reporting',
    description: 'From its first day on it takes the place of the one of its kind before it.',
    permission: 'loan.reporting:mark',
    shape: 'single',
    status: 201,
    body: ReportingMarkCreate,
    answer: marks.schema,
    subject: loan,
    errors: [errors.NoRoom],
    example: { body: { kind: 'complianceConditionCode', code: 'XB' } },
    emits: [markCreated],
    command: (ctx, tx, { body }, held) => setMark(ctx, tx, held, body),
  }),
  endpoint({
    name: 'reportingMarks.update',
    method: 'PUT',
    path: `${all}/{reportingMarkId}`,
    summary: 'End a code for credit agencies, or let it go on',
    permission: 'loan.reporting:mark',
    shape: 'single',
    body: ReportingMarkUpdate,
    answer: marks.schema,
    subject: loan,
    example: { body: { endDate: '2099-06-30' } },
    emits: [markUpdated],
    command: (ctx, tx, { body, params }, held) => endMark(ctx, tx, held, params.reportingMarkId, body),
  }),
];
