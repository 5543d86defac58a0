// Checks that the database fits this version: which migrations `tenor migrate` would run, and which ones in the
// database are unknown here.
import { modes } from '../db/realm.ts';
import { type Check, counted, type Finding, type InspectedDatabase, orFine, rowsOf, warning, wrong } from './check.ts';

export const migrations: Check<InspectedDatabase> = {
  name: 'migrations',
  async look(inspected) {
    const ran = await rowsOf<{ schema_name: string; name: string; hash: string }>(
      inspected,
      'select schema_name, name, hash from tenor.migrations',
    );
    const findings = modes.flatMap((mode) => {
      const hashes = new Map(ran.filter((row) => row.schema_name === mode).map(({ name, hash }) => [name, hash]));
      return [...missing(inspected, mode, hashes), ...unlike(inspected, mode, hashes)];
    });
    const count = inspected.migrations.length;
    return orFine(findings, `All ${count} migrations have run, in both modes, and no other.`);
  },
};

type Hashes = ReadonlyMap<string, string>;

function missing(inspected: InspectedDatabase, mode: string, ran: Hashes): Finding[] {
  const names = inspected.migrations.map(({ name }) => name).filter((name) => !ran.has(name));
  if (names.length === 0) return [];
  return [
    warning(
      `${counted(names.length, 'migration')} of this version did not run in ${mode}: ${names.join(', ')}.`,
      'Make a backup and run "tenor migrate"; the next start of the service does it as well.',
    ),
  ];
}

function unlike(inspected: InspectedDatabase, mode: string, ran: Hashes): Finding[] {
  const known = new Map(inspected.migrations.map(({ name, hash }) => [name, hash]));
  return [...ran].flatMap(([name, hash]) => {
    if (!known.has(name)) {
      return [
        wrong(
          `The database is newer than this version of Tenor: ${mode} knows the migration ${name}.`,
          'Start the newer version, or restore a backup made by this one.',
        ),
      ];
    }
    if (known.get(name) === hash) return [];
    return [
      wrong(
        `The migration ${name} is another than the one that ran in ${mode}.`,
        'Start the version that made the database, or take a new database: before the first release there is no upgrade.',
      ),
    ];
  });
}
