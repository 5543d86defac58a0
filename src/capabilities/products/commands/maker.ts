import type { CommandContext } from '#platform/command/context.ts';

/** What writing a row needs: a command's context has it, and so has the birth of a company. */
export type Maker = Pick<CommandContext, 'realm' | 'now' | 'position'>;
