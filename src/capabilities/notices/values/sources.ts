// What the texts of notices and their conditions are read from: the answers of reads of the interface, so that a figure in
// a message is the figure that a client sees. Each is read once for a message, and only if it names it.

import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { Refusal } from '#platform/errors.ts';
import type { Endpoint, ReadContext } from '#platform/http/endpoint.ts';
import type { ToldValues } from '../tables.ts';

/** Each source and its read. The ids of its path are those of the message, and those that the event tells. */
export const sources = {
  agency: 'collectionAgencies.read',
  autopay: 'autopay.read',
  balances: 'loans.balances',
  cap: 'scraCaps.read',
  case: 'cases.read',
  dispute: 'purchaseDisputes.read',
  draw: 'draws.read',
  expected: 'expectedPayments.read',
  hardship: 'hardships.read',
  instrument: 'paymentInstruments.read',
  limit: 'loans.limit',
  loan: 'loans.read',
  obligations: 'obligations.list',
  promise: 'promiseToPayPlans.read',
  promo: 'promoPrograms.read',
  purchase: 'purchases.read',
  settlement: 'settlements.read',
  statement: 'statements.details',
  transaction: 'transactions.read',
} as const;
type Source = keyof typeof sources;

export const isSource = (name: string): name is Source => name in sources;

type Reads = ReadonlyMap<string, Endpoint>;
type Params = Readonly<Record<string, string>>;

export function readsOfSources(endpoints: readonly Endpoint[]): Reads {
  const names: ReadonlySet<string> = new Set(Object.values(sources));
  return new Map(endpoints.filter(({ name }) => names.has(name)).map((one) => [one.name, one]));
}

/** Shows a source; undefined where the thing is not there, as an instrument of somebody else. */
export type Shown = (source: Source) => Promise<Readonly<Record<string, unknown>> | undefined>;

export function shownOnce(reads: Reads, ctx: ReadContext, params: Params): Shown {
  const known = new Map<Source, ReturnType<Shown>>();
  return (source) => {
    const found = known.get(source) ?? show(reads, ctx, params, source);
    known.set(source, found);
    return found;
  };
}

async function show(reads: Reads, ctx: ReadContext, params: Params, source: Source) {
  const endpoint = reads.get(sources[source]);
  if (endpoint?.read === undefined) throw new Error(`No read is called ${sources[source]}.`);
  const missing = [...endpoint.path.matchAll(/\{(\w+)\}/g)].some(([, name = '']) => params[name] === undefined);
  if (missing) return undefined;
  try {
    const { subject } = endpoint;
    const found = await subject?.find(ctx.reader, params[subject.param] ?? '', false, params);
    return (await endpoint.read(ctx, { params, query: {}, body: undefined }, found?.subject)) as Record<
      string,
      unknown
    >;
  } catch (error) {
    if (error instanceof Refusal && error.kind.status === 404) return undefined;
    throw error;
  }
}

/** What is known while the values of a message are read. */
export interface Known {
  readonly told: ToldValues;
  /** The day of the event, or the present one. */
  readonly day: CivilDate;
  readonly zone: string;
  readonly shown: Shown;
}
