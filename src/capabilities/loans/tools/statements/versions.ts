// How statements looked in earlier versions of the interface.
import type { VersionStep } from '#platform/http/versions.ts';

type Shown = Readonly<Record<string, unknown>>;

const dates = ['dateToCheckToKeepGrace', 'dateToCheckToRestoreGrace'];

export const statementVersions: VersionStep[] = [
  {
    since: '2026-08-04',
    change: `${dates.map((date) => `\`${date}\``).join(' and ')} were added to the \`draws\` of the details of a statement.`,
    resource: 'StatementDetails',
    before: (shown) => ({
      ...shown,
      draws: (shown.draws as readonly Shown[]).map((draw) =>
        Object.fromEntries(Object.entries(draw).filter(([name]) => !dates.includes(name))),
      ),
    }),
  },
];
