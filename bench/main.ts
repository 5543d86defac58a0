// The runner: reads the command line, measures figure after figure, and cleans up in every case.
import { closeFileName, measureCloseFile } from './ach/close-file.ts';
import { measureReadReturns, readReturnsName } from './ach/read-returns.ts';
import { measureWriteFile, writeFileName } from './ach/write-file.ts';
import { autopayDayName, measureAutopayDay, profileAutopayDay } from './autopay/day.ts';
import { besideImportName, measureBesideImport } from './beside-import.ts';
import { authorisationName, measureAuthorisation } from './callers/authorisation.ts';
import { measureSignIns, signInsName } from './callers/sign-ins.ts';
import { campaignRowsName, measureCampaignRows } from './campaigns/rows.ts';
import { listCasesName, measureListCases } from './cases/lists.ts';
import { type Cleanup, makeCleanup } from './cleanup.ts';
import { clusterName, measureCluster } from './cluster/figure.ts';
import { measureMessages, messagesName, profileMessages } from './communications/messages.ts';
import { backtestName, measureBacktest } from './compliance/backtest.ts';
import { canInteract } from './compliance/can-interact.ts';
import { contentsName, measureContents, profileContents } from './contents/figure.ts';
import { creditMonthName, measureCreditMonth, profileCreditMonth } from './credit/month.ts';
import { listPeopleName, measureListPeople, measureSearchPeople, searchPeopleName } from './crowd/figures.ts';
import { measureEngine } from './engine/figures.ts';
import { profileReplay } from './engine/profile.ts';
import { listName, measureLists } from './events/list-events.ts';
import { type Figure, figures, mustHaveWrittenAll, type Stage, setStage } from './figures.ts';
import { personRead } from './get-person.ts';
import { measureVerdict, verdictName } from './guard/verdict.ts';
import { importPeopleName, measureImportPeople, profileImportPeople } from './import-people.ts';
import { measureRecordInteraction, recordInteractionName } from './interactions/record.ts';
import { listPurchasesName, measureListPurchases } from './lines/list-purchases.ts';
import { longLineName, measureLongLine } from './lines/long-line.ts';
import { purchaseFigures } from './lines/post-purchase.ts';
import { interleaved, warmUp } from './load.ts';
import { backdatedHistory } from './loans/backdated-history.ts';
import { boardingName, measureBoarding, profileBoarding } from './loans/boarding.ts';
import { bulkName, measureBulk } from './loans/bulk.ts';
import { crowdedLoanName, measureCrowdedLoan } from './loans/crowded-loan.ts';
import { dailyCloseName, measureDailyClose } from './loans/daily-close.ts';
import { diskFigures } from './loans/disk.ts';
import { measureOldLoan, oldLoanName } from './loans/old-loan.ts';
import { paymentFigures } from './loans/post-payment.ts';
import { measurePreviewTools, previewToolsName } from './loans/preview-tools.ts';
import { loanReads } from './loans/reads.ts';
import { measureReplayIndex, replayIndexName } from './loans/replay-index.ts';
import { writeCost } from './loans/write-cost.ts';
import { measureRegisterFile, registerFileName } from './monitors/file.ts';
import { chargingName, measureCharging } from './overload/charging.ts';
import { doorsName, measureDoors } from './overload/doors.ts';
import { floodsName, measureFloods } from './overload/floods.ts';
import { measureMemory, memoryName } from './overload/memory.ts';
import { measureOverload, overloadName } from './overload/overload.ts';
import { measureShares, sharesName } from './overload/shares.ts';
import { measureStatementDay, statementDayName } from './papers/statement-day.ts';
import { measurePapers, papersName } from './papers/statements.ts';
import { profile } from './profile.ts';
import { measureQuestions, questionsName } from './questions/figure.ts';
import { figureLine, inWords, mainConnections, record, spread, tableHead, tableOfRatios } from './report.ts';
import { measureStart, type StartTimes } from './start-figure.ts';
import { measureMillion, measureTapes, millionName, tapesName } from './tapes/figure.ts';
import { killedName, measureKilled } from './tapes/killed.ts';
import { NoSuchVersion } from './versions/checkout.ts';
import { compareVersions } from './versions/compare.ts';
import { deliverName, measureDeliver, profileDeliver } from './webhooks/deliver.ts';
import { latencyName, measureLatency } from './webhooks/latency.ts';
import { measureWithWebhook, withWebhookName } from './webhooks/with-webhook.ts';
import { measureWorkers, workersName } from './workers.ts';
import { measureWorkflows, workflowsName } from './workflows/figure.ts';

