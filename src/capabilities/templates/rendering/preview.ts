// A free email as it will look: what somebody has written, with the layout that is shipped for free texts around it.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type, { type Static, type TObject } from 'typebox';
import { refuseField } from '#platform/errors.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { topNamesOf } from '#platform/templates/names-of.ts';
import { sourceMax, type TemplateSource } from '#platform/templates/order.ts';
import { checkedTexts } from '../checked.ts';
import { type ChosenTemplate, hashOf, shippedTemplate } from '../choose.ts';
import { contextOf } from '../context/context-of.ts';
import { knownNamesOf } from '../context/known-names.ts';
import type { TemplateReads } from '../context/objects.ts';
import { messageOf } from '../message-values.ts';
import { languages } from '../template-values.ts';
import { aboutFields, contextField, namesOf, notRendered, whatItIsAbout } from './asked.ts';
import { type RenderedMessage, renderMessage } from './render-message.ts';

const written = (description: string, max: number) => Type.Optional(Nullable(Text({ max }), { description }));

export const previewFields = {
  subjectLine: written('The subject line.', 500),
  text: written('What is said, as plain text.', sourceMax),
  html: written('The same as HTML. It is shown as it is, without the layout.', sourceMax),
  language: Type.Optional(Nullable(StringEnum(languages), { description: 'As of `render`.' })),
  ...aboutFields,
  context: contextField,
};

type Asked = Static<TObject<typeof previewFields>>;

const subject = 'freeFormBranded';

/** Errors: InvalidRequest, NotFound, Forbidden, TemplateNotRendered. */
export async function previewOf(ctx: ReadContext, reads: TemplateReads, asked: Asked): Promise<RenderedMessage> {
  const { reader, caller, waitFor } = ctx;
  const { subjectLine = null, text = null, html = null } = asked;
  if (text === null && html === null) throw refuseField('text', 'is missing', 'text or html');
  const source: TemplateSource = { subjectLine, text, html };
  const fieldOf = { subjectLine: 'subjectLine', text: 'text', html: 'html' } as const;
  await checkedTexts({ reader, caller, waitFor }, source, knownNamesOf(reads, subject), fieldOf);
  const { about, language } = await whatItIsAbout(ctx, asked);
  const own: ChosenTemplate = {
    subject,
    channel: 'email',
    language: language ?? 'en',
    templateVersionId: null,
    templateDescriptorId: null,
    sensitive: false,
    source,
    key: hashOf(source),
    names: topNamesOf(source),
  };
  const values = { message: messageOf(dateInZone(await ctx.now(), caller.timezone)), ...asked.context };
  const said = await rendered(
    ctx,
    own,
    await contextOf(reads, ctx, { names: namesOf(own.names, about), about, values }),
  );
  const layout = said.html === null ? shippedTemplate(subject, 'email', own.language) : undefined;
  if (layout === undefined) return said;
  const within = { ...values, subjectLine: said.subjectLine, body: said.text };
  return rendered(ctx, layout, await contextOf(reads, ctx, { names: layout.names, about, values: within }));
}

/** Errors: TemplateNotRendered. */
async function rendered(
  { caller: { timezone } }: ReadContext,
  chosen: ChosenTemplate,
  context: Readonly<Record<string, unknown>>,
): Promise<RenderedMessage> {
  const message = await renderMessage(chosen, context, { strict: false, timezone });
  if ('failed' in message) throw notRendered(message.failed);
  return message;
}
