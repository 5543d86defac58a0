// The session of the caller, for what people do with their own sessions.

import { addSeconds } from '@tenor/engine/values/instant.ts';
import type { Whole } from '#platform/capability.ts';
import type { Caller, CommandContext } from '#platform/command/context.ts';
import { toolsOf } from '#platform/command/tools.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { notSignedIn } from './errors.ts';
import { type SessionLifetimes, sessionLifetimes } from './lifetimes.ts';
import type { Session, SessionToken } from './schemas.ts';
import { addressPart } from './sealed.ts';
import { beginShortLived, endOf, endSessions, sessionNow } from './sessions.ts';
import type { SessionRow } from './tables.ts';

/** Its part of the rights must not be enough to make or end whole ones. Errors: Forbidden, Unauthorized. */
function wholeSession({ session }: Caller) {
  if (session === null) throw notSignedIn();
  if (session.kind !== 'shortLived') return session;
  throw new Refusal(errors.Forbidden, 'A short-lived token cannot do this.');
}

/** Errors: Forbidden, Unauthorized. */
export async function endOwnSession(ctx: CommandContext, tx: Tx, kind: 'user' | 'compliance'): Promise<void> {
  const { actor, session } = ctx.caller;
  if (session === null || (session.kind === 'compliance') !== (kind === 'compliance')) throw notSignedIn();
  endSessions(toolsOf(ctx), tx, actor.id, { only: session.id });
}

/** Errors: Forbidden. */
export async function endAllSessions(ctx: CommandContext, tx: Tx): Promise<void> {
  wholeSession(ctx.caller);
  endSessions(toolsOf(ctx), tx, ctx.caller.actor.id);
}

/** Errors: Forbidden, NotFound. */
export async function endOneSession(ctx: CommandContext, tx: Tx, id: string): Promise<void> {
  wholeSession(ctx.caller);
  const found = await sessionNow(toolsOf(ctx), tx, { userId: ctx.caller.actor.id, id }, 'update');
  if (found === undefined) throw notFound('session', id, 'sessionId');
  endSessions(toolsOf(ctx), tx, ctx.caller.actor.id, { only: id });
}

/** Errors: Forbidden, InvalidRequest. */
export async function shortLivedToken(
  ctx: CommandContext,
  tx: Tx,
  asked: readonly string[],
  { permissions: known }: Pick<Whole, 'permissions'>,
): Promise<SessionToken> {
  const { caller } = ctx;
  const { id } = wholeSession(caller);
  const unknown = asked.findIndex((one) => !known.has(one));
  if (unknown !== -1) throw refuseField(`permissions[${unknown}]`, 'is no permission that exists', 'a permission');
  const beyond = asked.find((one) => !caller.permissions.has(one));
  if (beyond !== undefined) {
    const message = `You cannot give the permission ${beyond}, which you do not have yourself.`;
    throw new Refusal(errors.Forbidden, message, { data: { permission: beyond } });
  }
  const parent = await sessionNow(toolsOf(ctx), tx, { userId: caller.actor.id, id }, 'share');
  if (parent === undefined) throw notSignedIn();
  const address = addressOf(ctx, parent.row);
  return beginShortLived(toolsOf(ctx), tx, { userId: caller.actor.id, parent, address, permissions: asked });
}

type Opener = Pick<CommandContext, 'vault'> & { readonly caller: Caller };

const addressOf = ({ vault, caller }: Opener, { id, address_sealed }: SessionRow): string =>
  vault.companySealer(caller.realm.companyId).unseal(addressPart(id), address_sealed);

export const sessionList = defineList({ table: 'sessions', below: 'user_id' });

/** The sessions of the caller that go on. */
export async function listSessions(
  ctx: ReadContext,
  input: PageInput,
  machineNow: SessionRow['created_at'],
): Promise<Page<Session>> {
  const { reader, caller } = ctx;
  const ofCompany = await sessionLifetimes(reader);
  return sessionList.page(reader, alive(reader, machineNow, ofCompany), input, {
    below: caller.actor.id,
    each: (row) => shown(ctx, row, ofCompany),
  });
}

const alive = ({ db }: Reader, now: SessionRow['created_at'], { idle, session }: SessionLifetimes) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('created_at', '>', addSeconds(now, -session))
    .where('last_used_at', '>', addSeconds(now, -idle));

const shown = (ctx: ReadContext, row: SessionRow, ofCompany: SessionLifetimes): Session => ({
  id: row.id,
  object: 'session',
  kind: row.kind,
  method: row.method,
  address: addressOf(ctx, row),
  isCurrent: row.id === ctx.caller.session?.id,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: endOf(row, ofCompany),
});
