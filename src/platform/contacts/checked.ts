/**
 * The result of a rule for a value from outside: the value in its stored form, or what is wrong and what would be
 * right.
 */
export type Checked<T> = { readonly value: T } | Wrong;

/** Neither sentence repeats the value: errors are logged and shown, and the values here are personal. */
export interface Wrong {
  readonly problem: string;
  readonly expected: string;
}
