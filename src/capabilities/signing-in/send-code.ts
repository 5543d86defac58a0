// Sends a code to a user. Whether there is one, the answer and the time it takes do not tell.
import { setTimeout as sleep } from 'node:timers/promises';
import { timezoneOf } from '#capabilities/access/index.ts';
import { mustHaveWayToSend, sendMessage } from '#capabilities/sending/index.ts';
import { signInNames } from '#capabilities/users/index.ts';
import { type UserType, userActor } from '#platform/actor.ts';
import { stopwatch } from '#platform/clock.ts';
import type { Caller, CommandContext } from '#platform/command/context.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { countAttempt } from './attempts.ts';
import { makeCode } from './codes.ts';
import { lifetimes } from './lifetimes.ts';
import { looksLike, type Named, namedUser } from './named-user.ts';
import type { CodeRequest } from './schemas.ts';

interface Asked {
  readonly companyId: string;
  readonly mode?: Mode;
  readonly userType?: UserType;
}

const answeredAfterMs = 200;

/** Errors: NotFound, NoWayToSend, TooManyRequests. */
export async function sendCode(ctx: OpenContext, asked: Asked, body: CodeRequest): Promise<void> {
  const tookMs = stopwatch();
  const user = await namedUser(ctx, asked, body.username);
  const realm = { mode: asked.mode ?? ('live' as const), companyId: asked.companyId };
  const timezone = await timezoneOf(ctx.database.reader(realm));
  if (timezone === undefined) {
    throw new Refusal(errors.NotFound, `There is no company ${asked.companyId}.`, { data: { path: 'companyId' } });
  }
  const caller: Caller = {
    realm,
    timezone,
    actor: userActor(user.userId ?? 'nobody'),
    name: 'whoever asks for a code',
    permissions: new Set(),
    apiVersion: null,
    reach: 'company',
    session: null,
  };
  await ctx.runCommand({
    caller,
    requestId: ctx.requestId,
    // People sign in while a test clock moves.
    movesClock: true,
    run: (command, tx) => write(command, tx, { ...body, ...user, address: ctx.address }),
    present: () => ({ status: 200, headers: {}, body: '' }),
  });
  await sleep(Math.max(0, answeredAfterMs - tookMs()));
}

type Request = CodeRequest & Named & { readonly address: string };

async function write(ctx: CommandContext, tx: Tx, asked: Request): Promise<void> {
  const { userId, userType, username, purpose = 'signIn', channel = usualChannel(username), address } = asked;
  mustHaveWayToSend(ctx, channel);
  const tools = { vault: ctx.vault, clock: { micros: ctx.machineMicros } };
  await countAttempt(tools, tx, { what: 'code', userType, name: userId ?? asked.name, address });
  if (userId === undefined) return;
  const names = await signInNames(tx, ctx.vault, userId);
  const to = channel === 'email' ? names.email : names.phone;
  if (to === undefined) return;
  const code = makeCode(tools, tx, userId, purpose);
  sendMessage(ctx, tx, {
    channel,
    to,
    subject: channel === 'email' ? 'Your code' : undefined,
    text: textOf(channel === 'voice' ? [...code].join(' ') : code, purpose),
    purpose: 'oneTimeCode',
    userId,
    usableSeconds: lifetimes.code,
  });
}

const usualChannel = (username: string) => (looksLike(username) === 'phone' ? 'text' : 'email');

const uses = { signIn: 'to sign in', password: 'to set a new password' };

const textOf = (code: string, purpose: 'signIn' | 'password'): string =>
  `Your code ${uses[purpose]} is ${code}. It is good for ten minutes, once. If you did not ask for it, do nothing, and tell it to nobody.`;
