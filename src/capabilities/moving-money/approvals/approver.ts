// Who may be the second person of an order: nobody who is behind the first one, and nobody who has prepared where the
// money goes.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { behind, callersRights, mustHandOutOnly, stillHas } from '#capabilities/access/index.ts';
import { instrumentCreated, instrumentUpdated } from '#capabilities/instruments/index.ts';
import { contactCreated, contactDeleted, contactUpdated } from '#capabilities/people/index.ts';
import type { Actor } from '#platform/actor.ts';
import { daysBefore, whoChanged } from '#platform/audit/who-changed.ts';
import type { Whole } from '#platform/capability.ts';
import type { Caller, CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { whoDid } from '#platform/events/who-did.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { whoSteered } from '../merchant-accounts/who-steered.ts';
import { approvalErrors } from './errors.ts';
import type { ApprovalRow } from './tables.ts';

export const approvePermission = 'payment.approval:approve';
/** For programs: a key that may order is not to approve as well. */
export const approveByKeyPermission = 'payment.approval.key:approve';

/** So long what somebody has changed speaks against them. */
const changedDays = 10;

const isProgram = ({ session }: Caller): boolean => session === null || session.userType === 'api';

/** Errors: Forbidden. */
export function mayApprove(caller: Caller): void {
  if (isProgram(caller)) mustHave(caller, approveByKeyPermission);
}

/** Errors: Forbidden, Unauthorized, SecondPersonNeeded, OrdererLostRight. */
export async function mustBeSecondPerson(ctx: CommandContext, tx: Tx, row: ApprovalRow, whole: Whole): Promise<void> {
  const { ordered_by_type: type, ordered_by_id: id, needs } = row;
  const path = 'paymentApprovalId';
  const { second } = await mustBeAnother(ctx, tx, { type, id, needs, mayApprove: approvePermission, path }, whole);
  const changed = await preparedBy(tx, ctx, row, second);
  if (changed === undefined) return;
  throw notSecond(path, changed, 'You changed within ten days where the money goes, or whom we ask.');
}

interface First {
  readonly type: Actor['type'];
  readonly id: string | null;
  /** The permission with which the first one acted, and the one of whoever approves. */
  readonly needs: string;
  readonly mayApprove: string;
  readonly path: string;
}

/** Errors: Forbidden, Unauthorized, SecondPersonNeeded, OrdererLostRight. */
export async function mustBeAnother(ctx: CommandContext, tx: Tx, firstOne: First, whole: Whole) {
  const { path } = firstOne;
  await mustStillApprove(ctx.caller, tx, whole, firstOne.mayApprove);
  await ordererMustStill(ctx, tx, firstOne, whole);
  const [first, second] = await Promise.all([behind(tx, firstOne.id), behind(tx, ctx.caller.actor.id)]);
  if ([...second].some((id) => first.has(id))) {
    throw notSecond(path, 'orderedIt', 'You, or whoever made your key, ordered it.');
  }
  const since = daysBefore(ctx.machineNow(), changedDays);
  if (await haveChanged(tx, first, ctx.caller.actor.id, since))
    throw notSecond(path, 'madeByOrderer', 'Whoever ordered it has made or changed you within ten days.');
  if (await haveChanged(tx, second, firstOne.id, since))
    throw notSecond(path, 'madeOrderer', 'You have made or changed whoever ordered it within ten days.');
  return { first, second };
}

export const notSecond = (path: string, reason: string, message: string): Refusal =>
  new Refusal(approvalErrors.SecondPersonNeeded, message, { data: { path, reason } });

/** A user whom somebody has just made may be a straw man. */
async function haveChanged(
  reader: Reader,
  hands: ReadonlySet<string>,
  id: string | null,
  since: Instant,
): Promise<boolean> {
  if (id === null) return false;
  const makers = await whoChanged(reader, { objectId: id, since });
  return [...makers].some((maker) => hands.has(maker));
}

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
  if (id === null || type === 'provider' || type === 'system') return;
  if (await stillHas(tx, { type, id }, needs, { whole, now: ctx.machineNow() })) return;
  throw new Refusal(approvalErrors.OrdererLostRight, `${id} has ordered it, and has lost the permission ${needs}.`, {
    data: { path, permission: needs },
  });
}

const instrumentKinds = [instrumentCreated, instrumentUpdated];
const contactKinds = [contactCreated, contactUpdated, contactDeleted];

async function preparedBy(
  reader: Reader,
  { now }: Pick<CommandContext, 'now'>,
  { person_id: subjectId, instrument_id, receiver }: ApprovalRow,
  hands: ReadonlySet<string>,
): Promise<'changedInstrument' | 'changedContacts' | undefined> {
  const since = daysBefore(now, changedDays);
  if (receiver === 'merchant') {
    const steered = await whoSteered(reader, instrument_id, since);
    return steered.some((id) => hands.has(id)) ? 'changedInstrument' : undefined;
  }
  const kinds = [...instrumentKinds, ...contactKinds];
  const did = await whoDid(reader, { subjectId, kinds, since });
  const own = did.filter(({ actorId }) => hands.has(actorId));
  if (own.some(({ fields }) => fields.paymentInstrumentId === instrument_id)) return 'changedInstrument';
  const isOfContacts = (type: string): boolean => contactKinds.some((kind) => kind.type === type);
  return own.some(({ type }) => isOfContacts(type)) ? 'changedContacts' : undefined;
}
