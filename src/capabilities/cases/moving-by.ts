// A command as one who writes cases: the work of the day is the other.
import type { CommandContext } from '#platform/command/context.ts';
import type { MovingContext } from './write-case.ts';

export const movingBy = (ctx: CommandContext): MovingContext => ({
  ...ctx,
  timezone: ctx.caller.timezone,
  actor: ctx.caller.actor,
});
