// The endpoints of statements of banks, and of what is expected there.
import { ownCompany } from '#capabilities/access/index.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { bankAccount } from '../accounts/account.ts';
import { breakOpened, breakResolved } from '../breaks/events.ts';
import { statementErrors } from '../statements/errors.ts';
import { statementRead } from '../statements/events.ts';
import * as example from '../statements/examples.ts';
import {
  BankLine,
  BankStatement,
  BankStatementContent,
  BankStatementCreate,
  BankStatementPage,
  ExpectedItem,
} from '../statements/schemas.ts';
import {
  contentOf,
  itemList,
  lineList,
  listItems,
  listLines,
  listStatements,
  pageOf,
  shownStatement,
  statementList,
} from '../statements/shown.ts';
import { readBankStatement } from './read-statement.ts';

const account = '/companies/{companyId}/bank-accounts/{bankAccountId}';
const list = '/companies/{companyId}/bank-statements';
const one = `${list}/{bankStatementId}` as const;
const common = { subject: ownCompany, errors: [errors.NotFound] } as const;

export const statementRoutes: Endpoint[] = [
  endpoint({
    ...common,
    name: 'bankStatements.create',
    method: 'POST',
    path: `${account}/statements`,
    summary: 'Read a statement of the bank',
    description:
      'Kept once, sealed, and compared with what the cash book expects: by references, amounts and days in that order. What agrees is booked; what does not is a break. A file that is not as it should be is refused whole, with line and column. The same file again answers with what it was when it was read.',
    permission: 'bank.statement:create',
    shape: 'single',
    status: 201,
    body: BankStatementCreate,
    answer: BankStatement,
    errors: [errors.NotFound, ...Object.values(statementErrors)],
    emits: [statementRead],
    mayEmit: [breakOpened, breakResolved],
    example: { body: example.create },
    command: (ctx, tx, { params, body: { content, fileName = null, through } }) =>
      readBankStatement({ ...ctx, actor: ctx.caller.actor }, tx, params.bankAccountId, {
        content: Buffer.from(content),
        fileName,
        through,
      }),
  }),
  endpoint({
    ...common,
    name: 'bankStatements.list',
    method: 'GET',
    path: list,
    summary: 'List the statements that were read',
    permission: 'bank.statement:list',
    shape: 'list',
    query: statementList.query,
    list: statementList,
    answer: BankStatement,
    read: ({ reader }, { query }) => listStatements(reader, query),
  }),
  endpoint({
    ...common,
    name: 'bankStatements.read',
    method: 'GET',
    path: one,
    summary: 'Read what is known of a statement',
    permission: 'bank.statement:read',
    shape: 'single',
    answer: BankStatement,
    read: ({ reader }, { params }) => shownStatement(reader, params.bankStatementId),
  }),
  endpoint({
    ...common,
    name: 'bankStatements.lines',
    method: 'GET',
    path: `${one}/lines`,
    summary: 'List the lines of a statement',
    permission: 'bank.statement:read',
    shape: 'list',
    query: lineList.query,
    list: lineList,
    answer: BankLine,
    read: ({ reader, vault }, { params, query }) => listLines(vault, reader, query, params.bankStatementId),
  }),
  endpoint({
    ...common,
    name: 'bankStatements.page',
    method: 'GET',
    path: `${one}/page`,
    summary: 'Read the page of a statement that a controller signs',
    description:
      'From the balance of the cash book to that of the statement, what is only a matter of time, and each break with its age: as it was when the statement was read.',
    permission: 'bank.statement:read',
    shape: 'single',
    answer: BankStatementPage,
    read: ({ reader, vault }, { params }) => pageOf(vault, reader, params.bankStatementId),
  }),
  endpoint({
    ...common,
    name: 'bankStatements.content',
    method: 'GET',
    path: `${one}/content`,
    summary: 'Read a statement as the bank sent it',
    description: 'It may name people and accounts of others, so it needs a permission of its own.',
    permission: 'bank.statement.content:read',
    shape: 'single',
    answer: BankStatementContent,
    read: ({ reader, vault }, { params }) => contentOf(vault, reader, params.bankStatementId),
  }),
  endpoint({
    ...common,
    name: 'expectedItems.list',
    method: 'GET',
    path: `${account}/expected`,
    summary: 'List what the bank should show and has not',
    description: 'As it was brought forward when the newest statement was read.',
    permission: 'bank.statement:read',
    shape: 'list',
    query: itemList.query,
    list: itemList,
    answer: ExpectedItem,
    example: { answer: example.item },
    read: async ({ reader }, { params, query }) =>
      listItems(reader, query, (await bankAccount(reader, params.bankAccountId)).id),
  }),
];
