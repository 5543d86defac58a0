// `tenor ach rates FILE…`: return rates by company, from files that were sent and files that came back.
import { readFile } from '@tenor/ach/read/read-file.ts';
import {
  type CompanyRates,
  limitsPerMille,
  type RateKind,
  ReturnRates,
  rateKinds,
  standingOf,
} from '@tenor/ach/read/return-rates.ts';
import { linesOf } from '@tenor/engine/calc/report.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { failed } from './bank-files.ts';
import { CommandFailed, type Given, print } from './command.ts';
import { dayGiven } from './day-given.ts';
import { chunksOfFile } from './file-chunks.ts';
import { WrongUse } from './wrong-use.ts';

export async function showRates(values: Given, files: readonly string[]): Promise<void> {
  if (files.length === 0)
    throw new WrongUse('Files are to be named: what was sent in sixty days, and what came back since.');
  const rates = new ReturnRates();
  const days: CivilDate[] = [];
  for (const file of files) days.push(await added(rates, file));
  const through = dayGiven(values.through) ?? (days.toSorted().at(-1) as CivilDate);
  const companies = rates.through(through);
  if (values.json === true) print(JSON.stringify({ through, companies: companies.map(jsonOf) }, null, 2));
  else print(pageOf(through, companies));
  if (
    companies.some(({ sent, returned }) => rateKinds.some((kind) => standingOf(kind, returned[kind], sent) === 'above'))
  )
    throw new CommandFailed('A rate is not below its limit.');
}

/** Gives the day of the file. Errors: CommandFailed. */
async function added(rates: ReturnRates, file: string): Promise<CivilDate> {
  let day = '' as CivilDate;
  try {
    for await (const item of readFile(chunksOfFile(file))) {
      // It is the first item.
      if (item.is === 'file') day = item.header.createdOn;
      if (item.is === 'entry') rates.add(item.entry, day);
    }
  } catch (error) {
    throw failed(file, error);
  }
  return day;
}

function pageOf(through: CivilDate, companies: readonly CompanyRates[]): string {
  const titles = [
    'company',
    'debits',
    ...rateKinds.map((kind) => `${kind}\nbelow ${percent(limitsPerMille[kind], 1_000)}`),
  ];
  const rows = companies.flatMap(({ companyId, sent, returned, verifying }) => [
    [companyId, String(sent), ...rateKinds.map((kind) => cell(kind, returned[kind], sent))],
    ['  verifying', String(verifying.sent), ...rateKinds.map((kind) => String(verifying.returned[kind]))],
  ]);
  const columns = titles.map((title, i) => ({ title, side: i === 0 ? ('left' as const) : ('right' as const) }));
  const head = `Debits sent in the sixty days that end with ${through}, and how many came back`;
  return [head, '', ...linesOf({ columns, rows }).map(({ text }) => text)].join('\n');
}

function cell(kind: RateKind, returned: number, sent: number): string {
  const standing = standingOf(kind, returned, sent);
  return `${standing === 'fine' ? '' : `${standing} `}${returned} = ${percent(returned, sent)}`;
}

/** With three decimals, cut and not rounded, so that what is below a limit does not look as if it had reached it. */
function percent(part: number, whole: number): string {
  const thousandths = whole === 0 ? 0 : Math.floor((part * 100_000) / whole);
  return `${Math.floor(thousandths / 1_000)}.${String(thousandths % 1_000).padStart(3, '0')} %`;
}

const jsonOf = ({ companyId, sent, returned, verifying }: CompanyRates) => ({
  companyId,
  sent,
  verifying,
  rates: Object.fromEntries(
    rateKinds.map((kind) => [
      kind,
      {
        returned: returned[kind],
        percent: percent(returned[kind], sent),
        standing: standingOf(kind, returned[kind], sent),
      },
    ]),
  ),
});
