// The form of a command: its words, its help, and what it does.
export type Values = Readonly<Record<string, string | undefined>>;
export type Given = Readonly<Record<string, string | boolean | undefined>>;

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, string>>;
  readonly flags?: Readonly<Record<string, string>>;
  /** It ends or changes something for good, so it is never suggested in place of a mistyped command. */
  readonly isGrave?: true;
  /** `words`: the arguments after the command's name that are no options, such as a file. */
  run(values: Given, words: readonly string[]): Promise<void>;
}

/** Commands that the help lists under one heading. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** The flag of commands that answer programs too. */
export const asJson = { json: 'The same as JSON, for programs.' };

/** The command failed and everything has been said already: the exit code is 1. */
export class CommandFailed extends Error {}

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
/** Prints on the error channel: progress, complaints. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`);
