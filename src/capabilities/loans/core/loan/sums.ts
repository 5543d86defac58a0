/** The amounts of each key together. */
export function sums(parts: readonly (readonly [string, number])[]): Map<string, number> {
  const all = new Map<string, number>();
  for (const [key, amount] of parts) all.set(key, (all.get(key) ?? 0) + amount);
  return all;
}
