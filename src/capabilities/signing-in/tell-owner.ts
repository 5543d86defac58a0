// Tells the owner of an account that somebody has used up the tries of a day, once a day: so the message itself is no means
// to trouble anybody.
import { timezoneOf } from '#capabilities/access/index.ts';
import { languageOf, settingsOf } from '#capabilities/company/index.ts';
import { hasWayToSend, sendMessage } from '#capabilities/sending/index.ts';
import { signInNames } from '#capabilities/users/index.ts';
import { userActor } from '#platform/actor.ts';
import type { Caller, CommandContext } from '#platform/command/context.ts';
import { toolsOf } from '#platform/command/tools.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { claimNotice, type TriedKind } from './attempts.ts';
import { signInWords } from './words.ts';

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
  const words = signInWords[languageOf(await settingsOf(tx))];
  const subject = channel === 'email' ? words.triedSubject : undefined;
  const text = second.has(what) ? words.triedSecond : words.tried;
  sendMessage(ctx, tx, { channel, to, subject, text, purpose: 'signInNotice', userId, personId });
}

/** Who is asked for these has shown the password, or a code that was sent. */
const second: ReadonlySet<TriedKind> = new Set(['totp', 'recoveryCode']);
