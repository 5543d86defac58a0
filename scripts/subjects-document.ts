// docs/subjects.md, from the catalogue, and docs/default-texts: what a borrower reads, with the examples of the catalogue.
import { themeOf } from '#capabilities/interactions/index.ts';
import { defaultTemplate, type Language } from '#capabilities/templates/defaults/index.ts';
import { type Subject, subjects, type TextChannel } from '#capabilities/templates/subjects/index.ts';
import { renderMany } from '#platform/templates/render.ts';
import { sampleContext } from './sample-message.ts';

const made = 'Made by `npm run docs`. Do not edit.';

export const subjectsDocument = (): string => `# Subjects of messages

${made}

A subject is what a message is about. It says what the texts about it may name: the company (\`company\`), the borrower (\`person\`), the message itself (\`message\`), the objects in its column, and the values below it. A value with a question mark may be missing. Each has a default text in English and Spanish for the channels in its column; a company that has no text of its own sends that. The texts with examples: [emails in English](default-texts/email-en.md) and [in Spanish](default-texts/email-es.md), [text messages in English](default-texts/text-en.md) and [in Spanish](default-texts/text-es.md). Letters and documents say what the email says.

A company may use other subjects too, in lower camel case: for them nothing is known, and nothing is shipped.

\`message\` has \`date\` (the day on which it is sent), \`isFromCollector\`, \`hasOptOut\` (a text message says how to opt out) and \`address\` (where a letter goes, or nothing).

${[...Map.groupBy(subjects, ({ group }) => group)].map(section).join('\n\n')}
`;

const section = ([group, members]: [string, readonly Subject[]]): string =>
  [
    `## ${group.charAt(0).toUpperCase()}${group.slice(1)}`,
    '',
    '| Subject | When | Channels | Objects | Theme |',
    '|---|---|---|---|---|',
    ...members.map(row),
    ...valuesOf(members),
  ].join('\n');

const row = ({ subject, says, channels, objects, isTransactional }: Subject): string => {
  const promotes = isTransactional ? '' : ' Not transactional: a borrower may opt out of it.';
  const cells = [channels.join(', '), objects.map((one) => `\`${one}\``).join(', '), themeNamed(subject)];
  return `| \`${subject}\` | ${says}${promotes} | ${cells.join(' | ')} |`;
};

/** A subject that implies none is refused without one. */
function themeNamed(subject: string): string {
  try {
    return `\`${themeOf(subject, null)}\``;
  } catch {
    return 'is said with the message';
  }
}

function valuesOf(members: readonly Subject[]): string[] {
  const named = members.filter(({ values }) => Object.keys(values).length > 0);
  if (named.length === 0) return [];
  const meanings = new Map(named.flatMap(({ values }) => Object.entries(values)));
  return [
    '',
    ...named.map(({ subject, values }) => {
      const names = Object.entries(values).map(([name, { isOptional }]) => `\`${name}\`${isOptional ? '?' : ''}`);
      return `- \`${subject}\`: ${names.join(', ')}`;
    }),
    '',
    '| Value | Type | | Example |',
    '|---|---|---|---|',
    ...[...meanings].map(
      ([name, { type, says, example }]) => `| \`${name}\` | ${type} | ${says} | \`${JSON.stringify(example)}\` |`,
    ),
  ];
}

const titles: Readonly<Record<string, string>> = {
  'email en': 'Emails in English',
  'email es': 'Emails in Spanish',
  'text en': 'Text messages in English',
  'text es': 'Text messages in Spanish',
};

/** The default texts of a channel in a language, with everything that they may be given. */
export async function defaultTextsDocument(channel: TextChannel, language: Language): Promise<string> {
  const shown = subjects.flatMap((one) => {
    const template = defaultTemplate(one.subject, channel, language);
    return template === undefined ? [] : [{ one, source: { ...template, html: null } }];
  });
  const rendered = await renderMany(
    shown.map(({ one, source }) => ({
      key: `document ${one.subject} ${channel} ${language}`,
      source,
      // What is asked for as a rule is shown.
      context: { ...sampleContext(one), neededDocuments: null },
      mode: 'strict',
      language,
      timezone: 'America/New_York',
    })),
  );
  const parts = rendered.map((text, i) => {
    const name = shown[i]?.one.subject;
    if ('failed' in text) throw new Error(`${name}: ${text.failed.message}`);
    const subjectLine = text.subjectLine === null ? '' : `Subject: ${text.subjectLine}\n\n`;
    return `## ${name}\n\n\`\`\`\n${subjectLine}${text.text?.trim()}\n\`\`\``;
  });
  return `# ${titles[`${channel} ${language}`]}\n\n${made} With the examples of [the catalogue](../subjects.md).\n\n${parts.join('\n\n')}\n`;
}

/** The files of the folder. */
export const defaultTextFiles = (['email', 'text'] as const).flatMap((channel) =>
  (['en', 'es'] as const).map((language) => ({
    file: `docs/default-texts/${channel}-${language}.md`,
    channel,
    language,
  })),
);
