// Finds the known word that a mistyped word is meant to be.

/** The known word that takes the fewest changes, if they are few. Undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > 40) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 0.5;
  for (const candidate of known) {
    const changes = changesBetween(word.toLowerCase(), candidate.toLowerCase());
    if (changes < least) [best, least] = [candidate, changes];
  }
  return best;
}

/** Levenshtein's distance; a swap of two letters counts as one change. */
function changesBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? before[j - 2]! + 1 : replaced;
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, replaced, swapped));
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
