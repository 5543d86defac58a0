// What is written is checked before the command begins: its syntax, its HTML, and which of its names nobody knows.
import { settingsOf } from '#capabilities/company/index.ts';
import type { Caller } from '#platform/command/context.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHaveNone } from '#platform/errors.ts';
import type { AheadTools } from '#platform/http/endpoint.ts';
import type { CheckOrder, Finding, TemplatePart, TemplateSource } from '#platform/templates/order.ts';
import { checkTemplate } from '#platform/templates/render.ts';
import { fieldOfPart, type SentTexts, type TemplateWarning } from './resources/template-version.ts';

export interface CheckTools {
  readonly reader: Reader;
  readonly caller: Caller;
  readonly waitFor: AheadTools['waitFor'];
}

/** The parts that were sent; the others are as they were. */
export const sourceSent = (sent: SentTexts): TemplateSource => ({
  subjectLine: sent.subjectLineTemplate ?? null,
  text: sent.contentTextTemplate ?? null,
  html: sent.contentHtmlTemplate ?? null,
});

/** The warnings. Errors: InvalidRequest, with line and column of each problem. */
export async function checkedTexts(
  { reader, caller, waitFor }: CheckTools,
  source: TemplateSource,
  { known, takesOthers }: Pick<CheckOrder, 'known' | 'takesOthers'>,
  fieldOf: Readonly<Record<TemplatePart, string>> = fieldOfPart,
): Promise<TemplateWarning[]> {
  const { communication } = await settingsOf(reader);
  const allowsRemoteImages = communication?.allowsRemoteImages ?? false;
  const { problems, warnings } = await waitFor(caller, () =>
    checkTemplate({ source, known, takesOthers, allowsRemoteImages }),
  );
  mustHaveNone(problems.map((one) => problemOf(one, fieldOf)));
  return warnings.map(({ part, line, column, name, message }) => ({
    path: fieldOf[part],
    line,
    column,
    name: name.slice(0, 400),
    message: message.slice(0, 1_000),
  }));
}

const problemOf = (
  { part, line, column, message, expected }: Finding,
  fieldOf: Readonly<Record<TemplatePart, string>>,
) => ({
  path: fieldOf[part],
  message: `line ${line}, column ${column}: ${message}`,
  expected,
});
