// docs/loan-year.md and docs/line-year.md show commands. Their output is computed here, so that no page is out of date.
import { readFileSync } from 'node:fs';
import { type Calculation, calculate, type Question } from '@tenor/engine/calc/calculate.ts';
import { parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { parseInstant } from '@tenor/engine/values/instant.ts';

const block = /```console\n\$ tenor calc (\w+) (\S+)([^\n]*)\n[\s\S]*?```/g;

export function withOutputs(page: string): string {
  return page.replace(block, (_, what: Calculation, file: string, options: string) => {
    const { lines } = calculate(what, JSON.parse(readFileSync(file, 'utf8')), questionOf(options));
    const text = lines.map((line) => line.text.trimEnd()).join('\n');
    return `\`\`\`console\n$ tenor calc ${what} ${file}${options}\n${text.trim()}\n\`\`\``;
  });
}

function questionOf(options: string): Question {
  const day = /--(?:through|on) (\S+)/.exec(options)?.[1];
  const knownAt = /--known-at (\S+)/.exec(options)?.[1];
  return {
    ...(day === undefined ? {} : { day: dayOf(parseCivilDate(day)!) }),
    ...(knownAt === undefined ? {} : { knownAt: parseInstant(knownAt)! }),
  };
}
