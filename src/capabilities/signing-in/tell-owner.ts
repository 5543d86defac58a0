// Tells the owner of an account that somebody has used up the tries of a day, once a day: so the message itself is no means
// to trouble anybody.
import { timezoneOf } from '#capabilities/access/index.ts';
import { hasWayToSend, sendMessage } from '#capabilities/sending/index.ts';
import { signInNames } from '#capabilities/users/index.ts';
import { userActor } from '#platform/actor.ts';
import type { Caller, CommandContext } from '#platform/command/context.ts';
import { toolsOf } from '#platform/command/tools.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { claimNotice, type TriedKind } from './attempts.ts';

interface Owner {
  readonly userId: string;
  /** Only a borrower has one. */
  readonly personId: string | undefined;
  readonly what: TriedKind;
}

export async function tellOwner(ctx: OpenContext, realm: Realm, owner: Owner): Promise<void> {
  const timezone = await timezoneOf(ctx.database.reader(realm));
  if (timezone === undefined) return;
  await ctx.runCommand({
    caller: nobodyYet({ realm, timezone, userId: owner.userId, name: 'whoever tries to sign in' }),
    requestId: ctx.requestId,
    // The try itself is told of.
    audited: undefined,
    clock: 'undated',
    run: (command, tx) => write(command, tx, owner),
    present: () => ({ status: 200, headers: {}, body: '' }),
  });
}

interface Who extends Pick<Caller, 'realm' | 'timezone' | 'name'> {
  readonly userId: string | undefined;
}

/** Somebody who has not signed in yet, and may do nothing. */
export const nobodyYet = ({ userId, ...who }: Who): Caller => ({
  ...who,
  actor: userActor(userId ?? 'nobody'),
  permissions: new Set(),
  apiVersion: null,
  reach: 'company',
  session: null,
});

async function write(ctx: CommandContext, tx: Tx, { userId, personId, what }: Owner): Promise<void> {
  const { email, phone } = await signInNames(tx, ctx.vault, userId);
  const [channel, to] = email === undefined ? (['text', phone] as const) : (['email', email] as const);
  if (to === undefined || !hasWayToSend(ctx, channel)) return;
  if (!(await claimNotice(toolsOf(ctx), tx, userId))) return;
  const subject = channel === 'email' ? 'Somebody tries to sign in as you' : undefined;
  sendMessage(ctx, tx, { channel, to, subject, text: textOf(what), purpose: 'signInNotice', userId, personId });
}

/** Who is asked for these has shown the password, or a code that was sent. */
const second: ReadonlySet<TriedKind> = new Set(['totp', 'recoveryCode']);

const textOf = (what: TriedKind): string =>
  second.has(what)
    ? 'Somebody knows your password or reads your codes, and has tried many times today to pass the second step of signing in as you. Until tomorrow we take no more tries of this kind from devices that you have not used before. Change your password.'
    : 'Somebody has tried many times today to sign in as you. Until tomorrow we take no more tries of this kind from devices that you have not used before. If it was not you, you need not do anything; choose another password if yours is easy to guess or in use elsewhere.';
