// Whether accounts can be booked to: each source has one account, and each account a code of its own.
import { mustHaveNone, type Problem, problemIf } from '#platform/errors.ts';
import { type Chart, unassigned } from './chart.ts';
import { sourceNames } from './sources.ts';

/** So many sources are named in a refusal. */
const namedMax = 10;

/** Errors: InvalidRequest. */
export function mustBeWhole(chart: Chart): void {
  mustHaveNone([...takenCodes(chart), ...sameCodes(chart), ...sameSources(chart), ...missing(chart)]);
}

const takenCodes = (chart: Chart): Problem[] =>
  chart.flatMap(({ code }, i) =>
    problemIf(code === unassigned.code, `accounts[${i}].code`, 'takes what has no account', 'another code'),
  );

const sameCodes = (chart: Chart): Problem[] =>
  chart.flatMap(({ code }, i) => {
    const isTaken = chart.findIndex((other) => other.code === code) < i;
    return problemIf(isTaken, `accounts[${i}].code`, 'is the code of another account', 'a code of its own');
  });

function sameSources(chart: Chart): Problem[] {
  const taken = new Map<string, string>();
  const problems: Problem[] = [];
  for (const [i, { code, sources }] of chart.entries()) {
    for (const [j, { source, loanTypeId }] of sources.entries()) {
      const path = `accounts[${i}].sources[${j}]`;
      const key = `${source} ${loanTypeId}`;
      const before = taken.get(key);
      if (before !== undefined) {
        problems.push({ path, message: `is booked to account ${before} already`, expected: 'each source once' });
      }
      if (loanTypeId !== null && source.startsWith('cash.')) {
        problems.push({ path, message: 'is of no loan', expected: 'no loanTypeId' });
      }
      taken.set(key, code);
    }
  }
  return problems;
}

/** What a chart has no account for. One that was stored may lack what a later release has added. */
export function lackedBy(chart: Chart): string[] {
  const named = new Set(
    chart.flatMap(({ sources }) => sources.filter(({ loanTypeId }) => loanTypeId === null).map(({ source }) => source)),
  );
  return sourceNames.filter((source) => !named.has(source));
}

function missing(chart: Chart): Problem[] {
  const lacking = lackedBy(chart);
  if (lacking.length === 0) return [];
  const more = lacking.length > namedMax ? ` and ${lacking.length - namedMax} more` : '';
  return [
    {
      path: 'accounts',
      message: `lack an account for ${lacking.slice(0, namedMax).join(', ')}${more}`,
      expected: 'an account for each source, of all loans',
    },
  ];
}
