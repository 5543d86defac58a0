// Which text a message has. Those of the company come first: the one for the loan type, then the one for all; then the text
// that is shipped. Each is looked for in the language of the borrower, then in that of the company, then in English. A
// descriptor without a version is passed over; one that is disabled ends the search, for then the message is not sent.
import { createHash } from 'node:crypto';
import { languageOf, settingsRow } from '#capabilities/company/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { latelyUsed } from '#platform/lately-used.ts';
import { topNamesOf } from '#platform/templates/names-of.ts';
import type { TemplateSource } from '#platform/templates/order.ts';
import { defaultTemplate } from './defaults/index.ts';
import { sourceOf } from './resources/template-version.ts';
import { subjectOf } from './subjects/index.ts';
import {
  type TemplateDescriptorRow,
  type TemplateVersionRow,
  templateDescriptors,
  templateVersions,
} from './tables.ts';
import { type Language, type TemplateChannel, templateChannels } from './template-values.ts';

export interface ChosenTemplate {
  readonly subject: string;
  readonly channel: TemplateChannel;
  /** That of the text, which may be another than the one that was asked for. */
  readonly language: Language;
  /** Null: the shipped text. */
  readonly templateVersionId: string | null;
  readonly templateDescriptorId: string | null;
  readonly sensitive: boolean;
  readonly source: TemplateSource;
  /** Equal keys are equal sources. */
  readonly key: string;
  /** The names at the top of what it uses: `company`, `loan`, `daysOverdue`. */
  readonly names: ReadonlySet<string>;
}

interface Asked {
  readonly subject: string;
  /** Null or none: that of the company. */
  readonly language?: Language | null;
  readonly loanTypeId: string | null;
}

/** Undefined: there is none, or the message is not to be sent. */
export const chooseTemplate = (
  reader: Reader,
  { channel, ...asked }: Asked & { readonly channel: TemplateChannel },
): Promise<ChosenTemplate | undefined> => chooseAmong(reader, asked, [channel]);

/** By the first of the channels that has a text. One that is disabled ends the search here too. */
export async function chooseAmong(
  reader: Reader,
  asked: Asked,
  channels: readonly TemplateChannel[],
): Promise<ChosenTemplate | undefined> {
  const [first] = (await candidatesOf(reader, asked, channels)).values();
  return first === disabled ? undefined : textOf(reader, asked.subject, first);
}

/** By which channels such a message can go: those that have a text, of the company or shipped. */
export async function channelsWithText(reader: Reader, subject: string): Promise<readonly TemplateChannel[]> {
  const found = await candidatesOf(reader, { subject, loanTypeId: null }, templateChannels);
  return [...found].flatMap(([channel, one]) => (one === disabled ? [] : [channel]));
}

/** Whether there is a text by the first of the channels that has one, for loans of some type or a borrower of some language. */
export async function isTextAmong(
  reader: Reader,
  subject: string,
  channels: readonly TemplateChannel[],
): Promise<boolean> {
  const texts = await textsOf(reader, subject);
  const loanTypeIds = [null, ...texts.rows.map(({ product_id }) => product_id)];
  const languages = [null, ...texts.rows.map(({ language }) => language)];
  return [...new Set(loanTypeIds)].some((loanTypeId) =>
    [...new Set(languages)].some((language) => {
      const [first] = candidatesIn(texts, { subject, language, loanTypeId }, channels).values();
      return first !== undefined && first !== disabled;
    }),
  );
}

/** Another one as soon as such a message may have another text, by whatever channel, in whatever language. */
export async function textsKey(reader: Reader, subject: string): Promise<string> {
  const [rows, [stored]] = await reader.together(descriptorRows(reader, subject), settingsRow(reader));
  // One that is enabled without a version is passed over.
  const used = rows.filter(({ enabled, active_version_id: version }) => !enabled || version !== null);
  const texts = used.map(({ id, enabled, active_version_id: version }) => `${id} ${enabled} ${version}`);
  return createHash('sha256')
    .update([languageOf(stored?.settings ?? {}), ...texts.toSorted()].join('\n'))
    .digest('base64');
}

/** Who has written the texts that such a message may have, by whatever channel, in whatever language. */
export async function writersOfTexts(reader: Reader, subject: string): Promise<readonly string[]> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('template_descriptors')
      .innerJoin('template_versions', 'template_versions.id', 'template_descriptors.active_version_id')
      .select('template_versions.writers')
      .where('template_descriptors.subject', '=', subject),
  );
  return rows.flatMap(({ writers }) => writers);
}

type Candidate =
  | { readonly row: TemplateDescriptorRow & { readonly active_version_id: string } }
  | { readonly shipped: { readonly channel: TemplateChannel; readonly language: Language } };

const disabled = 'disabled';

type Candidates = ReadonlyMap<TemplateChannel, Candidate | typeof disabled>;

