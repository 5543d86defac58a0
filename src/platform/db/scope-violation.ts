/** A defect of ours and never a caller's: it answers 500, and tests find it. */
export class ScopeViolation extends Error {
  constructor(what: string) {
    super(`The realm cannot be kept: ${what}. See docs/decisions/0002-realms.md for what to write instead.`);
  }
}
