// How problems of types are written.
import type { Problem } from '#platform/errors.ts';

export const problem = (path: string, message: string, expected: string): Problem => ({ path, message, expected });
export const isWhere = (is: boolean, path: string, message: string, expected: string): Problem[] =>
  is ? [problem(path, message, expected)] : [];
