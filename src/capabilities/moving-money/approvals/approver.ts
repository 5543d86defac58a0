// Who may be the second person of whatever needs one: another human than the first one, and than everybody who has prepared
// it. One function, mustBeAnother, is asked by all.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { callersRights, type JointOf, jointsAmong, mustHandOutOnly, stillHas } from '#capabilities/access/index.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import { instrumentCreated, instrumentUpdated } from '#capabilities/instruments/index.ts';
import { contactCreated, contactDeleted, contactUpdated } from '#capabilities/people/index.ts';
import type { Actor } from '#platform/actor.ts';
import { daysBefore } from '#platform/audit/who-changed.ts';
import type { Whole } from '#platform/capability.ts';
import type { Caller, CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { whoDid } from '#platform/events/who-did.ts';
import { mustHave } from '#platform/http/may-call.ts';
import type { FirstPersons, Takers } from '../attempts/taker.ts';
import { whoSteered } from '../merchant-accounts/who-steered.ts';
import { approvalErrors } from './errors.ts';
import type { ApprovalRow } from './tables.ts';

export const approvePermission = 'payment.approval:approve';
/** For programs: a key that may order is not to approve as well. */
export const approveByKeyPermission = 'payment.approval.key:approve';

/** For this long a change that somebody made speaks against them. */
const changedDays = 10;

const isProgram = ({ session }: Caller): boolean => session === null || session.userType === 'api';

/** Errors: Forbidden. */
export function mayApprove(caller: Caller): void {
  if (isProgram(caller)) mustHave(caller, approveByKeyPermission);
}

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
  const besides = [...(await preparing(tx, ctx, row)), ...ofService];
  await mustBeAnother(ctx, tx, { type, id, needs, mayApprove: approvePermission, path, besides }, whole);
}

interface First {
  readonly type: Actor['type'];
  readonly id: string | null;
  /** The permission with which the first one acted, which he must have still; null: it was done, and not asked for. */
  readonly needs: string | null;
  /** The permission that the approver needs. */
  readonly mayApprove: string;
  readonly path: string;
  readonly besides?: readonly FirstPersons[];
}

/** Errors: Forbidden, Unauthorized, SecondPersonNeeded, OrdererLostRight. */
export async function mustBeAnother(ctx: CommandContext, tx: Tx, firstOne: First, whole: Whole): Promise<void> {
  const { path, id, besides = [] } = firstOne;
  await mustStillApprove(ctx.caller, tx, whole, firstOne.mayApprove);
  await ordererMustStill(ctx, tx, firstOne, whole);
  const ordering = { ids: id === null ? [] : [id], ...ordered };
  await mustBeNoneOf(ctx, tx, [ordering, ...besides], path);
}

/** Nobody who is, makes or is made by one of these. Errors: SecondPersonNeeded. */
export async function mustBeNoneOf(
  { caller: { actor } }: Pick<CommandContext, 'caller'>,
  reader: Reader,
  groups: readonly FirstPersons[],
  path: string,
): Promise<void> {
  const all = groups.flatMap(({ ids }) => ids);
  if (all.length === 0) return;
  const jointOf = await jointsAmong(reader, [...all, actor.id]);
  for (const group of groups)
    for (const id of group.ids) {
      const joint = jointOf(id, actor.id);
      if (joint !== undefined) throw refusedAs(joint, group, path);
    }
}

const ordered = { reason: 'orderedIt', message: 'You, or whoever is behind your key, ordered it.' } as const;

type Joint = NonNullable<ReturnType<JointOf>>;

/** The refusal says how the caller is connected with the person who ordered it. For other first persons it does not. */
function refusedAs(joint: Joint, { reason, message }: Omit<FirstPersons, 'ids'>, path: string): Refusal {
  if (joint === 'unknown') {
    return notSecond(path, 'tooManyMakers', 'So many have made or changed the two of you that nobody can tell.');
  }
  if (reason !== ordered.reason || joint === 'same') return notSecond(path, reason, message);
  if (joint === 'firstHolds') {
    return notSecond(path, 'madeByOrderer', 'Whoever ordered it made you, or set how you sign in or what you may do.');
  }
  return notSecond(path, 'madeOrderer', 'You made whoever ordered it, or set how they sign in or what they may do.');
}

const notSecond = (path: string, reason: string, message: string): Refusal =>
  new Refusal(approvalErrors.SecondPersonNeeded, message, { data: { path, reason } });

/** The caller's own copy of the rights may be a second old. Errors: Forbidden, Unauthorized. */
async function mustStillApprove(caller: Caller, tx: Tx, whole: Whole, permission: string): Promise<void> {
  const own = await callersRights(tx, caller, whole);
  const needed = isProgram(caller) ? [permission, approveByKeyPermission] : [permission];
  mustHandOutOnly(own, needed, whole.permissions, (one) => `You do not have the permission ${one} any more.`);
}

/** Errors: OrdererLostRight. */
async function ordererMustStill(
  ctx: CommandContext,
  tx: Tx,
  { type, id, needs, path }: First,
  whole: Whole,
): Promise<void> {
  if (id === null || needs === null || type === 'provider' || type === 'system') return;
  if (await stillHas(tx, { type, id }, needs, { whole, now: ctx.machineNow() })) return;
  throw new Refusal(approvalErrors.OrdererLostRight, `${id} has ordered it, and has lost the permission ${needs}.`, {
    data: { path, permission: needs },
  });
}

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
