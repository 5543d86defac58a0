// Changes and deletes payment instruments.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { wrongField } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, type Problem, refuseFields } from '#platform/errors.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { changeExternalId, releaseExternalId } from '#platform/resource/external-ids.ts';
import { changedLink } from '../account-link.ts';
import { instrumentDeleted, instrumentUpdated, toldOfInstrument } from '../events.ts';
import {
  type Holder,
  instrumentKind,
  type Owner,
  openHolder,
  presentInstrument,
  sealerOf,
  sealHolder,
  storedInstrument,
} from '../instrument.ts';
import { forcePermission } from '../permissions.ts';
import { isRequired, misplacedFields } from '../rules/check-instrument.ts';
import { checkHolderName } from '../rules/numbers.ts';
import type { PaymentInstrument, PaymentInstrumentUpdate } from '../schemas.ts';
import { instrumentStates, verbOfStatus } from '../states.ts';
import { writeInstrument } from '../store-instrument.ts';
import type { InstrumentRow } from '../tables.ts';

/** Fields that are not sent stay as they are. Errors: NotFound (instrument), InvalidRequest, DuplicateExternalId. */
export async function updateInstrument(
  ctx: CommandContext,
  tx: Tx,
  owner: Owner,
  reference: string,
  input: PaymentInstrumentUpdate,
): Promise<PaymentInstrument> {
  const before = await storedInstrument(tx, owner.person_id, reference);
  ctx.was(before);
  const sealer = sealerOf(ctx.vault, owner);
  const stored = openHolder(sealer, before);
  mustBeAllowed(before, presentInstrument(before, stored), input);
  const holder = holderAfter(stored, input);
  const move = moveOf(before, input);
  const changes = {
    external_id: input.externalId === undefined ? before.external_id : input.externalId,
    ...statusAfter(ctx, before, move?.to, input),
    verified: input.verified ?? before.verified,
    account_type: input.accountType === undefined ? before.account_type : input.accountType,
    account_holder_type: input.accountHolderType === undefined ? before.account_holder_type : input.accountHolderType,
    holder_sealed: sealHolder(sealer, before.id, holder),
    ...blocksAfter(ctx, before, input),
    account_link: linkAfter(ctx, before, input),
    updated_at: ctx.now,
  };
  const row: InstrumentRow = { ...before, ...changes };
  const owned = { kind: instrumentKind, subjectId: row.person_id, objectId: row.id };
  changeExternalId(tx, owned, before.external_id, input.externalId);
  writeInstrument(tx, row, changes);
  ctx.emit(instrumentUpdated, owner.person_id, toldOfInstrument(owner, row));
  for (const kind of move?.emits ?? []) ctx.emit(kind, owner.person_id, toldOfInstrument(owner, row));
  return presentInstrument(row, holder);
}

/**
 * A deleted instrument is neither listed nor found; its row stays for the record, without the link to its bank. Errors:
 * NotFound (instrument).
 */
export async function deleteInstrument(ctx: CommandContext, tx: Tx, owner: Owner, reference: string): Promise<void> {
  const before = await storedInstrument(tx, owner.person_id, reference);
  const { to, emits } = instrumentStates.move(before.status, 'delete');
  if (before.external_id !== null) releaseExternalId(tx, instrumentKind, before.external_id);
  const changes = {
    status: to,
    inactive_at: before.inactive_at ?? ctx.now,
    external_id: null,
    account_link: null,
    link_token_sealed: null,
    balance_sealed: null,
    updated_at: ctx.now,
    deleted_at: ctx.now,
  };
  writeInstrument(tx, before, changes);
  const told: InstrumentRow = { ...before, status: to };
  for (const kind of [...emits, instrumentDeleted]) ctx.emit(kind, owner.person_id, toldOfInstrument(owner, told));
}

const fixedFields = [
  ...(['instrumentType', 'isExternal', 'accountNumber', 'accountNumberLastFour'] as const),
  ...(['routingNumber', 'cardNumber'] as const),
] as const;

