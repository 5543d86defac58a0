// How draws looked in earlier versions of the interface.
import type { VersionStep } from '#platform/http/versions.ts';

type Shown = Readonly<Record<string, unknown>>;

const added = ['numPeriodsToEvaluateGrace', 'minPaymentCalculationOverride'];

function withoutAdded({ atOrigination, ...draw }: Shown): Record<string, unknown> {
  const { gracePeriod, ...agreed } = atOrigination as Shown;
  if (gracePeriod == null) return { ...draw, atOrigination };
  const earlier = Object.fromEntries(Object.entries(gracePeriod).filter(([name]) => !added.includes(name)));
  return { ...draw, atOrigination: { ...agreed, gracePeriod: earlier } };
}

/** For the answers of reads and of writes. A body of an earlier version that leaves them out leaves them as they are. */
export const drawVersions: VersionStep[] = ['Draw', 'ChangedDraw'].map((resource) => ({
  since: '2026-08-04',
  resource,
  change: `${added.map((name) => `\`${name}\``).join(' and ')} were added to \`atOrigination.gracePeriod\`.`,
  before: withoutAdded,
}));
