// The tables of docs/monitoring.md: each metric as the service tells it, and each field of a log line.
import { metricsOfAll } from '#app/workers/metrics-of-all.ts';
import { logFields } from '#platform/log-fields.ts';
import { aHouse } from '../tests/support/house.ts';

/** What the parent of several processes tells besides, where all of them run. */
export const metricsOfParent = (): Promise<string> =>
  metricsOfAll({
    wanted: 1,
    listening: [],
    longWork: undefined,
    startedAgain: 0,
    onEnd() {},
    first() {
      throw new Error('Nothing is started here.');
    },
    begin() {},
    stop: async () => true,
  }).text();

async function metricsOfService(): Promise<string> {
  const house = await aHouse({ works: false, config: { dataDirectory: process.cwd() } });
  try {
    // A request, so that there is a duration to show the labels of.
    await house.app.inject({ method: 'GET', url: '/health/live' });
    return (await house.app.inject({ method: 'GET', url: '/metrics' })).body;
  } finally {
    await house.close();
  }
}

/** Every Prometheus client of Node.js has the metrics of the runtime, so they are not described here. */
const isOurs = (name: string): boolean => !/^(process|nodejs)_/.test(name);

function rowsOf(text: string): string[] {
  return [...text.matchAll(/^# HELP (\w+) (.*)\n# TYPE \w+ (\w+)$/gm)]
    .filter(([, name]) => isOurs(String(name)))
    .map(([, name, help, type]) => {
      const [, labels = ''] = new RegExp(`^${name}(?:_bucket)?\\{(.*)\\} `, 'm').exec(text) ?? [];
      const named = [...labels.matchAll(/(\w+)="/g)]
        .filter(([, label]) => label !== 'le')
        .map(([, label]) => `\`${label}\``);
      return `| \`${name}\` | ${type} | ${named.join(', ')} | ${help} |`;
    });
}

async function metricsTable(): Promise<string> {
  // If both have a metric, the row of the service is shown. That of the parent has no values yet, and so no labels.
  const rows = [...rowsOf(await metricsOfParent()), ...rowsOf(await metricsOfService())];
  const byName = new Map(rows.map((row) => [row.split('|')[1], row]));
  return ['| Metric | Type | Labels | What it says |', '|---|---|---|---|', ...[...byName.values()].sort()].join('\n');
}

const fieldsTable = (): string =>
  [
    '| Field | What it says |',
    '|---|---|',
    ...Object.entries(logFields).map(([name, says]) => `| \`${name}\` | ${says} |`),
  ].join('\n');

const between = (mark: string): RegExp => new RegExp(`<!-- ${mark} -->[\\s\\S]*?<!-- /${mark} -->`);

export async function monitoringWithTables(page: string): Promise<string> {
  const metrics = await metricsTable();
  return page
    .replace(between('metrics'), () => `<!-- metrics -->\n${metrics}\n<!-- /metrics -->`)
    .replace(between('log'), () => `<!-- log -->\n${fieldsTable()}\n<!-- /log -->`);
}
