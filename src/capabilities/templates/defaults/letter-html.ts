// The HTML of letters and documents, of which the service makes PDFs: no more than the elements that are taken for it.
import type { DefaultText } from './default-text.ts';
import { type Block, blocksOf, inHtml, type Line } from './markup.ts';
import { fullName, layoutWords, ofLoan } from './words.ts';

const blockHtml = (block: Block): string => {
  switch (block.is) {
    case 'tag':
      return block.text;
    case 'paragraph':
      return `<p>${inHtml(block.text)}</p>`;
    case 'heading':
      return `<h2>${inHtml(block.text)}</h2>`;
    case 'figure':
      return `<table><tr><td>${inHtml(block.label)}</td><td><b>${inHtml(block.text)}</b></td></tr></table>`;
    case 'button':
      return `<p>${inHtml(block.label)}: {{ ${block.text} }}</p>`;
    case 'rows':
      return `<table>${block.lines.map(row).join('')}</table>`;
    case 'items':
      return `<ul>${block.lines.map(within('li')).join('')}</ul>`;
    default:
      return `<blockquote>${block.lines.map(within('p')).join('')}</blockquote>`;
  }
};

const row = ({ isTag, label, text }: Line): string =>
  isTag ? text : `<tr><td>${inHtml(label)}</td><td>${inHtml(text)}</td></tr>`;

const within =
  (name: string) =>
  ({ isTag, text }: Line): string =>
    isTag ? text : `<${name}>${inHtml(text)}</${name}>`;

export function letterHtml({ title, body, hasOpening, isAboutLoan, language }: DefaultText): string {
  const w = layoutWords[language];
  const heading = inHtml(title);
  const [collector, legalName, address, ...more] = w.footer.map(({ when, text, end }) => ({
    when,
    text: inHtml(text),
    end,
  }));
  const sender = address && `${address.when}<br>${address.text}${address.end}`;
  const foot = [collector, legalName, ...more].map(
    (line) => line && `${line.when}<p><small>${line.text}</small></p>${line.end}`,
  );
  return `<!DOCTYPE html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${heading}</title></head>
<body>
<p><b>{{ company.brandName }}</b>${sender}</p>
<p>{{ message.date | date }}</p>
${hasOpening ? `<p>${fullName}{% if message.address %}<br>${inHtml('{{ message.address | lines }}')}{% endif %}</p>` : ''}
<h1>${heading}</h1>
${isAboutLoan ? ofLoan(`<p>${w.account}</p>`) : ''}
${hasOpening ? `<p>${w.dear}</p>` : ''}
${blocksOf(body).map(blockHtml).join('\n')}
${blocksOf(w.closing).map(blockHtml).join('\n')}
<hr>
${foot.join('\n')}
</body>
</html>`;
}
