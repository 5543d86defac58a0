// `tenor verify`: recomputes loans from their timelines and reports where the stored values differ.
import type { Finding } from '#capabilities/loans/verifying.ts';
import type { Config } from '#platform/config.ts';
import { print, say } from './command.ts';
import { type Reading, withReading } from './reading.ts';
import { realmsOf } from './realm-of.ts';
import { LoansDiffer } from './said-in-words.ts';
import { type RealmVerdict, type Verified, verifying, verifyRealms } from './verify-realms.ts';
import { WrongUse } from './wrong-use.ts';

type Values = Readonly<Record<string, string | boolean | undefined>>;

interface VerifyTools {
  readonly print: (text: string) => void;
  /** Prints progress, beside the output itself. */
  readonly say: (text: string) => void;
}

export const verifyByHand = (config: Config, values: Values): Promise<void> =>
  withReading(config, verifying, (reading) => verify(reading, values, { print, say }));

async function verify(reading: Reading, values: Values, tools: VerifyTools): Promise<void> {
  const realms = await realmsOf(reading, values);
  const sample = sampleOf(values);
  const total = sample === undefined ? undefined : sample * realms.length;
  let saidAt = 0;
  const verified = await verifyRealms(reading, {
    realms,
    ...(sample === undefined ? {} : { sample }),
    progress(done) {
      if (done - saidAt < 1_000) return;
      saidAt = done;
      tools.say(`${done}${total === undefined ? '' : ` of at most ${total}`} loans verified`);
    },
  });
  report(verified, values.json === true, tools.print);
}

/** Errors: LoansDiffer, after everything has been printed. */
export function report({ loans, verdicts }: Verified, asJson: boolean, print: VerifyTools['print']): void {
  const wrong = verdicts.filter(({ findings }) => findings.length > 0);
  const old = verdicts.filter(({ otherRules }) => otherRules !== null);
  if (asJson) print(JSON.stringify({ loans, wrong: wrong.map(plain), otherRules: old.map(plain) }, null, 2));
  else for (const line of [...wrong.flatMap(linesOf), ...rulesLines(old)]) print(line);
  if (wrong.length > 0) {
    throw new LoansDiffer(`${wrong.length} of ${loans} loans are not what their timelines make of them.`);
  }
  if (!asJson) print(`${loans} loans verified: all that is stored is what their timelines make of it.`);
}

const plain = ({ realm, personId, loanId, findings, otherRules, underNewRules }: RealmVerdict) => ({
  mode: realm.mode,
  companyId: realm.companyId,
  personId,
  loanId,
  findings,
  ...(otherRules === null ? {} : { rules: otherRules, underNewRules }),
});

/** For a loan with a hundred differences, ten are enough to see the cause. */
const findingsShown = 10;

function linesOf({ realm, personId, loanId, findings }: RealmVerdict): string[] {
  const more = findings.length - findingsShown;
  return [
    `${loanId} of ${personId} (${realm.mode}, ${realm.companyId})`,
    ...findings.slice(0, findingsShown).map(lineOf),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

const lineOf = ({ what, where, stored, computed }: Finding): string =>
  `  ${[what, where].filter(Boolean).join(' ')}: stored ${textOf(stored)}, computed ${textOf(computed)}`;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'));

function rulesLines(verdicts: readonly RealmVerdict[]): string[] {
  const byRules = Map.groupBy(verdicts, ({ otherRules }) => otherRules);
  return [...byRules].map(([rules, loans]) => {
    const different = loans.filter(({ underNewRules }) => underNewRules.length > 0).length;
    return `${loans.length} loans were computed under rules ${rules}; under the present ones ${different} of them come out otherwise.`;
  });
}

function sampleOf({ sample }: Values): number | undefined {
  if (sample === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(String(sample))) return Number(sample);
  throw new WrongUse('--sample must be a number of loans, such as 1000.');
}
