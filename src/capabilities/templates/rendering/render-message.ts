// Renders what was chosen with what was read for it. What fails is a value: whoever sends decides what becomes of it.
import type { NotRendered, Rendering } from '#platform/templates/order.ts';
import { renderMany } from '#platform/templates/render.ts';
import type { ChosenTemplate } from '../choose.ts';
import type { Context } from '../context/context-of.ts';
import type { Language } from '../template-values.ts';

export interface RenderedMessage {
  readonly subjectLine: string | null;
  readonly text: string | null;
  readonly html: string | null;
  /** What the text names and had no value. */
  readonly missing: readonly string[];
  readonly sensitive: boolean;
  readonly templateVersionId: string | null;
  readonly language: Language;
}

export interface RenderFailure {
  readonly failed: NotRendered;
}

interface MessageToRender {
  readonly chosen: ChosenTemplate;
  readonly context: Context;
  /** True: printing what has no value fails. */
  readonly strict: boolean;
  /** Instants are days of this zone. */
  readonly timezone: string;
}

export const renderMessage = async (
  chosen: ChosenTemplate,
  context: Context,
  { strict, timezone }: Pick<MessageToRender, 'strict' | 'timezone'>,
): Promise<RenderedMessage | RenderFailure> =>
  (await renderMessages([{ chosen, context, strict, timezone }]))[0] as RenderedMessage | RenderFailure;

/** Renders all, in their order. */
export async function renderMessages(
  all: readonly MessageToRender[],
): Promise<readonly (RenderedMessage | RenderFailure)[]> {
  const rendered = await renderMany(
    all.map(({ chosen: { key, source, language }, context, strict, timezone }) => ({
      key,
      source,
      context,
      mode: strict ? ('strict' as const) : ('lenient' as const),
      language,
      timezone,
    })),
  );
  return rendered.map((one, i) => messageOf(one, (all[i] as MessageToRender).chosen));
}

const messageOf = (rendered: Rendering, { sensitive, templateVersionId, language }: ChosenTemplate) =>
  'failed' in rendered ? rendered : { ...rendered, sensitive, templateVersionId, language };
