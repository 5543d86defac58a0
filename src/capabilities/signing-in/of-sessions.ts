// What the second factor, which comes before, needs of sessions. The app hands it over.

import type { CommandContext } from '#platform/command/context.ts';
import { toolsOf } from '#platform/command/tools.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { lifetimes } from './lifetimes.ts';
import { endSessions } from './sessions.ts';

export const ofSessions = {
  freshSeconds: lifetimes.fresh,
  end(ctx: CommandContext, tx: Tx, userId: string, which?: { readonly except?: string }): void {
    endSessions(toolsOf(ctx), tx, userId, which);
  },
};
