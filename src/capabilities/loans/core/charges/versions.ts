// How obligations looked in earlier versions of the interface.
import type { VersionStep } from '#platform/http/versions.ts';

type Shown = Readonly<Record<string, unknown>>;

const dates = ['dateToCheckToKeepGrace', 'dateToCheckToKeepGraceCanceledAt', 'dateToCheckToRestoreGrace'];

const withoutDates = (obligation: Shown): Record<string, unknown> => ({
  ...obligation,
  gracePeriod: (obligation.gracePeriod as readonly Shown[]).map((grace) =>
    Object.fromEntries(Object.entries(grace).filter(([name]) => !dates.includes(name))),
  ),
});

const added = {
  since: '2026-08-04',
  change: `${dates.map((date) => `\`${date}\``).join(', ')} were added to \`gracePeriod\`.`,
} as const;

export const obligationVersions: VersionStep[] = [
  { ...added, resource: 'Obligation', before: withoutDates },
  {
    ...added,
    resource: 'Obligations',
    before: (shown) => ({ ...shown, obligations: (shown.obligations as readonly Shown[]).map(withoutDates) }),
  },
];
