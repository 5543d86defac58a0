// The plain text of an email, and text messages.
import type { DefaultText } from './default-text.ts';
import { type Block, blocksOf, inHtml, inText, type Line } from './markup.ts';
import { layoutWords, ofLoan } from './words.ts';

/** Everything begins with the empty line before it, so that a tag around it takes the empty line along. */
const blockText = (block: Block): string => {
  switch (block.is) {
    case 'tag':
      return block.text;
    case 'figure':
      return `\n\n${inText(block.label)}: ${inText(block.text)}`;
    case 'button':
      return `\n\n${block.label}: {{ ${block.text} }}`;
    case 'heading':
      return `\n\n${inText(block.text).toLocaleUpperCase()}`;
    case 'paragraph':
      return `\n\n${inText(block.text)}`;
    default:
      return `\n${block.lines.map(lineText(block.is)).join('')}`;
  }
};

const lineText =
  (is: 'rows' | 'items' | 'note') =>
  ({ isTag, label, text }: Line): string => {
    if (isTag) return text;
    if (is === 'rows') return `\n${inText(label)}: ${inText(text)}`;
    return is === 'items' ? `\n- ${inText(text)}` : `\n${inText(text)}`;
  };

export function emailText({ body, hasOpening, isAboutLoan, language }: DefaultText): string {
  const w = layoutWords[language];
  const parts = [
    ...(isAboutLoan ? [ofLoan(`${w.account}${hasOpening ? '\n\n' : ''}`)] : []),
    ...(hasOpening ? [w.hello] : []),
    ...blocksOf(body).map(blockText),
    ...blocksOf(w.closing).map(blockText),
    '\n\n-- ',
    ...w.footer.map(({ when, text, end }) => `${when}\n${inText(text)}${end}`),
  ];
  return parts.join('').replace(/^\n+/, '');
}

export function textMessage(isBare: boolean, { text, language }: DefaultText): string {
  if (text === undefined) throw new Error('A text message is not written.');
  const w = layoutWords[language];
  return isBare
    ? `${text}${w.collectorInText}${w.stop}`
    : `{{ company.brandName }}: ${text}${w.call}${w.collectorInText}${w.stop}`;
}

/** Nothing stands around what somebody wrote. */
export const bareHtml = ({ title, body, language }: DefaultText): string => {
  const paragraphs = blocksOf(body).map((one) =>
    one.is === 'tag' ? one.text : `<p>${inHtml('text' in one ? one.text : '')}</p>`,
  );
  return `<!DOCTYPE html>\n<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head>\n<body>${paragraphs.join('')}</body></html>`;
};
