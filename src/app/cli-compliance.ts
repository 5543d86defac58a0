// Contacts that took place, from a file: which of them the rules would have blocked, and why. No server, no database.
import { instantOfMicros } from '@tenor/engine/values/instant.ts';
import type { RuleSpoken } from '@tenor/guard/contract.ts';
import { shippedRules } from '@tenor/guard/rules/shipped.ts';
import { judgePast } from '@tenor/guard/verdict/backtest.ts';
import { CommandFailed, type Given, print } from './command.ts';
import { type ComplianceFile, complianceFile } from './compliance-input.ts';
import { readJsonFile } from './json-file.ts';
import { WrongUse } from './wrong-use.ts';

interface Violation {
  readonly personId: string;
  readonly interactionId: string;
  readonly at: string;
  readonly nextAllowedAt: string | null;
  readonly rules: readonly Pick<RuleSpoken, 'ruleId' | 'citation' | 'jurisdiction' | 'reason'>[];
}

interface Report {
  readonly borrowers: number;
  readonly contacts: number;
  readonly blocked: number;
  readonly byRule: Readonly<Record<string, number>>;
  readonly byJurisdiction: Readonly<Record<string, number>>;
  readonly violations: readonly Violation[];
}

const shownMax = 100;

export async function checkCompliance(values: Given, words: readonly string[]): Promise<void> {
  const [file] = words;
  if (file === undefined) throw new WrongUse('Name the file of borrowers.');
  const report = reportOf(await readJsonFile(file, complianceFile));
  print(values.json === true ? JSON.stringify(report, null, 2) : inWords(file, report));
  if (report.blocked > 0) throw new CommandFailed(`${count(report.blocked, 'contact')} would have been blocked.`);
}

function reportOf({ borrowers, rules: own, muted }: ComplianceFile): Report {
  const unknown = muted.find((id) => ![...shippedRules, ...own].some((rule) => rule.id === id));
  if (unknown !== undefined) throw new CommandFailed(`muted names ${unknown}, and there is no such rule.`);
  const rules = [...shippedRules, ...own].filter(({ id }) => !muted.includes(id));
  const violations: Violation[] = [];
  let contacts = 0;
  for (const facts of borrowers) {
    for (const { interaction, verdict } of judgePast(facts, rules)) {
      contacts += 1;
      if (verdict.result) continue;
      violations.push({
        personId: facts.person.id,
        interactionId: interaction.id,
        at: textOf(interaction.at),
        nextAllowedAt: verdict.nextAllowedAt === null ? null : textOf(verdict.nextAllowedAt),
        rules: verdict.rules.filter(({ outcome }) => outcome === 'blocks').map(shownRule),
      });
    }
  }
  const blocking = violations.flatMap((one) => one.rules);
  return {
    borrowers: borrowers.length,
    contacts,
    blocked: violations.length,
    byRule: counted(blocking.map(({ ruleId }) => ruleId)),
    byJurisdiction: counted(blocking.map(({ jurisdiction }) => jurisdiction)),
    violations,
  };
}

const textOf = (at: number): string => instantOfMicros(BigInt(at) * 1000n);

const shownRule = ({ ruleId, citation, jurisdiction, reason }: RuleSpoken) => ({
  ruleId,
  citation,
  jurisdiction,
  reason,
});

/** The most frequent first. */
function counted(words: readonly string[]): Record<string, number> {
  const groups = [...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length] as const);
  return Object.fromEntries(groups.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)));
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

function inWords(file: string, { borrowers, contacts, blocked, byRule, violations }: Report): string {
  const more = violations.length - shownMax;
  return [
    `${file}: ${count(borrowers, 'borrower')}, ${count(contacts, 'contact')}, ${blocked} blocked`,
    ...Object.entries(byRule).map(([rule, times]) => `${rule}: ${times}`),
    ...violations.slice(0, shownMax).map(lineOf),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('\n');
}

const lineOf = ({ personId, interactionId, at, nextAllowedAt, rules }: Violation): string =>
  [
    `${interactionId} of ${personId} at ${at}:`,
    ...rules.map(({ ruleId, citation, reason }) => `${ruleId} (${citation}): ${reason}`),
    nextAllowedAt === null ? 'There is no next time within a year.' : `Next allowed at ${nextAllowedAt}.`,
  ].join(' ');
