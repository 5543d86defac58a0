// Who has made or changed something, each once: none of them is the second person of what comes of it.
import type { Actor } from '#platform/actor.ts';

export const withMaker = (before: readonly string[] = [], { id }: Actor): string[] =>
  id === null ? [...before] : [...new Set([...before, id])];
