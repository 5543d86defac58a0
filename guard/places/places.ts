// Where a ZIP code and an area code lie: the state, and the zones whose clocks may be kept there.
import data from './zip-timezones.json' with { type: 'json' };

export interface Place {
  readonly state: string | null;
  /** None: it has no civil zone, as military mail, or is not known. */
  readonly zones: readonly string[];
  /** The zones among them that are kept by custom and not by law. */
  readonly informal: readonly string[];
}

const nowhere: Place = { state: null, zones: [], informal: [] };

interface Mixed {
  readonly state: string;
  readonly default: string;
  readonly zipExceptions?: Readonly<Record<string, readonly string[]>>;
  readonly stateExceptions?: Readonly<Record<string, readonly string[]>>;
  readonly candidates: readonly string[];
}

const mixed = new Map<string, Mixed>(Object.entries(data.zip3Mixed));
const states = new Map(Object.entries(data.states));
const areaCodes = new Map(Object.entries(data.areaCodes));
const ranges = data.zip3Ranges.map(([from, to, state, zone]) => ({ from, to, state, zone }));
const informal = new Map(
  data.informalObservance.flatMap(({ zips, ...kept }) => zips.map((zip) => [zip, kept] as const)),
);

/** A prefix of three digits stands for all of its ZIP codes. */
export function placeOfZip(zip: string): Place {
  const [prefix, whole] = [zip.slice(0, 3), zip.slice(0, 5)];
  const among = mixed.get(prefix);
  const found = among === undefined ? placeOfPrefix(prefix) : placeInMixed(among, whole);
  const kept = informal.get(whole);
  if (kept === undefined) return found;
  return {
    state: found.state,
    zones: [...new Set([...found.zones, kept.legal, kept.observed])],
    informal: [kept.observed],
  };
}

function placeOfPrefix(prefix: string): Place {
  const range = ranges.find(({ from, to }) => from != null && to != null && from <= prefix && prefix <= to);
  if (range === undefined) return nowhere;
  return { state: range.state ?? null, zones: range.zone == null ? [] : [range.zone], informal: [] };
}

function placeInMixed({ state, zipExceptions = {}, stateExceptions = {}, ...one }: Mixed, zip: string): Place {
  const keyOf = (exceptions: Readonly<Record<string, readonly string[]>>): string | undefined =>
    Object.keys(exceptions).find((key) => exceptions[key]?.includes(zip));
  const zones = zip.length < 5 ? one.candidates : [keyOf(zipExceptions) ?? one.default];
  return { state: keyOf(stateExceptions) ?? state, zones, informal: [] };
}

/** Where only the state is known, each of its zones may be the one. */
export function placeOfState(code: string): Place {
  const state = states.get(code);
  return state === undefined
    ? { ...nowhere, state: code }
    : { state: code, zones: [state.default, ...state.also], informal: [] };
}

/** A number in E.164. Foreign, toll-free and personal numbers say nothing. */
export function placeOfNumber(number: string): Place {
  const found = /^\+1\d{10}$/.test(number) ? areaCodes.get(number.slice(2, 5)) : undefined;
  return found === undefined ? nowhere : { state: found.state, zones: found.zones, informal: [] };
}
