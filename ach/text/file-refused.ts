/**
 * A file cannot be read: where, and what would be right there. Nothing of it counts then, so the reader of a file must
 * have come to its end before anything is done with what it gave. The message shows no account number.
 */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
  /** Both count from one. */
  readonly line: number;
  readonly column: number;

  constructor(line: number, column: number, problem: string) {
    super(`line ${line}, column ${column}: ${problem}`);
    this.line = line;
    this.column = column;
  }
}

export function refuse(line: number, column: number, problem: string): never {
  throw new FileRefused(line, column, problem);
}
