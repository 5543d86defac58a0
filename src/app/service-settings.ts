// The settings of a service, for a command that works with its database.
import { type Config, mistypedNames, readConfig } from '#platform/config.ts';
import { say } from './command.ts';

/** Says what was probably meant to be a setting: without it the command may work with another database. */
export function serviceSettings(): Config {
  for (const sentence of mistypedNames()) say(sentence);
  return readConfig();
}