const startName = 'start';
const engineName = 'engine';

/** Figures that set up their own stage. */
const others: readonly {
  readonly name: string;
  measure(cleanup: Cleanup, isQuick: boolean): Promise<void>;
  profile?(cleanup: Cleanup, seconds: number): Promise<void>;
}[] = [
  { name: writeFileName, measure: measureWriteFile },
  { name: verdictName, measure: measureVerdict },
  { name: closeFileName, measure: measureCloseFile },
  { name: readReturnsName, measure: measureReadReturns },
  { name: withWebhookName, measure: measureWithWebhook },
  { name: deliverName, measure: measureDeliver, profile: profileDeliver },
  { name: latencyName, measure: measureLatency },
  { name: listPeopleName, measure: measureListPeople },
  { name: searchPeopleName, measure: measureSearchPeople },
  { name: listName, measure: measureLists },
  { name: listCasesName, measure: measureListCases },
  personRead,
  ...loanReads,
  ...paymentFigures,
  ...purchaseFigures,
  { name: recordInteractionName, measure: measureRecordInteraction },
  canInteract,
  { name: backtestName, measure: measureBacktest },
  { name: longLineName, measure: measureLongLine },
  { name: listPurchasesName, measure: measureListPurchases },
  { name: workersName, measure: measureWorkers },
  { name: previewToolsName, measure: measurePreviewTools },
  { name: oldLoanName, measure: measureOldLoan },
  { name: crowdedLoanName, measure: measureCrowdedLoan },
  writeCost,
  backdatedHistory,
  ...diskFigures,
  { name: replayIndexName, measure: measureReplayIndex },
  { name: bulkName, measure: measureBulk },
  { name: dailyCloseName, measure: measureDailyClose },
  { name: boardingName, measure: measureBoarding, profile: profileBoarding },
  { name: autopayDayName, measure: measureAutopayDay, profile: profileAutopayDay },
  { name: overloadName, measure: measureOverload },
  { name: doorsName, measure: measureDoors },
  { name: sharesName, measure: measureShares },
  { name: chargingName, measure: measureCharging },
  { name: floodsName, measure: measureFloods },
  { name: authorisationName, measure: measureAuthorisation },
  { name: signInsName, measure: measureSignIns },
  { name: papersName, measure: measurePapers },
  { name: statementDayName, measure: measureStatementDay },
  { name: messagesName, measure: measureMessages, profile: profileMessages },
  { name: memoryName, measure: measureMemory },
  { name: registerFileName, measure: measureRegisterFile },
  { name: besideImportName, measure: measureBesideImport },
  { name: contentsName, measure: measureContents, profile: profileContents },
  { name: questionsName, measure: measureQuestions },
  { name: creditMonthName, measure: measureCreditMonth, profile: profileCreditMonth },
  { name: tapesName, measure: measureTapes },
  { name: millionName, measure: measureMillion },
  { name: killedName, measure: measureKilled },
  { name: campaignRowsName, measure: measureCampaignRows },
  { name: workflowsName, measure: measureWorkflows },
  { name: clusterName, measure: measureCluster },
  { name: importPeopleName, measure: measureImportPeople, profile: profileImportPeople },
];
const names = [...figures, ...others].map(({ name }) => name).concat(startName, engineName);

const usage = `npm run bench -- [figure…] [--quick] [--profile]
npm run bench -- compare REF [--quick]

Figures (all without a name): ${names.join(', ')}
--quick     rounds of a second: whether it runs, not how fast it is
compare     this version beside that of a branch, tag or commit, and what has changed; a quarter of an hour, --quick a third
--profile   no comparison: service or engine under a processor profile, its own time by function`;

