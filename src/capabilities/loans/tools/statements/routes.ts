// Endpoints of statements.
import { sql } from 'kysely';
import { Type } from 'typebox';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { Bool, Described, Int, WithoutEffect } from '#platform/input/schemas.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { findLoan, loan, loanOfPath, loanThatIsThere } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { keysOf } from '../../core/loan/named-loans.ts';
import { readBeside } from './beside.ts';
import { generateStatement } from './commands/generate-statement.ts';
import { updateStatement } from './commands/update-statement.ts';
import { statementDeleted, statementGenerated, statementRegenerated, statementUpdated } from './events.ts';
import { fulfilledOf } from './fulfilled.ts';
import { presentDetails, presentStatement } from './present.ts';
import { Statement, StatementDetails, StatementUpdate } from './schemas.ts';
import { findStatement, statementsOf } from './stored.ts';

const ofLoan = '/people/{personId}/loans/{loanId}';
const all = `${ofLoan}/statements` as const;

/** The day makes statements without a change of the loan, so what is read of them is not known by the loan's version. */
const statedLoan = loanOfPath(findLoan);

const list = defineList({
  table: 'loan_statements',
  below: 'person_id',
  sort: { statementDate: 'statement_on', paymentDueDate: 'due_on', createdAt: 'position', version: 'version' },
  filters: {
    year: {
      schema: Int({
        min: 1900,
        max: 9999,
        description: 'Lists statements that are dated in this year.',
        example: 2027,
      }),
      where: (year: number | undefined) => (year === undefined ? undefined : sql<boolean>`year = ${year}`),
    },
    includeAllVersions: {
      schema: Described(Bool, { description: 'Lists versions that were replaced or taken back, too.' }),
      where: (all: boolean | undefined) => (all === true ? undefined : sql<boolean>`is_active`),
    },
  },
});

const sync = Type.Optional(
  WithoutEffect(Described(Bool, { description: 'All is done before the answer.' }), 'work that goes on after it'),
);

export const statementRoutes: Endpoint[] = [
  endpoint({
    name: 'statements.list',
    path: all,
    summary: 'List the statements of a loan',
    description:
      'The newest first, each period once: its active version. What was asked for stays as it was; what has become of it is as of now.',
    permission: 'loan.statement:list',
    borrowers: {},
    shape: 'list',
    list,
    query: list.query,
    passesOver: { includeTestVersions: 'no versions are made as tests' },
    answer: Statement,
    subject: statedLoan,
    async read({ reader, now, machineMicros }, { query }, held) {
      const asked = { now: await now(), micros: machineMicros() };
      return list.page(reader, statementsOf(reader, keysOf(held.row)), query, {
        below: held.row.person_id,
        async show(rows) {
          const fulfilled = await fulfilledOf(reader, held, rows, asked);
          return rows.map((row) => presentStatement(row, fulfilled(row)));
        },
      });
    },
  }),
  endpoint({
    name: 'statements.details',
    path: `${all}/{statementId}/details`,
    summary: 'Read all that a statement says',
    description:
      'As it was made: later corrections make a further version. Each sum from the previous balance to the new one, and each line of them.',
    permission: 'loan.statement:read',
    borrowers: {},
    answer: StatementDetails,
    subject: loanThatIsThere,
    async read({ reader }, { params }, keys) {
      const row = await findStatement(reader, keys, params.statementId);
      return presentDetails(row, await readBeside(reader, keys, row));
    },
  }),
  endpoint({
    name: 'statements.update',
    path: `${all}/{statementId}`,
    summary: 'Give a statement its document',
    description: 'Nothing else of a statement changes.',
    permission: 'loan.statement:update',
    body: StatementUpdate,
    answer: Statement,
    subject: loan,
    example: { body: { documentDescriptorId: null } },
    emits: [statementUpdated],
    async command(ctx, tx, { params, body }, held) {
      const row = await updateStatement(ctx, tx, held, params.statementId, body);
      const asked = { now: ctx.now, micros: ctx.machineMicros() };
      return presentStatement(row, (await fulfilledOf(tx, held, [row], asked))(row));
    },
  }),
  endpoint({
    name: 'statements.generate',
    path: `${ofLoan}/periods/{loanPeriodId}/generate-statement`,
    summary: 'Make the statement of a period',
    description:
      'The next version, which is the active one then; the versions before stay. Statements are made by themselves, and made anew where the past changes: this is for a paper that is wanted once more.',
    permission: 'loan.statement:create',
    status: 201,
    query: { sync },
    answer: Statement,
    subject: loan,
    errors: [loanErrors.NothingToDo],
    emits: [statementGenerated, statementRegenerated],
    mayEmit: [statementDeleted],
    async command(ctx, tx, { params }, held) {
      const row = await generateStatement(ctx, tx, held, params.loanPeriodId);
      const asked = { now: ctx.now, micros: ctx.machineMicros() };
      return presentStatement(row, (await fulfilledOf(tx, held, [row], asked))(row));
    },
  }),
];
