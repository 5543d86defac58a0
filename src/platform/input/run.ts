// Collected while one value is read: the present place, the problems, and the unknown fields.

import { errors, type Problem, type Refusal, refuseFields } from '#platform/errors.ts';
import { type PathPart, pathOf } from './path.ts';
import type { Source } from './special-values.ts';

/** Enough to correct a request at once; a list of a million wrong items gives no longer answer than this. */
const reportedMax = 20;
/** Stands at the end of a list of names that was cut, so that nobody takes it for the whole. */
export const andMore = '...';

export class Run {
  readonly source: Source;
  readonly path: PathPart[] = [];
  readonly ignored: string[] = [];
  readonly #problems: Problem[] = [];
  #overLimit = 0;

  constructor(source: Source) {
    this.source = source;
  }

  get isFull(): boolean {
    return this.#problems.length >= reportedMax;
  }

  get hasProblems(): boolean {
    return this.#problems.length > 0;
  }

  report(message: string, expected: string): void {
    if (this.isFull) return;
    const path = pathOf(this.path);
    const what = this.source === 'query' ? 'the query' : 'the body';
    this.#problems.push({ path, message: path === '' ? `${what} ${message}` : message, expected });
  }

  reportIn(part: PathPart, message: string, expected: string): void {
    this.path.push(part);
    this.report(message, expected);
    this.path.pop();
  }

  /** Problems of metadata have a kind of their own, which is used when there are no other problems. */
  reportOverLimit(problem: Problem): void {
    if (this.isFull) return;
    this.#overLimit += 1;
    this.#problems.push(problem);
  }

  ignore(name: string): void {
    if (this.ignored.length > reportedMax) return;
    this.ignored.push(this.ignored.length === reportedMax ? andMore : pathOf([...this.path, name]));
  }

  refusal(): Refusal | undefined {
    const [first, ...more] = this.#problems;
    if (first === undefined) return undefined;
    const isOverLimit = this.#overLimit === this.#problems.length;
    return refuseFields(isOverLimit ? errors.InvalidMetaData : errors.InvalidRequest, [first, ...more]);
  }
}
