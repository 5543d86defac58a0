// Sends a code to a user. Whether there is one, the answer and the time it takes do not tell.

import { type Channel, mustHaveWayToSend, sendMessage } from '#capabilities/sending/index.ts';
import { signInNames } from '#capabilities/users/index.ts';
import type { UserType } from '#platform/actor.ts';
import { stopwatch } from '#platform/clock.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { toolsOf } from '#platform/command/tools.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { countAttempt } from './attempts.ts';
import { makeCode } from './codes.ts';
import { lifetimes } from './lifetimes.ts';
import { looksLike, type Named, namedUser } from './named-user.ts';
import type { CodeRequest } from './schemas.ts';
import { nobodyYet } from './tell-owner.ts';
import { tellingRefusal, toldOf } from './told.ts';
import { triedBy } from './trying.ts';
import { mustHavePasswords, openChannel } from './ways-in.ts';
import { signInWords } from './words.ts';

interface Asked {
  readonly companyId: string;
  readonly mode?: Mode;
  readonly userType?: UserType;
}

const answeredAfterMs = 200;

/** Errors: NotFound, InvalidRequest, NoWayToSend, TooManyRequests. */
export async function sendCode(ctx: OpenContext, asked: Asked, body: CodeRequest): Promise<void> {
  const tookMs = stopwatch();
  const user = await namedUser(ctx, asked, body);
  const { realm, timezone } = user;
  if (realm === undefined || timezone === undefined) {
    throw new Refusal(errors.NotFound, `There is no company ${asked.companyId}.`, { data: { path: 'companyId' } });
  }
  if (body.purpose === 'password') mustHavePasswords(user.ways, 'purpose');
  const channel = openChannel(user.ways, body.channel, looksLike(body.username) === 'phone' ? 'text' : 'email');
  const caller = nobodyYet({ realm, timezone, userId: user.userId, name: 'whoever asks for a code' });
  await tellingRefusal(ctx, user, channel, () =>
    ctx.runCommand({
      caller,
      requestId: ctx.requestId,
      // It is told of as an attempt to sign in is: the caller is not known yet.
      audited: undefined,
      // People sign in while a test clock moves.
      clock: 'undated',
      async run(command, tx) {
        await write(command, tx, { ...user, channel, purpose: body.purpose ?? 'signIn', address: ctx.address });
        if (user.userId !== undefined) ctx.tellWith(tx, { ...toldOf(ctx, user), method: channel });
      },
      present: () => ({ status: 200, headers: {}, body: '' }),
    }),
  );
  if (user.userId === undefined) {
    ctx.tell(realm, { ...toldOf(ctx, user), method: channel, errorType: errors.NotFound.errorType });
  }
  await ctx.holdBack(answeredAfterMs - tookMs());
}

interface Request extends Named {
  readonly channel: Channel;
  readonly purpose: 'signIn' | 'password';
  readonly address: string;
}

async function write(ctx: CommandContext, tx: Tx, asked: Request): Promise<void> {
  const { userId, purpose, channel, address } = asked;
  const words = signInWords[asked.language];
  mustHaveWayToSend(ctx, channel);
  const tools = toolsOf(ctx);
  await countAttempt(tools, tx, triedBy(asked, purpose === 'signIn' ? 'codeToSignIn' : 'codeForPassword', address));
  if (userId === undefined) return;
  const names = await signInNames(tx, ctx.vault, userId);
  const to = channel === 'email' ? names.email : names.phone;
  if (to === undefined) return;
  const code = makeCode(tools, tx, { userId, purpose, channel });
  sendMessage(ctx, tx, {
    channel,
    to,
    subject: channel === 'email' ? words.codeSubject : undefined,
    text: words.code(channel === 'voice' ? [...code].join(' ') : code, purpose),
    purpose: 'oneTimeCode',
    userId,
    personId: asked.personId,
    usableSeconds: lifetimes.code,
  });
}
