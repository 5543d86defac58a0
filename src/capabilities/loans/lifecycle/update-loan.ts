// Changing a loan, but not its books. Everything of a draft may change, and a draft may be originated or declined; from
// the origination on the agreement is fixed.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { PersonRow } from '#capabilities/people/index.ts';
import { findLoanType } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { changeExternalId } from '#platform/resource/external-ids.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import { loanUpdated, tellStatus, toldOfLoan } from '../loan/events.ts';
import type { HeldLoan } from '../loan/product.ts';
import { loanStates, verbOfStatus } from '../loan/states.ts';
import type { LoanRow } from '../loan/tables.ts';
import { writeLoan } from '../loan/write-loan.ts';
import { nameOf } from '../products/list.ts';
import { ownFields } from '../products/schemas.ts';
import { investorsOf } from './investors.ts';
import { loanKind, ownerOf } from './loan.ts';
import { originated } from './originate.ts';
import { presentLoan } from './present-loan.ts';
import type { Loan, LoanUpdate } from './schemas.ts';

/** Errors: InvalidRequest, InvalidSpecificDays, LoanStatusForbids, DuplicateExternalId, NotFound. */
export async function updateLoan(ctx: CommandContext, tx: Tx, held: HeldLoan, input: LoanUpdate): Promise<Loan> {
  const { row } = held;
  const changed = { ...row, ...plainChanges(row, input), version: row.version + 1, updated_at: ctx.now };
  const draft = await draftChanges(ctx, tx, held, input);
  const drafted = { ...changed, ...draft?.changes };
  writeLoan(tx, row, drafted);
  const owned = { kind: loanKind, subjectId: row.person_id, objectId: row.id };
  changeExternalId(tx, owned, row.external_id, input.externalId);
  for (const kind of draft?.emits ?? [loanUpdated]) {
    ctx.emit(kind, row.person_id, toldOfLoan(drafted), { about: { loanId: row.id } });
  }
  tellStatus(ctx, row, drafted);
  return presentLoan(drafted);
}

const plainChanges = (row: LoanRow, input: LoanUpdate): Partial<LoanRow> => ({
  nickname: input.nickname === undefined ? row.nickname : input.nickname,
  external_id: input.externalId === undefined ? row.external_id : input.externalId,
  meta_data: input.metaData === undefined ? row.meta_data : storedMetaData(input.metaData),
});

/** Changes that only a draft allows, and their events; undefined if none is sent. */
async function draftChanges(
  ctx: CommandContext,
  tx: Tx,
  { row, product }: HeldLoan,
  input: LoanUpdate,
): Promise<{ readonly changes: Partial<LoanRow>; readonly emits: readonly (typeof loanUpdated)[] } | undefined> {
  const status = input.status ?? row.status;
  if (status === row.status && input.atOrigination === undefined && input.declineReason === undefined) return undefined;
  if (input.atOrigination !== undefined) loanStates.mustAllow(row.status, 'changeAgreement');
  const verb = status in verbOfStatus ? verbOfStatus[status as keyof typeof verbOfStatus] : 'draft';
  const { to, emits } = loanStates.move(row.status, verb);
  const type = await findLoanType(tx, row.loan_type_id);
  const { investors: named } = { ...row.at_origination, ...input.atOrigination };
  const changed = product.changedAgreement(row.at_origination, input.atOrigination);
  const agreed = {
    ...ownFields(product.schemas.agreement, changed, 'atOrigination'),
    investors: await investorsOf(tx, named, dateInZone(ctx.now, row.zone)),
    ...nameOf(product),
  };
  const decline_reason = input.declineReason === undefined ? row.decline_reason : input.declineReason;
  const changes = { status: to, at_origination: agreed };
  if (verb === 'decline') return { changes: { ...changes, decline_reason }, emits };
  const owner: PersonRow = await ownerOf(tx, row.person_id);
  const { terms, figures } = await originated(ctx, tx, product, { owner, type, agreed, zone: row.zone });
  if (verb === 'draft') return { changes: { ...changes, decline_reason }, emits };
  const timestamps = { ...row.timestamps, originatedAt: ctx.now };
  return { changes: { ...changes, terms, figures, loan_type_version: type.version, timestamps }, emits };
}
