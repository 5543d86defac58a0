// What a command of the command line is: its words, its help, and what it does with the settings.
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
  /** `words`: what stands behind the command's name and is no option, a file say. */
  run(config: Config, values: Values, words: readonly string[]): Promise<void>;
}

/** A sentence for whoever ran the command, already told in full: the exit code is 1. */
export class CommandFailed extends Error {}

export const print = (text: string): void => void process.stdout.write(`${text}\n`);
/** Beside what is printed: progress, complaints. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`);

/** Joins the database as a service does, and leaves it again. */
export async function withService(config: Config, work: (service: Service) => Promise<void>): Promise<void> {
  const log = makeLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const { service, leave } = await connect(config, log, () => {});
  try {
    await work(service);
  } finally {
    await leave();
  }
}
