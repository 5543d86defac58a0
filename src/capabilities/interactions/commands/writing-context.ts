// What an interaction is written with: a command has it, and so has work in the background.
import type { MovingContext } from '#capabilities/cases/index.ts';

export type WritingContext = Pick<MovingContext, 'realm' | 'now' | 'position' | 'vault' | 'emit' | 'actor'>;
