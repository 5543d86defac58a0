// Who may be the second person of whatever needs one: another human than the first one, and than everybody who has prepared
// it. One function, mustBeAnother, is asked by all.
import type { Actor } from '#platform/actor.ts';
import type { Whole } from '#platform/capability.ts';
import type { Caller, CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { callersRights, mustHandOutOnly } from './callers-rights.ts';
import { secondPersonErrors } from './errors.ts';
import { type JointOf, jointsAmong } from './hands.ts';
import { stillHas } from './still-has.ts';

/** For programs: a key that may order is not to approve as well. */
export const approveByKeyPermission = 'payment.approval.key:approve';

const isProgram = ({ session }: Caller): boolean => session === null || session.userType === 'api';

/** Errors: Forbidden. */
export function mayApprove(caller: Caller): void {
  if (isProgram(caller)) mustHave(caller, approveByKeyPermission);
}

/** Further people who may not approve, and the refusal for a caller who is one of them or is connected with one. */
export interface FirstPersons {
  readonly ids: readonly string[];
  readonly reason: string;
  readonly message: string;
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
  new Refusal(secondPersonErrors.SecondPersonNeeded, message, { data: { path, reason } });

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
  throw new Refusal(
    secondPersonErrors.OrdererLostRight,
    `${id} has ordered it, and has lost the permission ${needs}.`,
    {
      data: { path, permission: needs },
    },
  );
}
