// Judges the contacts of a span, borrower after borrower, by all that is known today. It reads and counts: nothing is
// written but the result, so one that was interrupted begins again.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';
import type { Rule } from '@tenor/guard/contract.ts';
import Type, { type Static } from 'typebox';
import { type RulesInForce, rulesInForce } from '#capabilities/compliance-rules/index.ts';
import { countPeople, pageOfPeople } from '#capabilities/people/index.ts';
import { businessNow } from '#platform/business-clock.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import { defineJob, KeptDate } from '#platform/work/operations/job.ts';
import type { OperationKind, Running } from '#platform/work/operations/operation-kind.ts';
import { type OperationView, startOperation } from '#platform/work/operations/operations.ts';
import { type FactsAsked, type KnownOfPerson, readFacts } from '../facts/read-facts.ts';
import { rulesOfPeople } from '../rules-of-people.ts';
import { isContactMade, judgeInteraction } from '../verdicts/judge-interaction.ts';
import { changedRules } from './changed-rules.ts';
import type { Backtest } from './schemas.ts';
import { Tally } from './tally.ts';

const daysMax = 731;
const firstDay = '1990-01-01' as CivilDate;
const examplesIfNotSaid = 5;
/** The facts of so many borrowers are in memory at once, and of fewer where they have many contacts. */
const togetherMax = 25;
/** What is held for longer than a moment is taken for lasting, and the process grows until somebody looks again. */
const contactsMax = 2_000;

const job = defineJob(
  'compliance.backtest',
  Type.Object({
    startDate: KeptDate,
    endDate: KeptDate,
    mute: Type.Array(Type.String()),
    rules: Type.Array(Type.Unknown()),
    examples: Type.Integer(),
    timezone: Type.String(),
  }),
);
type Asked = ReturnType<typeof job.readInput>;

/** Errors: InvalidRequest. */
export async function startBacktest(
  ctx: CommandContext,
  tx: Tx,
  sent: Static<typeof Backtest>,
): Promise<OperationView> {
  const { startDate, endDate } = sent;
  mustHaveNone(spanProblems(sent, dateInZone(ctx.now, ctx.caller.timezone)));
  changedRules((await rulesInForce(tx)).rules, sent);
  return startOperation(ctx, tx, job, {
    startDate,
    endDate,
    mute: sent.mute ?? [],
    rules: sent.rules ?? [],
    examples: sent.examples ?? examplesIfNotSaid,
    timezone: ctx.caller.timezone,
  });
}

function spanProblems({ startDate, endDate }: Backtest, today: CivilDate): Problem[] {
  const isOld = startDate < firstDay;
  const isSpan = isOld || startDate > today || (endDate >= startDate && endDate <= addDays(startDate, daysMax));
  const start = {
    path: 'startDate',
    message: 'is too long ago, or has not come',
    expected: `from ${firstDay} to ${today}`,
  };
  const expected = `from ${startDate} to ${today}, at most ${daysMax} days after startDate`;
  return [
    ...(isOld || startDate > today ? [start] : []),
    ...(isSpan && endDate <= today ? [] : [{ path: 'endDate', message: 'is no end of such a span', expected }]),
  ];
}

export const backtestOperation: OperationKind = {
  ...job,
  needs: ['compliance.backtest:start'],
  async run(running) {
    const asked = job.readInput(running.input);
    const inForce = await rulesInForce(running.reader);
    const tally = await judgeAll(running, asked, { ...inForce, rules: changedRules(inForce.rules, asked as Backtest) });
    const { setNumber, version } = inForce;
    await running.finish(async () => ({ ...tally.result(), ruleSet: { setNumber, version } }));
  },
};

async function judgeAll(running: Running, asked: Asked, inForce: RulesInForce): Promise<Tally> {
  const { reader, vault } = running;
  const span = await spanOf(running, asked);
  const tally = new Tally(asked.examples);
  const total = await countPeople(reader);
  let done = 0;
  let together = 1;
  for (let page = await pageOfPeople(reader, undefined, together); page.length > 0; ) {
    const people = page.map(({ personId }) => personId);
    const [known, rulesOf] = await Promise.all([
      readFacts({ reader, vault }, { ...span, people }),
      rulesOfPeople({ reader, vault }, inForce, people),
    ]);
    const all = [...known.people.values()];
    await eachInSlices(all, (one) => judgePerson(one, span, rulesOf(one.personId), tally));
    together = nextTogether(all);
    done += page.length;
    await running.progress(done, Math.max(done, total));
    page = await pageOfPeople(reader, page.at(-1), together);
  }
  return tally;
}

/** As many as have their contacts together within the bound, if they are like those before. */
function nextTogether(before: readonly KnownOfPerson[]): number {
  const contacts = before.reduce((sum, { history }) => sum + history.length, 0);
  return Math.max(1, Math.min(togetherMax, Math.floor((contactsMax * before.length) / Math.max(1, contacts))));
}

type Span = Omit<FactsAsked, 'people'>;

async function spanOf({ reader, clock }: Running, { startDate, endDate, timezone: zone }: Asked): Promise<Span> {
  const startOf = (date: CivilDate): Instant => instantOfLocal({ date, time: '00:00:00', zone });
  const until = addSeconds(startOf(addDays(endDate, 1)), -1);
  return { from: startOf(startDate), until, knownAt: null, now: await businessNow(reader, clock), timezone: zone };
}

function judgePerson(known: KnownOfPerson, { from, until }: Span, rules: readonly Rule[], tally: Tally): void {
  for (const row of known.history) {
    const at = row.started_at;
    const isInSpan = at !== null && at >= from && at <= until;
    if (isInSpan && isContactMade(row)) tally.add(row, judgeInteraction(row, known, rules));
  }
}
