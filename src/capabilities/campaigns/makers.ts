// Who has made or changed what a run follows: none of them releases it.
import type { Actor } from '#platform/actor.ts';

export const withMaker = (before: readonly string[] = [], { id }: Actor): string[] =>
  id === null ? [...before] : [...new Set([...before, id])];
