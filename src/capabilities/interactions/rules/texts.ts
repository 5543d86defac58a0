// The words of a content: what was written or said, wherever it stands in it.
import { words } from '#capabilities/people/index.ts';

/** A content has at most so many characters as JSON. */
export const contentLengthMax = 262_144;
/** So many different words of one are found. */
const wordsMax = 2_000;

/** Addresses of recordings and pages are no words. */
const addresses = /\bhttps?:\/\/\S+/gi;
const tags = /<[^>]*>/g;

export function wordsOfContent(content: object | null): string[] {
  const found = new Set<string>();
  for (const text of textsIn(content)) {
    for (const word of words(text.replaceAll(tags, ' ').replaceAll(addresses, ' '))) {
      if (found.size < wordsMax) found.add(word);
    }
  }
  return [...found];
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) yield* textsIn(one);
}