export async function main(args: readonly string[]): Promise<number> {
  const wanted = args.filter((arg) => !arg.startsWith('--'));
  const flags = new Set(args.filter((arg) => arg.startsWith('--')));
  if (wanted[0] === 'compare' && wanted[1] !== undefined && wanted.length === 2) return compare(wanted[1], flags);
  const isKnown = (arg: string) => names.includes(arg) || ['--quick', '--profile'].includes(arg);
  if (!args.every(isKnown)) {
    console.log(usage);
    return args.includes('--help') ? 0 : 2;
  }
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
  const isQuick = flags.has('--quick');
  return withCleanup((cleanup) =>
    flags.has('--profile') ? profileWanted(isWanted, cleanup, isQuick) : measureWanted(isWanted, cleanup, isQuick),
  );
}

async function compare(ref: string, flags: ReadonlySet<string>): Promise<number> {
  try {
    return await withCleanup((cleanup) => compareVersions(ref, cleanup, flags.has('--quick')));
  } catch (error) {
    if (!(error instanceof NoSuchVersion)) throw error;
    console.error(error.message);
    return 2;
  }
}

type IsWanted = (name: string) => boolean;

async function profileWanted(isWanted: IsWanted, cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const seconds = isQuick ? 2 : 10;
  if (isWanted(engineName)) await profileReplay(seconds);
  const chosen = figures.filter(({ name }) => isWanted(name));
  await profile(chosen, cleanup, seconds);
  for (const other of others) if (isWanted(other.name)) await other.profile?.(cleanup, seconds);
}

async function measureWanted(isWanted: IsWanted, cleanup: Cleanup, isQuick: boolean): Promise<void> {
  if (isWanted(engineName)) await measureEngine(isQuick);
  const chosen = figures.filter(({ name }) => isWanted(name));
  if (chosen.length > 0) await measureCompared(chosen, cleanup, isQuick);
  for (const other of others) if (isWanted(other.name)) await other.measure(cleanup, isQuick);
  if (isWanted(startName)) await measureStarts(cleanup, isQuick ? 1 : 3);
  const table = tableOfRatios();
  if (table !== undefined) console.log(`\n${table}`);
}

async function withCleanup(work: (cleanup: Cleanup) => Promise<void>): Promise<number> {
  const cleanup = makeCleanup();
  let isInterrupted = false;
  const leave = () => {
    isInterrupted = true;
    void cleanup.run();
  };
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    await work(cleanup);
    return 0;
  } catch (error) {
    if (isInterrupted) return 130;
    throw error;
  } finally {
    await cleanup.run();
    process.off('SIGINT', leave).off('SIGTERM', leave);
  }
}

async function measureCompared(chosen: readonly Figure[], cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const stage = await setStage(cleanup);
  console.log(tableHead());
  for (const figure of chosen) await measureFigure(figure, stage, isQuick);
  await mustHaveWrittenAll(stage);
  await cleanup.run();
}

async function measureFigure(figure: Figure, stage: Stage, isQuick: boolean): Promise<void> {
  const limit = await stage.limit(figure.limit);
  const targets = [
    figure.target('service', stage.service, stage.ids),
    figure.target(`limit ${figure.limit}`, limit, stage.ids),
  ];
  const seconds = isQuick ? 1 : 3;
  await warmUp(targets, seconds);
  for (const connections of figure.connections) {
    const rounds = connections === mainConnections && !isQuick ? 5 : 3;
    const driven = await interleaved(targets, { connections, seconds, rounds });
    const [ours, limits] = targets.map(({ name }) => driven.filter(({ target }) => target === name));
    console.log(figureLine(figure, connections, ours ?? [], limits ?? []));
  }
}

async function measureStarts(cleanup: Cleanup, times: number): Promise<void> {
  const measured: StartTimes[] = [];
  for (let i = 0; i < times; i++) {
    measured.push(await measureStart(cleanup));
    await cleanup.run();
  }
  const of = (take: (times: StartTimes) => number) => spread(measured.map(take));
  const first = of(({ firstMs }) => firstMs);
  const second = of(({ secondMs }) => secondMs);
  const stop = of(({ stopMs }) => stopMs);
  record({ figure: startName, unit: 'ms', first, second, stop });
  console.log(`start, first   ${inWords(first, 0)} ms until the first answer, empty data directory and compile cache`);
  console.log(`start, second  ${inWords(second, 0)} ms`);
  console.log(`stop           ${inWords(stop, 0)} ms`);
}
