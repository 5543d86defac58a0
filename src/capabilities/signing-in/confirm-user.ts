// The user of a borrower who is pending becomes active: by a code that was sent to a contact that was there before anybody
// could have put it there for this, or by a second person, who has nothing to do with whoever set the user up.
import { mustBeAnotherThan, whoHolds } from '#capabilities/access/index.ts';
import { languageOf, settingsOf } from '#capabilities/company/index.ts';
import { type Channel, canReach, mustHaveWayToSend, sendMessage } from '#capabilities/sending/index.ts';
import { confirmUser, type UserWithRoles } from '#capabilities/users/index.ts';
import type { OwnContact, Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { toolsOf } from '#platform/command/tools.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { countAttempt, forgetAttempts, type Tried } from './attempts.ts';
import { makeCode, takeCode } from './codes.ts';
import { signingInErrors } from './errors.ts';
import { lifetimes } from './lifetimes.ts';
import { ofMachine } from './ways-in.ts';
import { signInWords } from './words.ts';

interface Asked {
  readonly contactId?: string | undefined;
  readonly channel?: Channel | undefined;
}

/** Errors: UserIsConfirmed, InvalidRequest, NoWayToSend, TooManyRequests. */
export async function sendConfirmation(
  ctx: CommandContext,
  tx: Tx,
  { row }: UserWithRoles,
  { contactId, channel: asked }: Asked,
  { contactsOf }: Pick<Whole, 'contactsOf'>,
): Promise<void> {
  const { id: userId, person_id: personId, unconfirmed_since } = row;
  if (unconfirmed_since === null || personId === null) {
    throw new Refusal(signingInErrors.UserIsConfirmed, `The user ${userId} waits for nobody.`);
  }
  const contacts = await contactsOf(tx, { vault: ctx.vault, personId, now: ctx.now });
  const { type, value: to } = chosen(contacts, contactId);
  const channel = asked ?? (type === 'email' ? 'email' : 'text');
  mustHaveWayToSend(ctx, channel);
  if (!canReach(ctx, channel, to)) throw refuseField('channel', `does not reach an ${type}`, fitting[type]);
  const tools = toolsOf(ctx);
  await countAttempt(tools, tx, triedOn(ctx, userId, 'codeToConfirm'));
  const code = makeCode(tools, tx, { userId, purpose: 'confirm', channel: null });
  const spoken = channel === 'voice' ? [...code].join(' ') : code;
  const words = signInWords[languageOf(await settingsOf(tx))];
  sendMessage(ctx, tx, {
    channel,
    to,
    subject: channel === 'email' ? words.codeSubject : undefined,
    text: words.confirm(spoken),
    purpose: 'confirmUser',
    userId,
    personId,
    usableSeconds: lifetimes.code,
  });
}

const fitting = { email: 'email', phone: 'text or voice' };

/** Errors: InvalidRequest. */
function chosen(contacts: readonly OwnContact[], contactId: string | undefined): OwnContact {
  const there = contacts.filter(({ wasThere }) => wasThere);
  const found = contactId === undefined ? there[0] : there.find(({ id }) => id === contactId);
  if (found !== undefined) return found;
  throw refuseField(
    'contactId',
    'is no contact that reached the borrower ten days ago',
    'an email or phone of the borrower that has been there for ten days; without one a second person confirms the user',
  );
}

const triedOn = ({ address }: CommandContext, userId: string, what: 'codeToConfirm' | 'confirmCode'): Tried => ({
  what,
  userType: 'borrower',
  whom: userId,
  address: address ?? 'unknown',
});

/** Nothing happens where it is so. Errors: InvalidRequest, AnotherMustDecide, TooManyRequests. */
export async function confirm(
  ctx: CommandContext,
  tx: Tx,
  user: UserWithRoles,
  code: string | undefined,
): Promise<UserWithRoles> {
  if (user.row.unconfirmed_since === null) return user;
  const { id } = user.row;
  if (code !== undefined) await mustBeCode(ctx, tx, id, code);
  else await mustBeAnotherThan(tx, ctx.caller, { hands: await whoHolds(tx, id), path: 'userId' });
  return confirmUser(ctx, tx, user);
}

/** A wrong one takes a try, also where it is refused. Errors: InvalidRequest, TooManyRequests. */
async function mustBeCode(ctx: CommandContext, tx: Tx, userId: string, code: string): Promise<void> {
  const tools = toolsOf(ctx);
  const tried = triedOn(ctx, userId, 'confirmCode');
  await countAttempt(tools, tx, tried);
  if (await takeCode(tools, tx, { userId, purpose: 'confirm', code, ways: ofMachine, device: undefined })) {
    forgetAttempts(tools, tx, tried);
    return;
  }
  const [message, expected] = ['is wrong, or has ended', 'the code that was sent, within ten minutes'];
  throw new Refusal(errors.InvalidRequest, `code: ${message}`, {
    data: { path: 'code', message, expected },
    keepsWrites: true,
  });
}
