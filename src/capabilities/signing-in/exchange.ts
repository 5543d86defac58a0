// A lender's own server asks for a token that its page exchanges for a session of a borrower.

import { writeControlOnce } from '#capabilities/access/index.ts';
import { borrowersUser } from '#capabilities/users/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { toolsOf } from '#platform/command/tools.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { makeExchangeToken } from './codes.ts';
import type { ExchangeRequest, ExchangeToken } from './schemas.ts';

/** For whom an identity provider has recognised: their browser exchanges the token for a session. */
export const exchangeTokenOf = (ctx: CommandContext, tx: Tx, userId: string): ExchangeToken =>
  makeExchangeToken(toolsOf(ctx), tx, userId, 'singleSignOn');

/** Errors: InvalidRequest, NotFound. */
export async function askExchangeToken(
  ctx: CommandContext,
  tx: Tx,
  { personId, userId }: ExchangeRequest,
): Promise<ExchangeToken> {
  if ((personId === undefined) === (userId === undefined)) {
    const [path, problem] = personId === undefined ? ['personId', 'is missing'] : ['userId', 'stands beside personId'];
    throw refuseField(path, problem, 'either personId or userId');
  }
  const user = await borrowersUser(tx, { personId, userId });
  if (user !== undefined) {
    await writeControlOnce(tx, ctx, user.id);
    return makeExchangeToken(toolsOf(ctx), tx, user.id);
  }
  const path = personId === undefined ? 'userId' : 'personId';
  const message = `There is no borrower's user of ${personId ?? userId} who may sign in.`;
  throw new Refusal(errors.NotFound, message, { data: { path } });
}
