// Endpoints of what a loan is told to credit agencies.
import { Type } from 'typebox';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { DateOnly, Described } from '#platform/input/schemas.ts';
import { computedQuery, pageOf } from '#platform/resource/computed-list.ts';
import { loan, loanThatIsThere, loanToRead } from '../../core/lifecycle/loan.ts';
import { markCreated, marks, markUpdated, ReportingMarkCreate, ReportingMarkUpdate } from './mark.ts';
import { endMark, marksOf, setMark } from './marks.ts';
import { readReportingStatus } from './read-status.ts';
import { ReportingStatus } from './schemas.ts';

const ofLoan = '/people/{personId}/loans/{loanId}';
const all = `${ofLoan}/reporting-marks` as const;

const reportingMarkEndpoint = below({ path: all, subject: loan, answer: marks.schema });

export const reportingRoutes: Endpoint[] = [
  endpoint({
    name: 'reportingStatus.read',
    path: `${ofLoan}/reporting-status`,
    summary: 'Read what a loan would be told to credit agencies',
    description: 'In the words of Metro 2, computed from the books of the day. No file is sent.',
    permission: 'loan.reporting:read',
    query: { date: Type.Optional(Described(DateOnly, { description: 'Today if not given; none that is to come.' })) },
    answer: ReportingStatus,
    subject: loanToRead,
    read: (ctx, { query }, held) => readReportingStatus(ctx, held, query.date),
  }),
  reportingMarkEndpoint({
    name: 'reportingMarks.list',
    summary: 'List the codes for credit agencies that were set on a loan',
    description: 'The one that was set last first.',
    permission: 'loan.reporting:read',
    shape: 'list',
    query: computedQuery,
    subject: loanThatIsThere,
    read: async ({ reader }, { query }, keys) =>
      pageOf(
        (await marksOf(reader, keys)).map((row) => marks.show(row)),
        query,
      ),
  }),
  reportingMarkEndpoint({
    name: 'reportingMarks.create',
    summary: 'Set a code for credit agencies on a loan, or suppress its reporting',
    description: 'From its first day on it takes the place of the one of its kind before it.',
    permission: 'loan.reporting:mark',
    body: ReportingMarkCreate,
    errors: [errors.NoRoom],
    example: { body: { kind: 'complianceConditionCode', code: 'XB' } },
    emits: [markCreated],
    command: (ctx, tx, { body }, held) => setMark(ctx, tx, held, body),
  }),
  reportingMarkEndpoint({
    name: 'reportingMarks.update',
    path: '/{reportingMarkId}',
    summary: 'End a code for credit agencies, or let it go on',
    permission: 'loan.reporting:mark',
    body: ReportingMarkUpdate,
    example: { body: { endDate: '2099-06-30' } },
    emits: [markUpdated],
    command: (ctx, tx, { body, params }, held) => endMark(ctx, tx, held, params.reportingMarkId, body),
  }),
];
