// How often the laws of lines are tried, and on which lines: the same in every run, because a gate that fails at random is
// useless. TENOR_LINES tries more, TENOR_SEED other lines.

export const seed = Number(process.env.TENOR_SEED ?? 20_261_123);

export const runsOf = (usual: number): { readonly numRuns: number; readonly seed: number } => ({
  numRuns: Number(process.env.TENOR_LINES ?? usual),
  seed,
});
