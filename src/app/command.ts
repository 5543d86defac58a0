// The form of a command: its words, its help, and what it does with the settings.
import type { Config } from '#platform/config.ts';
import { makeLog } from '#platform/log.ts';
import { connect } from './connect.ts';
import type { Service } from './service.ts';

export type Values = Readonly<Record<string, string | undefined>>;

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, string>>;
  readonly flags?: Readonly<Record<string, string>>;
  /** `words`: the arguments after the command's name that are no options, such as a file. */
  run(config: Config, values: Values, words: readonly string[]): Promise<void>;
}

/** The command failed and everything has been said already: the exit code is 1. */
export class CommandFailed extends Error {}

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
/** Prints on the error channel: progress, complaints. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`);

/** Joins the database as a service does, and leaves it afterwards. */
export async function withService(config: Config, work: (service: Service) => Promise<void>): Promise<void> {
  const log = makeLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const { service, leave } = await connect(config, log, () => {});
  try {
    await work(service);
  } finally {
    await leave();
  }
}
