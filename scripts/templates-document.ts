// docs/templates.md: what texts of messages may name, with an example of each.
import { readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { whole } from '#app/capabilities.ts';
import { objectNames, readOf, templateReads } from '#capabilities/templates/context/objects.ts';
import { messageValues } from '#capabilities/templates/message-values.ts';
import { filters } from '#platform/templates/filters.ts';

export const templatesDocument = (): string => `# What texts of messages may name

Made by \`npm run docs\`. Do not edit.

Texts are [Jinja](https://jinja.palletsprojects.com/) templates: \`{{ loan.id }}\`, \`{% if daysOverdue > 5 %}…{% endif %}\`, \`{% for payment in paymentSchedule %}…{% endfor %}\`. This page is made from the lists and schemas that the service itself uses ([README](../src/capabilities/templates/README.md)). What has no value is empty; with \`strict\`, printing it is refused, and \`{% if loan and loan.nickname %}\` asks whether it is there. Amounts are texts with two decimals, days \`YYYY-MM-DD\`, instants in UTC.

## Filters

Arguments have no names: \`{{ day | date('short') }}\`. Those of Jinja itself are there too, such as \`default\`, \`join\`, \`length\`, \`upper\`.

| Filter | In English | In Spanish |
|---|---|---|
${examplesOfFilters.map(filterRow).join('\n')}

## What HTML may have

Elements and attributes that show something, one \`<style>\` without variables, and \`style\` attributes, where a variable is \`{{ … | color }}\`. An address begins with \`https://\`, \`mailto:\` or \`tel:\`, or is \`{{ … | link }}\`; pictures lie within the text (\`data:\`, \`cid:\`), unless \`communication.allowsRemoteImages\` is set. Values with variables stand in quotes, and a statement begins and ends in the same text or value. Scripts, handlers, forms, frames and comments with HTML are refused when a text is written.

## message

What whoever sends a message tells its text of the sending.

| Name | Meaning | Example |
|---|---|---|
${Object.entries(messageValues)
  .map(([name, { says, example }]) => `| \`message.${name}\` | ${says} | ${shown(example)} |`)
  .join('\n')}

${objectNames.map(objectSection).join('\n')}
Which values each message is given besides is in [subjects.md](subjects.md).
`;

const examplesOfFilters: readonly (readonly [name: keyof typeof filters, value: string, ...more: string[]])[] = [
  ['money', '1234.5'],
  ['percent', '0.1499'],
  ['date', '2026-07-15'],
  ['date', '2026-07-15', 'short'],
  ['plural', '3', 'day', 'days'],
  ['mask', '4000123456789'],
  ['link', 'https://pay.lender.example/'],
  ['link', 'javascript:alert(1)'],
  ['color', '#0a5fff'],
  ['color', 'blue', '#1a1a1a'],
];

function filterRow([name, value, ...more]: (typeof examplesOfFilters)[number]): string {
  const said = (language: string) => filters[name]({ language, timezone: 'UTC' }, value, ...more);
  const given = more.length === 0 ? '' : `(${more.map((one) => `'${one}'`).join(', ')})`;
  return `| \`'${value}' \\| ${name}${given}\` | ${said('en')} | ${said('es')} |`;
}

/** What a text names of an object that its sender may not read. */
const without: Readonly<Record<string, string>> = {
  company:
    ' Without it a text names what stands on papers and pages of the company: its names, support, links, hours and address.',
  person: ' Without it a message that is sent greets by `name` or by the name of the business.',
};

function objectSection(name: (typeof objectNames)[number]): string {
  const read = templateReads(whole).get(readOf[name]);
  const intro = `## ${name}\n\nWhat \`${read?.method} ${read?.path}\` answers; it needs \`${read?.permission}\`.${without[name] ?? ''}`;
  if (name === 'loans') return `${intro} A list of them: \`{% for loan in loans %}\`.\n`;
  const fields = fieldsOf(read?.answer as TSchema, name, answered()[readOf[name]]?.data);
  const rows = fields.map(([path, example]) => `| \`${path}\` | ${shown(example)} |`);
  return [intro, '', '| Name | Example |', '|---|---|', ...rows, ''].join('\n');
}

/** The answers of the examples. */
const answered = (): Readonly<Record<string, { readonly data?: unknown }>> =>
  JSON.parse(readFileSync(new URL('../docs/examples.json', import.meta.url), 'utf8'));

interface Node {
  readonly 'x-tenor'?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly anyOf?: readonly TSchema[];
}

/** What the company of the recorded examples has not set. */
const ownExamples: Readonly<Record<string, unknown>> = {
  'company.legalName': 'Acme Lending, Inc.',
  'company.brandName': 'Acme',
  'company.domainName': 'pay.lender.example',
  'company.support.phone': '+1 317 555 0100',
  'company.support.email': 'help@lender.example',
  'company.papers.address': '1 Main Street\nIndianapolis, IN 46204',
  'company.brandAssets.primaryColor': '#0a5fff',
  'company.ui.locale': 'en-US',
};

/** Deeper ones are found in docs/api.md. */
const depthMax = 4;

/** The example is what the recorded answer has; where it has nothing, that of the schema. */
function fieldsOf(schema: TSchema, path: string, answer: unknown): (readonly [path: string, example: unknown])[] {
  const all = [schema, ...((schema as Node).anyOf ?? [])] as readonly Node[];
  const inside = all.find(({ properties }) => properties)?.properties;
  if (inside !== undefined && path.split('.').length < depthMax) {
    return Object.entries(inside).flatMap(([name, one]) =>
      fieldsOf(one, `${path}.${name}`, (answer as Readonly<Record<string, unknown>> | null | undefined)?.[name]),
    );
  }
  const isAmount = all.some((one) => one['x-tenor'] === 'amount');
  const example = ownExamples[path] ?? answer ?? all.map(exampleOf).find((one) => one !== undefined);
  return [[path, isAmount ? Number(example ?? 430.5).toFixed(2) : example]];
}

const exampleOf = ({ const: only, enum: words, examples, type }: Node): unknown =>
  examples?.[0] ?? only ?? words?.[0] ?? ofType[type ?? ''];

const ofType: Readonly<Record<string, unknown>> = {
  boolean: true,
  string: 'a text',
  integer: 30,
  number: 30,
  array: [],
};

const shown = (example: unknown): string =>
  example === undefined || example === null
    ? ''
    : `\`${JSON.stringify(example).slice(0, 200).replaceAll('|', '\\|')}\``;
