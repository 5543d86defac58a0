// Checks the server's settings on which our promises depend: no acknowledged change is lost, and no log contains a
// value.
import { type Check, type Finding, fine, type InspectedDatabase, orFine, rowsOf, warning, wrong } from './check.ts';

interface Setting {
  readonly name: string;
  readonly setting: string;
}

async function settingsOf(inspected: InspectedDatabase, names: readonly string[]): Promise<Setting[]> {
  return rowsOf(inspected, 'select name, setting from pg_settings where name = any($1::text[]) order by name', [names]);
}

const set = (name: string, value: string): string =>
  `"alter system set ${name} = ${value}" and "select pg_reload_conf()", as a superuser.`;

export const durability: Check<InspectedDatabase> = {
  name: 'durability',
  async look(inspected) {
    const found = await settingsOf(inspected, ['fsync', 'full_page_writes', 'synchronous_commit']);
    const lost: Record<string, string> = {
      fsync: 'a loss of power can destroy the database',
      full_page_writes: 'a loss of power can destroy pages of the database',
      synchronous_commit: 'a loss of power can undo what was acknowledged',
    };
    const findings: Finding[] = found
      .filter(({ setting }) => setting === 'off')
      .map(({ name }) => wrong(`${name} is off: ${lost[name]}.`, set(name, 'on')));
    const [row] = await rowsOf<{ standby: boolean }>(inspected, 'select pg_is_in_recovery() as standby');
    if (row?.standby) {
      findings.push(
        wrong(
          'The server is a standby: nothing can be written to it.',
          'Set DATABASE_URL to the primary, or promote it.',
        ),
      );
    }
    return orFine(findings, 'What is acknowledged is on the disk.');
  },
};

/** The text, the detail and the statement of an error may contain values: names, numbers, accounts. */
const silent: readonly {
  readonly name: string;
  readonly isSilent: (setting: string) => boolean;
  readonly better: string;
}[] = [
  { name: 'log_min_error_statement', isSilent: (one) => one === 'panic' || one === 'fatal', better: "'panic'" },
  { name: 'log_error_verbosity', isSilent: (one) => one === 'terse', better: "'terse'" },
  { name: 'log_statement', isSilent: (one) => one === 'none' || one === 'ddl', better: "'none'" },
  { name: 'log_parameter_max_length_on_error', isSilent: (one) => one === '0', better: '0' },
];
const durations = ['log_min_duration_statement', 'log_min_duration_sample', 'log_transaction_sample_rate'];
const bounded = 'log_parameter_max_length';

export const serverLog: Check<InspectedDatabase> = {
  name: 'server log',
  async look(inspected) {
    const names = [...silent.map(({ name }) => name), ...durations, bounded];
    const found = new Map((await settingsOf(inspected, names)).map(({ name, setting }) => [name, setting]));
    const findings = silent.flatMap(({ name, isSilent, better }) => {
      const setting = found.get(name);
      if (setting === undefined || isSilent(setting)) return [];
      return [warning(`With ${name} = ${setting} the log of the server may hold personal values.`, set(name, better))];
    });
    const logsSlow = found.get(durations[0] as string) !== '-1' || found.get(durations[1] as string) !== '-1';
    const samples = Number(found.get(durations[2] as string)) > 0;
    if ((logsSlow || samples) && found.get(bounded) !== '0') {
      findings.push(warning('The log of the server shows slow statements with their values.', set(bounded, '0')));
    }
    return orFine(findings, 'The log of the server holds no values.');
  },
};

interface Text {
  readonly encoding: string;
  readonly collation: string;
  readonly made: string | null;
  readonly now: string | null;
}

export const encoding: Check<InspectedDatabase> = {
  name: 'encoding',
  async look(inspected) {
    const [row] = await rowsOf<Text>(
      inspected,
      `select pg_encoding_to_char(encoding) as encoding, datcollate as collation, datcollversion as made,
        pg_database_collation_actual_version(oid) as now
      from pg_database where datname = current_database()`,
    );
    const { encoding: name, collation, made, now } = row as Text;
    const findings: Finding[] = [];
    if (name !== 'UTF8') {
      findings.push(
        wrong(
          `The database is in ${name}.`,
          `Create one with "encoding 'UTF8' locale 'C' template template0" and restore a backup into it.`,
        ),
      );
    }
    if (made !== now) {
      findings.push(
        wrong(
          `The rules by which ${collation} sorts have changed (${made} to ${now}): indexes of texts may miss rows.`,
          '"reindex database" and then "alter database … refresh collation version", as its owner.',
        ),
      );
    }
    return orFine(findings, `Texts are in UTF-8 and sorted as in ${collation}.`);
  },
};

export const serverVersion: Check<InspectedDatabase> = {
  name: 'PostgreSQL',
  async look(inspected) {
    const [row] = await rowsOf<{ number: number; name: string }>(
      inspected,
      "select current_setting('server_version_num')::integer as number, current_setting('server_version') as name",
    );
    const { number, name } = row as { number: number; name: string };
    if (number >= 150_000) return [fine(`The database server is PostgreSQL ${name}.`)];
    return [
      wrong(`The database server is PostgreSQL ${name}.`, 'Upgrade it to 15 or newer, or set DATABASE_URL to another.'),
    ];
  },
};
