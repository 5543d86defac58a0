import { findNamedLoan } from '#capabilities/loans/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { EventResource } from '#platform/event-views/payload.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { tellAssociations } from './associations.ts';
import { caseResource, changeCase, mustBeOpen } from './case.ts';
import { caseErrors } from './errors.ts';
import { caseAssociationAdded, caseAssociationRemoved } from './events.ts';
import { listOfCompany } from './list-cases.ts';
import type { CaseRow } from './tables.ts';
import { type CaseListener, caseEndpoints } from './write-case.ts';

const caseEndpoint = below({
  path: '/people/{personId}/cases/{caseId}',
  permission: 'case:update',
  subject: caseResource.subject,
  answer: caseResource.answer,
});

const view = caseEndpoint({
  name: 'caseViews.create',
  path: '/views',
  summary: 'Note that somebody looks at a case',
  description: 'It sets `lastViewedAt`, also of a case that is closed.',
  permission: 'case.view:create',
  example: {},
  command: async (ctx, tx, _, { row }) => shown(ctx, tx, changeCase(tx, row, { last_viewed_at: ctx.now })),
});

const addLoan = caseEndpoint({
  name: 'caseLoans.add',
  path: '/loans/{loanId}',
  summary: 'Say that a case is about a loan',
  description: 'A loan of this borrower. One that it is about already stays so.',
  errors: [caseErrors.CaseClosed],
  emits: [caseAssociationAdded],
  example: {},
  command: async (ctx, tx, { params: { loanId } }, { row }) => {
    mustBeOpen(row);
    const loan = await findNamedLoan(tx, row.person_id, loanId);
    return shown(ctx, tx, withLoans(ctx, tx, row, [...new Set([...row.loan_ids, loan.id])]));
  },
});

const removeLoan = caseEndpoint({
  name: 'caseLoans.remove',
  path: '/loans/{loanId}',
  summary: 'Say that a case is not about a loan any more',
  errors: [errors.NotFound, caseErrors.CaseClosed],
  emits: [caseAssociationRemoved],
  command: async (ctx, tx, { params: { loanId } }, { row }) => {
    mustBeOpen(row);
    const loan = await findNamedLoan(tx, row.person_id, loanId);
    return shown(
      ctx,
      tx,
      withLoans(
        ctx,
        tx,
        row,
        row.loan_ids.filter((id) => id !== loan.id),
      ),
    );
  },
});

function withLoans(ctx: CommandContext, tx: Tx, before: CaseRow, loanIds: string[]): CaseRow {
  if (loanIds.length === before.loan_ids.length) return before;
  const row = changeCase(tx, before, { loan_ids: loanIds, last_subresource_updated_at: ctx.now });
  tellAssociations(ctx, before.loan_ids, row);
  return row;
}

const shown = async (ctx: CommandContext, tx: Tx, row: CaseRow) =>
  (await caseResource.showAcross([row], { reader: tx, vault: ctx.vault }))[0] as Record<string, unknown>;

export const caseRoutes = (
  listeners: readonly CaseListener[],
  resources: readonly EventResource[],
): readonly Endpoint[] => [listOfCompany(resources), ...caseEndpoints(listeners), view, addLoan, removeLoan];
