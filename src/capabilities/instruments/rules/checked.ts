/**
 * The result of a rule for a value from outside: the value in its stored form, or what is wrong and what would be
 * right.
 */
export type Checked<T> = { readonly value: T } | Wrong;

/** Neither sentence repeats the value: errors are logged and shown, and numbers of accounts and cards are secret. */
interface Wrong {
  readonly problem: string;
  readonly expected: string;
}
