import { findNamedLoan } from '#capabilities/loans/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { EventResource } from '#platform/event-views/payload.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { tellAssociations } from './associations.ts';
import { type CaseOfPath, caseResource, changeCase, mustBeOpen } from './case.ts';
import { caseErrors } from './errors.ts';
import { caseAssociationAdded, caseAssociationRemoved } from './events.ts';
import { listOfCompany } from './list-cases.ts';
import { movingBy } from './moving-context.ts';
import type { CaseRow } from './tables.ts';
import { type CaseListener, caseEndpoints, tellChanged } from './write-case.ts';

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

const associations = (listeners: readonly CaseListener[]): readonly Endpoint[] => {
  const mayEmit = listeners.flatMap((one) => one.mayEmit);
  return [
    caseEndpoint({
      name: 'caseLoans.add',
      path: '/loans/{loanId}',
      summary: 'Say that a case is about a loan',
      description: 'A loan of this borrower. One that it is about already stays so.',
      errors: [caseErrors.CaseClosed],
      emits: [caseAssociationAdded],
      mayEmit,
      example: {},
      command: (ctx, tx, { params: { loanId } }, of) =>
        withLoans(ctx, tx, listeners, of, loanId, (ids, id) => [...new Set([...ids, id])]),
    }),
    caseEndpoint({
      name: 'caseLoans.remove',
      path: '/loans/{loanId}',
      summary: 'Say that a case is not about a loan any more',
      errors: [errors.NotFound, caseErrors.CaseClosed],
      emits: [caseAssociationRemoved],
      mayEmit,
      command: (ctx, tx, { params: { loanId } }, of) =>
        withLoans(ctx, tx, listeners, of, loanId, (ids, id) => ids.filter((one) => one !== id)),
    }),
  ];
};

/** Errors: NotFound, CaseClosed. */
async function withLoans(
  ctx: CommandContext,
  tx: Tx,
  listeners: readonly CaseListener[],
  { row: before, parent }: CaseOfPath,
  named: string,
  after: (loanIds: string[], loanId: string) => string[],
) {
  mustBeOpen(before);
  const loan = await findNamedLoan(tx, before.person_id, named);
  const loanIds = after(before.loan_ids, loan.id);
  if (loanIds.length === before.loan_ids.length) return shown(ctx, tx, before);
  const row = changeCase(tx, before, { loan_ids: loanIds, last_subresource_updated_at: ctx.now });
  tellAssociations(ctx, before.loan_ids, row);
  await tellChanged(movingBy(ctx), tx, listeners, { before, row, parent });
  return shown(ctx, tx, row);
}

const shown = async (ctx: CommandContext, tx: Tx, row: CaseRow) =>
  (await caseResource.showAcross([row], { reader: tx, vault: ctx.vault }))[0] as Record<string, unknown>;

export const caseRoutes = (
  listeners: readonly CaseListener[],
  resources: readonly EventResource[],
): readonly Endpoint[] => [listOfCompany(resources), ...caseEndpoints(listeners), view, ...associations(listeners)];
