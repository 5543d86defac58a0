// Runs in a process of its own: makes a PDF of a content that anybody may have uploaded.
import { replyOnce } from '#platform/apart/in-own-process.ts';
import { typesetter } from '#platform/paper/typeset.ts';
import { type Converted, NotConvertible } from './blocks.ts';
import type { ConvertOrder, ConvertReply, MadeFrom } from './convert-order.ts';
import { blocksOfHtml } from './html-blocks.ts';
import { pictureIn } from './pictures.ts';
import { blocksOfText } from './text-blocks.ts';

const template = new URL('./converted.typ', import.meta.url);

replyOnce<ConvertOrder, ConvertReply>((order) => {
  try {
    const converted = convertedOf(order);
    return set({ ...converted, title: converted.title || order.title }, order.madeFrom);
  } catch (error) {
    if (!(error instanceof NotConvertible)) throw error;
    return { why: error.why, message: error.message, problems: error.problems };
  }
});

/** Errors: NotConvertible. */
function convertedOf({ contentType, bytes }: ConvertOrder): Converted {
  const content = Buffer.from(bytes);
  if (contentType === 'text/html') return blocksOfHtml(content.toString());
  if (contentType === 'text/plain') return blocksOfText(content.toString());
  const alone = pictureIn(content);
  const file = contentType === 'image/png' ? 'picture.png' : 'picture.jpg';
  const picture = { is: 'picture', file, alt: 'The picture that was uploaded' } as const;
  return { title: '', language: 'en', blocks: [{ is: 'paragraph', parts: [picture] }], files: { [file]: alone } };
}

function set({ title, language, blocks, files }: Converted, madeFrom: MadeFrom): ConvertReply {
  const { accepted } = madeFrom;
  const seconds = accepted?.at.replace('T', ' ').slice(0, 19);
  const data = {
    title,
    language,
    blocks,
    ...madeFrom,
    accepted: accepted && { ...accepted, at: `${seconds} UTC` },
  };
  const reply = typesetter().set({ template, data, files, isOfStrangers: true });
  if ('pdf' in reply) return reply;
  return { why: reply.why === 'tooLong' ? 'tooLarge' : reply.why, message: reply.message, problems: [] };
}
