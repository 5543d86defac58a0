// States and zones of ZIP codes and of phone numbers, as zip-timezones.md reads its data.

export interface Gazetteer {
  readonly states: Readonly<Record<string, { readonly default: string; readonly also: readonly string[] }>>;
  readonly zip3Ranges: readonly (readonly [from: string, to: string, state: string, zone: string | null])[];
  readonly zip3Mixed: Readonly<Record<string, MixedPrefix>>;
  readonly informalObservance: readonly {
    readonly zips: readonly string[];
    readonly legal: string;
    readonly observed: string;
  }[];
  readonly areaCodes: Readonly<Record<string, { readonly state: string; readonly zones: readonly string[] }>>;
}

interface MixedPrefix {
  readonly state: string;
  readonly default: string;
  readonly candidates: readonly string[];
  readonly zipExceptions?: Readonly<Record<string, readonly string[]>>;
  readonly stateExceptions?: Readonly<Record<string, readonly string[]>>;
}

export interface Place {
  readonly state?: string;
  readonly zones: readonly string[];
}

const nowhere: Place = { zones: [] };

export function placeOfZip(given: string, gazetteer: Gazetteer): Place {
  const zip = given.trim().slice(0, 5);
  if (!/^\d{3}(\d\d)?$/.test(zip)) return nowhere;
  const prefix = zip.slice(0, 3);
  const mixed = gazetteer.zip3Mixed[prefix];
  const place = mixed === undefined ? placeOfPrefix(prefix, gazetteer) : placeInMixed(zip, mixed);
  const informal = gazetteer.informalObservance.find((one) => one.zips.includes(zip));
  if (informal === undefined) return place;
  return { ...place, zones: [...new Set([...place.zones, informal.legal, informal.observed])] };
}

function placeOfPrefix(prefix: string, gazetteer: Gazetteer): Place {
  for (const [from, to, state, zone] of gazetteer.zip3Ranges) {
    if (from <= prefix && prefix <= to) return { state, zones: zone === null ? [] : [zone] };
  }
  return nowhere;
}

function placeInMixed(zip: string, mixed: MixedPrefix): Place {
  if (zip.length === 3) return { state: mixed.state, zones: mixed.candidates };
  const listed = (lists: Readonly<Record<string, readonly string[]>> | undefined): string | undefined => {
    for (const [name, zips] of Object.entries(lists ?? {})) if (zips.includes(zip)) return name;
    return undefined;
  };
  return { state: listed(mixed.stateExceptions) ?? mixed.state, zones: [listed(mixed.zipExceptions) ?? mixed.default] };
}

/** An address without a ZIP may lie anywhere in its state. */
export function placeOfState(state: string, gazetteer: Gazetteer): Place {
  const known = gazetteer.states[state];
  return known === undefined ? { state, zones: [] } : { state, zones: [known.default, ...known.also] };
}

export function placeOfPhone(given: string, gazetteer: Gazetteer): Place {
  const digits = given.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  if (digits.length !== 10) return nowhere;
  return gazetteer.areaCodes[digits.slice(0, 3)] ?? nowhere;
}