/** Fields with the values that the answer showed are accepted, so that a client can send back what it has read. */
function mustBeAllowed(row: InstrumentRow, shown: PaymentInstrument, input: PaymentInstrumentUpdate): void {
  const { instrument_type: type, is_external: isExternal } = row;
  const changed = fixedFields
    .filter((field) => input[field] !== undefined && input[field] !== shown[field])
    .map((path) => ({ path, message: 'cannot change', expected: 'nothing; make another payment instrument' }));
  const cleared = (['accountType', 'accountHolderType', 'accountHolderName'] as const)
    .filter((field) => input[field] === null && isRequired(type, isExternal, field))
    .map((path) => ({ path, message: 'cannot be cleared', expected: 'a value, or nothing' }));
  const { accountType } = input;
  const [first, ...more]: Problem[] = [...changed, ...cleared, ...misplacedFields(type, { accountType })];
  if (first !== undefined) throw refuseFields(errors.InvalidRequest, [first, ...more]);
}

function holderAfter(before: Holder, { nickname, accountHolderName: name }: PaymentInstrumentUpdate): Holder {
  const checked = name === undefined || name === null ? { value: null } : checkHolderName(name);
  if ('problem' in checked) throw wrongField('accountHolderName', checked);
  return {
    ...before,
    nickname: nickname === undefined ? before.nickname : nickname?.trim() || null,
    accountHolderName: name === undefined ? before.accountHolderName : checked.value,
  };
}

/** Errors: InvalidRequest. */
function linkAfter(
  { now }: CommandContext,
  { account_link: link }: InstrumentRow,
  { accountLink: sent }: PaymentInstrumentUpdate,
): InstrumentRow['account_link'] {
  if (!sent || Object.values(sent).every((value) => value === undefined)) return link;
  if (link !== null) return changedLink(link, sent, now);
  throw wrongField('accountLink', { problem: 'there is none', expected: 'nothing; link the account first' });
}

/** What blocked it is forgotten with the block. Errors: Forbidden. */
function blocksAfter(
  { now, caller }: CommandContext,
  { debits_blocked_at, credits_blocked_at }: InstrumentRow,
  { isBlockedForDebits, isBlockedForCredits }: PaymentInstrumentUpdate,
): Partial<Pick<InstrumentRow, 'debits_blocked_at' | 'credits_blocked_at' | 'failure'>> {
  const after = (since: Instant | null, asked = since !== null) => (asked ? (since ?? now) : null);
  const debits = after(debits_blocked_at, isBlockedForDebits);
  const credits = after(credits_blocked_at, isBlockedForCredits);
  const isFreed = (debits === null && debits_blocked_at !== null) || (credits === null && credits_blocked_at !== null);
  if (isFreed) mustHave(caller, forcePermission);
  return { debits_blocked_at: debits, credits_blocked_at: credits, ...(isFreed ? { failure: null } : {}) };
}

/** Undefined where the status stays. */
const moveOf = ({ status }: InstrumentRow, { status: asked = status }: PaymentInstrumentUpdate) =>
  asked === status ? undefined : instrumentStates.move(status, verbOfStatus[asked]);

function statusAfter(
  ctx: CommandContext,
  row: InstrumentRow,
  status: InstrumentRow['status'] | undefined,
  { inactiveReason: reason }: PaymentInstrumentUpdate,
) {
  if (reason && !instrumentStates.isFinal(status ?? row.status)) {
    throw wrongField('inactiveReason', {
      problem: 'is only of an inactive one',
      expected: 'nothing, or status inactive',
    });
  }
  return {
    status: status ?? row.status,
    active_at: row.active_at,
    inactive_at: row.inactive_at,
    ...(status === undefined ? {} : { [momentOf[status]]: ctx.now }),
    inactive_reason: reason === undefined ? row.inactive_reason : reason?.trim() || null,
  };
}

const momentOf = { pending: 'pending_at', active: 'active_at', inactive: 'inactive_at' } as const;
