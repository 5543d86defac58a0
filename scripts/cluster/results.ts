// The table of the last results in docs/scale-out.md: a row for each proof.

export interface Proved {
  readonly tests: number;
  readonly failed: number;
  readonly details: readonly string[];
}

interface Row extends Proved {
  readonly name: string;
  readonly on: string;
  readonly commit: string;
  readonly day: string;
}

const mark = /<!-- results -->\n([\s\S]*?)<!-- \/results -->/;
const head = '| Proof | On | Tests | Failed | Commit | Day | |\n|---|---|---:|---:|---|---|---|\n';

export function withResults(document: string, row: Row): string {
  const before = mark.exec(document)?.[1] ?? '';
  const others = before.split('\n').filter((line) => /^\| `/.test(line) && !line.startsWith(`| \`${row.name}\` `));
  const lines = [...others, lineOf(row)].map((line) => `${line}\n`).join('');
  return document.replace(mark, `<!-- results -->\n${head}${lines}<!-- /results -->`);
}

const lineOf = ({ name, on, tests, failed, commit, day, details }: Row): string =>
  `| \`${name}\` | ${on} | ${tests} | ${failed} | ${commit} | ${day} | ${details.join('; ')} |`;