const candidatesOf = async (reader: Reader, asked: Asked, channels: readonly TemplateChannel[]): Promise<Candidates> =>
  candidatesIn(await textsOf(reader, asked.subject), asked, channels);

/** All texts of a subject, and the language of the company. */
interface Texts {
  readonly rows: readonly TemplateDescriptorRow[];
  readonly own: Language;
}

async function textsOf(reader: Reader, subject: string): Promise<Texts> {
  const [rows, [stored]] = await reader.together(descriptorRows(reader, subject), settingsRow(reader));
  return { rows, own: languageOf(stored?.settings ?? {}) };
}

function candidatesIn(
  { rows, own }: Texts,
  { subject, language, loanTypeId }: Asked,
  channels: readonly TemplateChannel[],
): Candidates {
  const inOrder = [...new Set([language ?? own, own, 'en'] as const)];
  const found = channels.flatMap((channel) => {
    const one = candidateIn(
      rows.filter((row) => row.channel === channel),
      { subject, channel, inOrder, loanTypeId },
    );
    return one === undefined ? [] : [[channel, one] as const];
  });
  return new Map(found);
}

/** A message has few: a subject has one for each channel, language and loan type. */
const descriptorRows = ({ db }: Reader, subject: string) =>
  db.selectFrom('template_descriptors').select(templateDescriptors.all).where('subject', '=', subject);

interface Looking {
  readonly subject: string;
  readonly channel: TemplateChannel;
  readonly inOrder: readonly Language[];
  readonly loanTypeId: string | null;
}

function candidateIn(
  rows: readonly TemplateDescriptorRow[],
  looking: Looking,
): Candidate | typeof disabled | undefined {
  const { subject, channel, inOrder, loanTypeId } = looking;
  const products = loanTypeId === null ? [null] : [loanTypeId, null];
  for (const productId of products) {
    for (const language of inOrder) {
      const row = rows.find((one) => one.product_id === productId && one.language === language);
      if (row?.enabled === false) return disabled;
      if (hasVersion(row)) return { row };
    }
  }
  const language = inOrder.find((one) => defaultTemplate(subject, channel, one) !== undefined);
  return language && { shipped: { channel, language } };
}

const hasVersion = (
  row: TemplateDescriptorRow | undefined,
): row is TemplateDescriptorRow & { readonly active_version_id: string } =>
  row != null && row.active_version_id !== null;

async function textOf(
  reader: Reader,
  subject: string,
  found: Candidate | undefined,
): Promise<ChosenTemplate | undefined> {
  if (found === undefined) return undefined;
  if ('row' in found) {
    const version = await publishedVersion(reader, found.row.active_version_id);
    return version && chosenVersion(found.row, version);
  }
  const { channel, language } = found.shipped;
  return shippedTemplate(subject, channel, language);
}

export function shippedTemplate(
  subject: string,
  channel: TemplateChannel,
  language: Language,
): ChosenTemplate | undefined {
  const source = defaultTemplate(subject, channel, language);
  if (source === undefined) return undefined;
  const key = `shipped ${subject} ${channel} ${language}`;
  return {
    subject,
    channel,
    language,
    templateVersionId: null,
    templateDescriptorId: null,
    sensitive: subjectOf(subject)?.isSensitive ?? false,
    source,
    key,
    names: namesOf(key, source),
  };
}

/** A version as it is to be rendered; a draft changes, so its key follows from what it says. */
export function chosenVersion(
  { id, subject, channel, language, sensitive }: TemplateDescriptorRow,
  version: TemplateVersionRow,
): ChosenTemplate {
  const source = sourceOf(version);
  const key = version.published_at === null ? `${version.id} ${hashOf(source)}` : version.id;
  return {
    subject,
    channel,
    language,
    templateVersionId: version.id,
    templateDescriptorId: id,
    sensitive,
    source,
    key,
    names: namesOf(key, source),
  };
}

export const hashOf = (source: TemplateSource): string =>
  createHash('sha256').update(JSON.stringify(source)).digest('base64');

/** What was published is never written again, so it is read once. */
const published = latelyUsed<string, TemplateVersionRow>(500);

async function publishedVersion(reader: Reader, id: string): Promise<TemplateVersionRow | undefined> {
  const known = published.get(`${reader.realm.mode} ${id}`);
  if (known !== undefined) return known;
  const query = reader.db.selectFrom('template_versions').select(templateVersions.all).where('id', '=', id);
  const row = (await reader.row(query)) as TemplateVersionRow | undefined;
  if (row !== undefined) published.set(`${reader.realm.mode} ${id}`, row);
  return row;
}

const named = latelyUsed<string, ReadonlySet<string>>(2_000);

function namesOf(key: string, source: TemplateSource): ReadonlySet<string> {
  const known = named.get(key);
  if (known !== undefined) return known;
  const names = topNamesOf(source);
  named.set(key, names);
  return names;
}
