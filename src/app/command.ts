// The form of a command: its words, its help, and what it does.
export type Values = Readonly<Record<string, string | undefined>>;
export type Given = Readonly<Record<string, string | boolean | undefined>>;

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, string>>;
  readonly flags?: Readonly<Record<string, string>>;
  /** `words`: the arguments after the command's name that are no options, such as a file. */
  run(values: Given, words: readonly string[]): Promise<void>;
}

/** The flag of commands that answer programs too. */
export const asJson = { json: 'The same as JSON, for programs.' };

/** The command failed and everything has been said already: the exit code is 1. */
export class CommandFailed extends Error {}

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
/** Prints on the error channel: progress, complaints. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`);
