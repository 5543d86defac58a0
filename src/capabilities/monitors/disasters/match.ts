// Whether a home lies where a disaster was declared, and how sure that is: pure.
import type { Identifying } from '#capabilities/people/index.ts';
import { type MatchQuality, matchQualities } from '../words.ts';

export interface Area {
  readonly state: string;
  /** Null: the whole state. */
  readonly countyFips: string | null;
  /** FEMA names it so: `Harris (County)`. */
  readonly designatedArea: string;
}

export interface Home {
  readonly address: NonNullable<Identifying['home']>;
  /** The counties in which its ZIP code lies; undefined: nobody has said. */
  readonly zipCounties: readonly string[] | undefined;
}

/** `Harris (County)`, `Harris County` and `harris` are one name. */
const bareCounty = (name: string): string =>
  name
    .toUpperCase()
    .replace(/\(.*\)/, '')
    .replace(/\b(COUNTY|PARISH|BOROUGH|MUNICIPIO|CENSUS AREA)\b/g, '')
    .replace(/[^A-Z]/g, '');

/** Where nobody knows the county, nothing matches: a whole state would be told of what concerns a few. */
export function qualityOf(area: Area, { address, zipCounties }: Home): MatchQuality | undefined {
  if (address.state !== area.state) return undefined;
  if (area.countyFips === null) return 'exact';
  if (address.countyOrRegion !== null) {
    return bareCounty(address.countyOrRegion) === bareCounty(area.designatedArea) ? 'exact' : undefined;
  }
  if (!zipCounties?.includes(area.countyFips)) return undefined;
  return zipCounties.length === 1 ? 'exact' : 'possible';
}

/** The area that matches best is told, and how sure it is. */
export function surest<A extends Area>(
  areas: readonly A[],
  home: Home,
): { readonly area: A; readonly quality: MatchQuality } | undefined {
  const matched = areas.flatMap((area) => {
    const quality = qualityOf(area, home);
    return quality === undefined ? [] : [{ area, quality }];
  });
  return matched.toSorted(
    (one, other) => matchQualities.indexOf(one.quality) - matchQualities.indexOf(other.quality),
  )[0];
}
