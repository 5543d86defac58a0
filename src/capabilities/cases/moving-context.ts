import type { Actor } from '#platform/actor.ts';
import { machineNow } from '#platform/clock.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { PassingDay } from '#platform/work/day/daily-step.ts';

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

/** For work in the background, which has no caller. */
export const movingInWork = (
  { realm, clock, vault, position }: Pick<PassingDay, 'realm' | 'clock' | 'vault' | 'position'>,
  given: Pick<MovingContext, 'now' | 'emit' | 'timezone' | 'actor'>,
): MovingContext => ({ ...given, realm, vault, position, machineNow: () => machineNow(clock) });
