// `tenor doctor`: checks everything that can be wrong with an installation, changes nothing, and says what to do.
import { styleText } from 'node:util';
import { readSettings } from '#platform/config.ts';
import { counted, type Level, type Looked } from '#platform/doctor/check.ts';
import { CommandFailed, type Given, print } from './command.ts';
import { examine } from './doctor/examine.ts';
import { productVersion } from './product-version.ts';

/** It takes no settings from the caller, because it must also run with wrong ones and report them. */
export async function doctor(values: Given): Promise<void> {
  const looked = await examine(readSettings());
  const count = (level: Level): number => looked.filter((one) => one.level === level).length;
  const [errors, warnings] = [count('error'), count('warning')];
  if (values.json === true) {
    print(JSON.stringify({ version: productVersion, errors, warnings, findings: looked }, null, 2));
  } else {
    for (const line of linesOf(looked)) print(line);
  }
  const told = `${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`;
  if (errors > 0 || (values.strict === true && warnings > 0)) throw new CommandFailed(told);
  if (values.json !== true) print(warnings === 0 ? 'All is well.' : told);
}

const colours = { ok: 'green', warning: 'yellow', error: 'red' } as const satisfies Record<Level, string>;

function linesOf(looked: readonly Looked[]): string[] {
  const width = Math.max(...looked.map(({ check }) => check.length));
  const indent = ' '.repeat('warning'.length + width + 4);
  return looked.flatMap(({ check, level, says, remedy }) => [
    `${styleText(colours[level], level.padEnd('warning'.length))}  ${check.padEnd(width)}  ${says}`,
    ...(remedy === null ? [] : [`${indent}${remedy}`]),
  ]);
}
