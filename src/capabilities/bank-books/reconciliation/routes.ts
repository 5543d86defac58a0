// The endpoints of statements of banks, and of what is expected there.
import { ownCompany } from '#capabilities/access/index.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
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

const bankStatementEndpoint = below({
  path: '/companies/{companyId}',
  permission: 'bank.statement',
  subject: ownCompany,
});

export const statementRoutes: Endpoint[] = [
  bankStatementEndpoint({
    name: 'bankStatements.create',
    path: '/bank-accounts/{bankAccountId}/statements',
    summary: 'Read a statement of the bank',
    description:
      'Kept once, sealed, and compared with what the cash book expects: by references, amounts and days in that order. What agrees is booked; what does not is a break. A file that is not as it should be is refused whole, with line and column. The same file again answers with what it was when it was read.',
    body: BankStatementCreate,
    answer: BankStatement,
    errors: Object.values(statementErrors),
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
  bankStatementEndpoint({
    name: 'bankStatements.list',
    path: '/bank-statements',
    summary: 'List the statements that were read',
    shape: 'list',
    query: statementList.query,
    list: statementList,
    answer: BankStatement,
    read: ({ reader }, { query }) => listStatements(reader, query),
  }),
  bankStatementEndpoint({
    name: 'bankStatements.read',
    path: '/bank-statements/{bankStatementId}',
    summary: 'Read what is known of a statement',
    answer: BankStatement,
    read: ({ reader }, { params }) => shownStatement(reader, params.bankStatementId),
  }),
  bankStatementEndpoint({
    name: 'bankStatements.lines',
    path: '/bank-statements/{bankStatementId}/lines',
    summary: 'List the lines of a statement',
    permission: 'bank.statement:read',
    shape: 'list',
    query: lineList.query,
    list: lineList,
    answer: BankLine,
    read: ({ reader, vault }, { params, query }) => listLines(vault, reader, query, params.bankStatementId),
  }),
  bankStatementEndpoint({
    name: 'bankStatements.page',
    path: '/bank-statements/{bankStatementId}/page',
    summary: 'Read the page of a statement that a controller signs',
    description:
      'From the balance of the cash book to that of the statement, what is only a matter of time, and each break with its age: as it was when the statement was read.',
    permission: 'bank.statement:read',
    answer: BankStatementPage,
    read: ({ reader, vault }, { params }) => pageOf(vault, reader, params.bankStatementId),
  }),
  bankStatementEndpoint({
    name: 'bankStatements.content',
    path: '/bank-statements/{bankStatementId}/content',
    summary: 'Read a statement as the bank sent it',
    description: 'It may name people and accounts of others, so it needs a permission of its own.',
    permission: 'bank.statement.content:read',
    answer: BankStatementContent,
    read: ({ reader, vault }, { params }) => contentOf(vault, reader, params.bankStatementId),
  }),
  bankStatementEndpoint({
    name: 'expectedItems.list',
    path: '/bank-accounts/{bankAccountId}/expected',
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
