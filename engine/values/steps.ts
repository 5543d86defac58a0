// A computation in steps: whoever drives it may do something else between two of them, and gets the same in the end.

export type Steps<T> = Generator<undefined, T, undefined>;

export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
