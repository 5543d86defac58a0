// What the texts of notices and their conditions are read from: the answers of reads of the interface, so that a figure in
// a message is the figure that a client sees. Each is read once for a message, and only if it names it.

import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { Refusal } from '#platform/errors.ts';
import type { Endpoint, ReadContext } from '#platform/http/endpoint.ts';
import type { ToldValues } from '../tables.ts';
import type { CollectionPlace } from './collection-place.ts';

/** Each source and its read. The ids of its path are those of the message, and those that the event tells. */
export const sources = {
  adverse: 'loans.adverseActions',
  agency: 'collectionAgencies.read',
  autopay: 'autopay.read',
  balances: 'loans.balances',
  cap: 'scraCaps.read',
  case: 'cases.read',
  company: 'companies.read',
  dispute: 'purchaseDisputes.read',
  draw: 'draws.read',
  expected: 'expectedPayments.read',
  /** The rates of the agreement and those that were added, the latest first. */
  givenRates: 'loanRates.list',
  hardship: 'hardships.read',
  instrument: 'paymentInstruments.read',
  investor: 'investors.read',
  limit: 'loans.limit',
  loan: 'loans.read',
  obligations: 'obligations.list',
  owners: 'loanInvestors.list',
  /** The one that runs on the day of the event. */
  periods: 'loanPeriods.list',
  promise: 'promiseToPayPlans.read',
  promo: 'promoPrograms.read',
  purchase: 'purchases.read',
  /** It is asked for the day before the event and for its day. */
  rates: 'loans.interest',
  /** It is asked for the day before a rate begins and for that day, which are to come. */
  ratesAhead: 'loans.interest',
  settlement: 'settlements.read',
  statement: 'statements.details',
  transaction: 'transactions.read',
} as const;
type Read = keyof typeof sources;

/** Several answers together, for figures that need more than one. */
export const together = {
  debt: ['loan', 'balances', 'obligations', 'periods'],
  rateAhead: ['loan', 'ratesAhead', 'givenRates'],
} as const satisfies Readonly<Record<string, readonly Read[]>>;
type Source = Read | keyof typeof together;

export const isSource = (name: string): name is Source => name in sources || name in together;

type Reads = ReadonlyMap<string, Endpoint>;
type Params = Readonly<Record<string, string>>;

export function readsOfSources(endpoints: readonly Endpoint[]): Reads {
  const names: ReadonlySet<string> = new Set(Object.values(sources));
  return new Map(endpoints.filter(({ name }) => names.has(name)).map((one) => [one.name, one]));
}

/** Shows a source; undefined where the thing is not there, as an instrument of somebody else. */
export type Shown = (source: Source) => Promise<Readonly<Record<string, unknown>> | undefined>;

/** What a read is asked beside its path, about an event of this day. */
const queries: { readonly [S in Read]?: (about: About) => Readonly<Record<string, unknown>> } = {
  givenRates: () => ({ limit: 100 }),
  periods: ({ day }) => ({ fromDate: day, toDate: day }),
  rates: ({ day }) => around(day),
  ratesAhead: ({ day, told }) => around((told.effectiveDate ?? day) as CivilDate),
};

const around = (day: CivilDate) => ({ fromEffectiveDate: addDays(day, -1), toEffectiveDate: addDays(day, 1) });

interface About {
  readonly params: Params;
  readonly day: CivilDate;
  readonly told: ToldValues;
}

export function shownOnce(reads: Reads, ctx: ReadContext, about: About): Shown {
  const known = new Map<Source, ReturnType<Shown>>();
  const shown: Shown = (source) => {
    const found = known.get(source) ?? shownBy(source);
    known.set(source, found);
    return found;
  };
  const shownBy = async (source: Source): ReturnType<Shown> => {
    if (source in together) {
      const parts: readonly Read[] = together[source as keyof typeof together];
      const answers = await Promise.all(parts.map(async (part) => [part, await shown(part)] as const));
      return answers.every(([, answer]) => answer !== undefined) ? Object.fromEntries(answers) : undefined;
    }
    const more = source === 'investor' ? soleOwner(await shown('owners')) : {};
    return show(reads, ctx, { ...about, params: { ...about.params, ...more } }, source as Read);
  };
  return shown;
}

interface Owners {
  readonly items: readonly { readonly investorId: string; readonly endDate: unknown; readonly replacedAt: unknown }[];
}

/** Who owns a loan is named where it is one. */
function soleOwner(owners: object | undefined): Params {
  const [sole, ...others] = ((owners as Owners | undefined)?.items ?? []).filter(
    ({ endDate, replacedAt }) => endDate === null && replacedAt === null,
  );
  return sole === undefined || others.length > 0 ? {} : { investorId: sole.investorId };
}

async function show(reads: Reads, ctx: ReadContext, about: About, source: Read) {
  const { params } = about;
  const endpoint = reads.get(sources[source]);
  if (endpoint?.read === undefined) throw new Error(`No read is called ${sources[source]}.`);
  const missing = [...endpoint.path.matchAll(/\{(\w+)\}/g)].some(([, name = '']) => params[name] === undefined);
  if (missing) return undefined;
  try {
    const { subject } = endpoint;
    const found = await subject?.find(ctx.reader, params[subject.param] ?? '', false, params);
    return (await endpoint.read(
      ctx,
      { params, query: queries[source]?.(about) ?? {}, body: undefined },
      found?.subject,
    )) as Record<string, unknown>;
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
  /** On which the message is made. */
  readonly today: CivilDate;
  /** That of the borrower, each of its lines on a line; null: none is known. */
  readonly address: () => string | null;
  /** By which rules of places a collector writes to the borrower. */
  readonly collectionPlace: () => CollectionPlace;
  readonly shown: Shown;
}
