// What Citus costs: the same service on plain PostgreSQL, on one node that holds shards, and on a coordinator with
// workers, each asked in turn, with everything that runs in the background.
import type { Cleanup } from '../cleanup.ts';
import { alternately } from '../load.ts';
import { enter, inWords, record, spread } from '../report.ts';
import { type Question, questions, reading } from '../versions/side.ts';
import { ask, type ClusterRound, type ClusterSide, type Database, givePlaces, setSide } from './side.ts';

export const clusterName = 'cluster';

const databases: readonly (Omit<Database, 'addresses'> & { readonly setting: string })[] = [
  { name: 'plain', setting: 'BENCH_PLAIN', isPlain: true },
  { name: 'one node', setting: 'BENCH_ONE_NODE', isPlain: false },
  { name: 'workers', setting: 'BENCH_WORKERS', isPlain: false },
];

/** Requests a second beside those on plain PostgreSQL, at least. */
interface Aims {
  readonly [database: string]: number;
}

const asked: readonly (Question & { readonly aims?: Aims })[] = [
  { ...questionOf('GET loan'), aims: { 'one node': 0.7, workers: 0.45 } },
  questionOf('GET loan, cold'),
  {
    name: 'list of people',
    isCold: true,
    asks: reading(() => Array.from({ length: 40 }, () => '/people')),
    aims: { 'one node': 0.5, workers: 0.4 },
  },
  { ...questionOf('POST person'), aims: { 'one node': 0.7, workers: 0.5 } },
  { ...questionOf('POST payment'), aims: { 'one node': 0.65, workers: 0.5 } },
];

function questionOf(name: string): Question {
  const found = questions.find((one) => one.name === name);
  if (found === undefined) throw new Error(`The bench has no question ${name}.`);
  return found;
}

export async function measureCluster(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const given = databases.flatMap(({ setting, ...one }) => {
    const addresses = process.env[setting];
    return addresses === undefined ? [] : [{ ...one, addresses }];
  });
  if (given.length < 2) {
    console.log(`cluster: left out, since ${databases.map(({ setting }) => setting).join(', ')} name no servers`);
    return;
  }
  const sides: ClusterSide[] = [];
  for (const database of given) sides.push(await setSide(database, cleanup));
  const others = sides.slice(1).map(({ name }) => name);
  console.log(line(['requests a second', sides[0]?.name ?? '', ...others.flatMap((name) => [name, 'ratio'])]));
  for (const question of asked) await measureOne(question, sides, isQuick);
  await measurePlaces(sides);
  await cleanup.run();
}

async function measureOne(
  question: Question & { readonly aims?: Aims },
  sides: readonly ClusterSide[],
  isQuick: boolean,
): Promise<void> {
  const load = { connections: 8, seconds: isQuick ? 2 : 4 };
  for (const side of sides) await ask(side, question, load, 0);
  const rounds = await alternately(
    sides.map((side) => (round: number) => ask(side, question, load, round)),
    isQuick ? 3 : 5,
  );
  const of = (side: ClusterSide | undefined): ClusterRound[] => rounds.filter(({ target }) => target === side?.name);
  const median = (side: ClusterSide | undefined) =>
    spread(of(side).map(({ perSecond }) => perSecond)).median.toFixed(0);
  const cells = [question.name, median(sides[0])];
  for (const side of sides.slice(1)) {
    const plain = of(sides[0]);
    const ratio = spread(of(side).map(({ perSecond }, i) => perSecond / (plain[i] as ClusterRound).perSecond));
    const aim = question.aims?.[side.name] ?? null;
    const figure = `${clusterName} ${question.name.replace(',', '')}`;
    enter({ name: figure, limitSays: `${side.name}, beside plain PostgreSQL`, aim }, ratio);
    record({ figure, side: side.name, aim, ratio, rounds });
    cells.push(median(side), inWords(ratio, 2));
  }
  console.log(line(cells));
  for (const side of sides) console.log(`  ${side.name}: ${stagesOf(of(side))}`);
}

/** Where the processor time of a request goes, in milliseconds. */
function stagesOf(rounds: readonly ClusterRound[]): string {
  const ms = (micros: (round: ClusterRound) => number): string =>
    (spread(rounds.map(micros)).median / 1_000).toFixed(2);
  const nodes = (rounds[0]?.nodesMicros ?? []).map((_, i) => ms(({ nodesMicros }) => nodesMicros[i] ?? 0));
  const [first, ...workers] = nodes;
  const ofWorkers = workers.length === 0 ? '' : `, workers ${workers.join(' and ')}`;
  return `service ${ms((round) => round.processorMicrosPerRequest)} ms, first node ${first}${ofWorkers}`;
}

/** Once for each: the order of events is a bound and has no aim. */
async function measurePlaces([plain, ...others]: readonly ClusterSide[]): Promise<void> {
  if (plain === undefined) return;
  const ofPlain = await givePlaces(plain);
  const cells = ['commits placed', ofPlain.toFixed(0)];
  for (const side of others) {
    const perSecond = await givePlaces(side);
    cells.push(perSecond.toFixed(0), (perSecond / ofPlain).toFixed(2));
  }
  console.log(line(cells));
}

const widths = [20, 8, 10, 24, 10, 24];
const line = (cells: readonly string[]): string => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('');
