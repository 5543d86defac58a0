import type { Actor } from '#platform/actor.ts';
import type { CommandContext } from '#platform/command/context.ts';

/** What a case is written with: a command has it, and so has the work of the day. */
export type MovingContext = Pick<CommandContext, 'realm' | 'now' | 'machineNow' | 'position' | 'vault' | 'emit'> & {
  readonly timezone: string;
  readonly actor: Actor;
};

export const movingBy = (ctx: CommandContext): MovingContext => ({
  ...ctx,
  timezone: ctx.caller.timezone,
  actor: ctx.caller.actor,
});
