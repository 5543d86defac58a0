// Who may be the second person of an order of money out: whoever has prepared where it goes is none.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type FirstPersons, mustBeAnother } from '#capabilities/access/index.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import { instrumentCreated, instrumentUpdated } from '#capabilities/instruments/index.ts';
import { contactCreated, contactDeleted, contactUpdated } from '#capabilities/people/index.ts';
import { daysBefore } from '#platform/audit/who-changed.ts';
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { whoDid } from '#platform/events/who-did.ts';
import type { Takers } from '../attempts/taker.ts';
import { whoSteered } from '../merchant-accounts/who-steered.ts';
import type { ApprovalRow } from './tables.ts';

export const approvePermission = 'payment.approval:approve';
/** For this long a change that somebody made speaks against them. */
const changedDays = 10;

interface Parts {
  readonly takers: Takers;
  readonly whole: Whole;
}

/** Errors: Forbidden, Unauthorized, SecondPersonNeeded, OrdererLostRight. */
export async function mustBeSecondPerson(
  { takers, whole }: Parts,
  ctx: CommandContext,
  tx: Tx,
  row: ApprovalRow,
): Promise<void> {
  const { ordered_by_type: type, ordered_by_id: id, needs } = row;
  const path = 'paymentApprovalId';
  const ofService = type === 'system' ? await firstOfService(takers, tx, row) : [];
  const besides = [prepared(row), ...(await preparing(tx, ctx, row)), ...ofService];
  await mustBeAnother(ctx, tx, { type, id, needs, mayApprove: approvePermission, path, besides }, whole);
}

/** What a workflow orders was prepared by those who wrote it, started it and did its items. */
const prepared = ({ prepared_by_ids: ids }: ApprovalRow): FirstPersons => ({
  ids,
  reason: 'preparedIt',
  message: 'You, or somebody whom you made or who made you, prepared it in a workflow.',
});

const instrumentKinds = [instrumentCreated, instrumentUpdated];
const contactKinds = [contactCreated, contactUpdated, contactDeleted];

/**
 * Nobody ordered it but the service: whoever made its credit, or made, changed or verified the account that it goes to, at
 * any time, is a first person. In test mode a key tries out alone what two people do, unless the company says otherwise.
 */
async function firstOfService(takers: Takers, reader: Reader, row: ApprovalRow): Promise<FirstPersons[]> {
  const { person_id: personId, subject_kind: kind, subject_id: id, instrument_id } = row;
  const [did, others, settings] = await Promise.all([
    whoDid(reader, { subjectId: personId, kinds: instrumentKinds }),
    takers[kind]?.firstPersons?.(reader, { subject: { kind, id }, personId }) ?? [],
    settingsOf(reader),
  ]);
  const account = {
    ids: idsOf(did.filter(({ fields }) => fields.paymentInstrumentId === instrument_id)),
    reason: 'madeAccount',
    message: 'You, or somebody whom you made or who made you, made, changed or verified the account that it goes to.',
  };
  const isTriedOut = reader.realm.mode === 'test' && settings.creditApprovals == null;
  const counts = (one: string): boolean => !(isTriedOut && one.startsWith('AK-'));
  return [account, ...others].map((group) => ({ ...group, ids: group.ids.filter(counts) }));
}

const idsOf = (did: Awaited<ReturnType<typeof whoDid>>): string[] => [...new Set(did.map(({ actorId }) => actorId))];

/** Who has changed within ten days where the money goes, or whom we ask. */
async function preparing(
  reader: Reader,
  { now }: Pick<CommandContext, 'now'>,
  { person_id: subjectId, instrument_id, receiver }: ApprovalRow,
): Promise<FirstPersons[]> {
  const message = 'You, or somebody whom you made or who made you, changed within ten days';
  const ofAccount = { reason: 'changedInstrument', message: `${message} where the money goes.` };
  const since: Instant = daysBefore(now, changedDays);
  if (receiver === 'merchant') return [{ ids: await whoSteered(reader, instrument_id, since), ...ofAccount }];
  const kinds = [...instrumentKinds, ...contactKinds];
  const did = await whoDid(reader, { subjectId, kinds, since });
  const isOfContacts = (type: string): boolean => contactKinds.some((kind) => kind.type === type);
  const account = did.filter(({ fields }) => fields.paymentInstrumentId === instrument_id);
  const contacts = did.filter(({ type }) => isOfContacts(type));
  return [
    { ids: idsOf(account), ...ofAccount },
    { ids: idsOf(contacts), reason: 'changedContacts', message: `${message} a contact of the borrower.` },
  ];
}
