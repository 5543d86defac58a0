// Whether the work of a line goes fast just now, so that more of it may be claimed at once.

/** Beyond this mean time a line is slow. */
const swiftMs = 500;

/** How fast the work of each line goes: a mean in which the last ones count most. It begins slow. */
export class Swiftness {
  readonly #means = new Map<string, number>();

  note(line: string, tookMs: number): void {
    const before = this.#means.get(line) ?? swiftMs;
    this.#means.set(line, before + (tookMs - before) / 8);
  }

  isSwift(line: string): boolean {
    return (this.#means.get(line) ?? swiftMs) < swiftMs;
  }
}
