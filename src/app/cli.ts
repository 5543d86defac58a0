// The command line: finds the command, reads its options, and answers what goes wrong in a sentence.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Command, CommandFailed, type Given, print, say } from './command.ts';
import { commandGroups, commands } from './commands.ts';
import { noSuchCommand } from './nearest-command.ts';
import { printable } from './printable.ts';
import { productVersion } from './product-version.ts';
import { WrongUse } from './wrong-use.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

export async function main(words: readonly string[]): Promise<number> {
  try {
    const command = commandOf(words);
    if (command === undefined) {
      if (words[0] === '--version' || words[0] === 'version') {
        print(productVersion);
        return 0;
      }
      if (words.length > 0 && words[0] !== 'help' && !isHelp(words)) throw new WrongUse(noSuchCommand(words, names));
      print(help());
      return 0;
    }
    const rest = words.slice(command.name.split(' ').length);
    if (isHelp(rest)) {
      print(helpOf(command));
      return 0;
    }
    const { values, positionals } = parse(command, rest);
    mustTakeAll(command, positionals);
    await command.run(values, positionals);
    return 0;
  } catch (error) {
    if (!(error instanceof WrongUse || error instanceof CommandFailed)) {
      return (await import('./answer-to-error.ts')).answerToError(error);
    }
    say(error.message);
    return error instanceof WrongUse ? 2 : 1;
  }
}

const isHelp = (words: readonly string[]): boolean => words.some((word) => word === '--help' || word === '-h');

/** What may be suggested: a slip of the keyboard must not lead to a command that ends something. */
const names = commands.filter(({ isGrave }) => !isGrave).map(({ name }) => name);

const commandOf = (words: readonly string[]): Command | undefined =>
  commands.find(({ name }) => name.split(' ').every((part, i) => words[i] === part));

function parse(command: Command, args: readonly string[]) {
  const options: Options = Object.fromEntries([
    ...Object.keys(command.options).map((name) => [name, { type: 'string' }]),
    ...Object.keys(command.flags ?? {}).map((name) => [name, { type: 'boolean' }]),
  ]);
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    mustBeGivenOnce(tokens.flatMap((token) => (token.kind === 'option' ? token.name : [])));
    return { values: values as Given, positionals };
  } catch (error) {
    throw new WrongUse(`${(error as Error).message}\n\n${helpOf(command)}`);
  }
}

/** Only the last of two values would be read, and the first one taken for done: payments of one company stopped, not of two. */
function mustBeGivenOnce(given: readonly string[]): void {
  const twice = given.find((name, i) => given.indexOf(name) < i);
  if (twice !== undefined) throw new WrongUse(`--${twice} is given twice, so nothing was done.`);
}

/** A word that nobody reads would be taken for done: a second key for revoked, one loan for verified. Errors: WrongUse. */
function mustTakeAll(command: Command, words: readonly string[]): void {
  const extra = words[wordsMaxOf(command)];
  if (extra !== undefined)
    throw new WrongUse(`${printable(extra)} is one word too many, so nothing was done.\n\n${helpOf(command)}`);
}

/** The usage names them before all options: `ID`, `[CODE…]`. */
function wordsMaxOf({ name, usage }: Pick<Command, 'name' | 'usage'>): number {
  const after = usage.slice(`tenor ${name}`.length).trim().split(' ');
  const option = after.findIndex((one) => !/^\[?[A-Z|]+…?\]?$/.test(one));
  const named = option < 0 ? after : after.slice(0, option);
  return named.some((one) => one.includes('…')) ? Number.POSITIVE_INFINITY : named.length;
}

function help(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const groups = commandGroups.map(({ title, commands }) => {
    const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${firstSentence(summary)}`);
    return `${title}\n${lines.join('\n')}`;
  });
  return `Tenor ${productVersion}: loan servicing and collections.\n\n${groups.join('\n\n')}\n\n"tenor COMMAND --help" tells more, "tenor --version" the version. Settings are environment variables; README.md lists them.`;
}

const firstSentence = (text: string): string => `${text.split('. ')[0]?.replace(/\.$/, '')}.`;

function helpOf({ usage, summary, options, flags }: Command): string {
  const lines = Object.entries({ ...options, ...flags }).map(([name, meaning]) => `  --${name.padEnd(12)} ${meaning}`);
  return `${usage}\n\n${summary}${lines.length === 0 ? '' : `\n\n${lines.join('\n')}`}`;
}
