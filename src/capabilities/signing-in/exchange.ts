// A lender's own server asks for a token that its page exchanges for a session of a borrower.

import { writeControlOnce } from '#capabilities/access/index.ts';
import { borrowersUser, findUser, type Handing, mayBecome } from '#capabilities/users/index.ts';
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { toolsOf } from '#platform/command/tools.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { makeExchangeToken } from './codes.ts';
import type { ExchangeRequest, ExchangeToken } from './schemas.ts';

/** For whom an identity provider has recognised: their browser exchanges the token for a session. */
export const exchangeTokenOf = (ctx: CommandContext, tx: Tx, userId: string): ExchangeToken =>
  makeExchangeToken(toolsOf(ctx), tx, userId, 'singleSignOn');

export const exchangePermission = 'exchange.token:create';

/** Whoever has the token comes in as the borrower. Errors: InvalidRequest, NotFound, Forbidden. */
export async function askExchangeToken(
  ctx: CommandContext,
  tx: Tx,
  { personId, userId }: ExchangeRequest,
  { hands, whole }: { readonly hands: Handing; readonly whole: Whole },
): Promise<ExchangeToken> {
  if ((personId === undefined) === (userId === undefined)) {
    const [path, problem] = personId === undefined ? ['personId', 'is missing'] : ['userId', 'stands beside personId'];
    throw refuseField(path, problem, 'either personId or userId');
  }
  const found = await borrowersUser(tx, { personId, userId });
  const user = found && (await findUser(tx, found.id, false));
  if (user !== undefined) {
    mayBecome(hands, exchangePermission, user, whole);
    await writeControlOnce(tx, ctx, user.row.id);
    return makeExchangeToken(toolsOf(ctx), tx, user.row.id);
  }
  const path = personId === undefined ? 'userId' : 'personId';
  const message = `There is no borrower's user of ${personId ?? userId} who may sign in.`;
  throw new Refusal(errors.NotFound, message, { data: { path } });
}
