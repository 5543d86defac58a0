// How large the values may be that somebody gives to a text: what is deeper or larger is refused before it is rendered.
import type { Problem } from '#platform/errors.ts';

const depthMax = 10;
const lengthMax = 100_000;

export function contextProblems(context: object, path: string): Problem[] {
  if (isDeeper(context, depthMax)) {
    return [{ path, message: 'is too deep', expected: `values in at most ${depthMax} levels` }];
  }
  if (JSON.stringify(context).length > lengthMax) {
    return [{ path, message: 'is too large', expected: `at most ${lengthMax} characters as JSON` }];
  }
  return [];
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1));
}
