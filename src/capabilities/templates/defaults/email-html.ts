// The HTML of emails: tables that Outlook, Gmail and Apple Mail show alike, 600 pixels wide and narrow on a phone, dark
// where the reader wants it dark. It loads nothing from anywhere.
import type { DefaultText } from './default-text.ts';
import { type Block, blocksOf, inHtml, type Line } from './markup.ts';
import { layoutWords, ofLoan } from './words.ts';

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";
const plain = `${font}font-size:16px;line-height:26px;color:#2b3440;`;

const table = (style: string, content: string, more = ''): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"${more} style="${style}">${content}</table>`;

const paragraph = (text: string): string => `<p class="ink" style="${plain}margin:0 0 18px;">${text}</p>`;

const blockHtml = (block: Block): string => {
  switch (block.is) {
    case 'tag':
      return block.text;
    case 'paragraph':
      return paragraph(inHtml(block.text));
    case 'heading':
      return `<h2 class="ink" style="${font}font-size:18px;line-height:26px;font-weight:700;color:#16202c;margin:28px 0 10px;">${inHtml(block.text)}</h2>`;
    case 'figure':
      return figure(inHtml(block.label), inHtml(block.text));
    case 'button':
      return button(inHtml(block.label), block.text);
    case 'rows':
      return table('margin:0 0 22px;border-collapse:collapse;', block.lines.map(row).join(''));
    case 'items':
      return `<ul class="ink" style="${plain}margin:0 0 18px;padding:0 0 0 22px;">${block.lines.map(item).join('')}</ul>`;
    default:
      return note(block.lines);
  }
};

const figure = (label: string, value: string): string =>
  table(
    'margin:4px 0 22px;border-collapse:separate;',
    `<tr><td class="soft" style="background-color:#f3f6fa;border-left:4px solid {{ brand | color }};border-radius:6px;padding:16px 20px;"><p class="quiet" style="${font}font-size:14px;line-height:20px;color:#5b6775;margin:0 0 2px;">${label}</p><p class="ink" style="${font}font-size:26px;line-height:34px;font-weight:700;color:#16202c;margin:0;">${value}</p></td></tr>`,
  );

const button = (label: string, name: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:6px 0 24px;"><tr><td class="button" style="background-color:#16202c;border-radius:8px;"><a href="{{ ${name} | link }}" style="${font}display:inline-block;font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none;padding:12px 24px;">${label}</a></td></tr></table>`;

const row = ({ isTag, label, text }: Line): string =>
  isTag
    ? text
    : `<tr><td class="quiet line" style="${font}font-size:15px;line-height:22px;color:#5b6775;padding:9px 12px 9px 0;border-bottom:1px solid #e3e8ee;vertical-align:top;">${inHtml(label)}</td><td class="ink line" align="right" style="${font}font-size:15px;line-height:22px;font-weight:600;color:#16202c;padding:9px 0;border-bottom:1px solid #e3e8ee;text-align:right;vertical-align:top;">${inHtml(text)}</td></tr>`;

const item = ({ isTag, text }: Line): string => (isTag ? text : `<li style="margin:0 0 6px;">${inHtml(text)}</li>`);

const note = (lines: readonly Line[]): string => {
  const style = `${font}font-size:14px;line-height:22px;color:#475362;margin:0 0 8px;`;
  const inside = lines.map(({ isTag, text }) =>
    isTag ? text : `<p class="quiet" style="${style}">${inHtml(text)}</p>`,
  );
  return table(
    'margin:6px 0 22px;border-collapse:separate;',
    `<tr><td class="box" style="border:1px solid #d5dce4;border-radius:6px;padding:14px 18px 6px;">${inside.join('')}</td></tr>`,
  );
};

/**
 * What inverts with the reader's colors; the colors above are for those who read no style sheet. A paragraph on the ground
 * is the line that is added when an email is sent, by which further ones are refused.
 */
const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; width: 100%; }
.ground > p { text-align: center; }
@media (max-width: 620px) { .page { padding: 0 !important; } .card { border-radius: 0 !important; } .inside { padding-left: 20px !important; padding-right: 20px !important; } }
@media (prefers-color-scheme: dark) {
  .ground { background-color: #10151b !important; }
  .ground > p, .ground > p a { color: #b3bdc9 !important; }
  .card { background-color: #1b222b !important; }
  .ink { color: #eef2f6 !important; }
  .quiet { color: #b3bdc9 !important; }
  .soft { background-color: #242d38 !important; }
  .line { border-bottom-color: #35404d !important; }
  .box { border-color: #35404d !important; }
  .button { background-color: #eef2f6 !important; }
  .button a { color: #16202c !important; }
}`;

const brand =
  "{% set brand = '#24527a' %}{% if company.brandAssets and company.brandAssets.primaryColor %}{% set brand = company.brandAssets.primaryColor %}{% endif %}";

export function emailHtml({ title, body, hasOpening, isAboutLoan, language }: DefaultText): string {
  const w = layoutWords[language];
  const heading = inHtml(title);
  const account = ofLoan(
    `<p class="quiet" style="${font}font-size:14px;line-height:20px;color:#5b6775;margin:0 0 20px;">${w.account}</p>`,
  );
  const content = [
    `<p class="ink" style="${font}font-size:17px;line-height:24px;font-weight:700;color:#16202c;margin:0 0 24px;">{{ company.brandName }}</p>`,
    `<h1 class="ink" style="${font}font-size:25px;line-height:33px;font-weight:700;color:#16202c;margin:0 0 ${isAboutLoan ? 4 : 18}px;">${heading}</h1>`,
    ...(isAboutLoan ? [account] : []),
    ...(hasOpening ? [paragraph(w.hello)] : []),
    ...blocksOf(body).map(blockHtml),
    ...blocksOf(w.closing).map(blockHtml),
  ].join('\n');
  const small = `${font}font-size:13px;line-height:20px;color:#5b6775;margin:0 0 6px;`;
  const footer = w.footer.map(
    ({ when, text, end }) => `${when}<p class="quiet" style="${small}">${inHtml(text)}</p>${end}`,
  );
  return `${brand}<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
<style>${styles}</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#eef1f5;">
${table(
  'background-color:#eef1f5;',
  `<tr><td align="center" class="page" style="padding:28px 12px;">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" class="card" style="width:100%;max-width:600px;background-color:#ffffff;border-radius:10px;overflow:hidden;">
<tr><td style="background-color:{{ brand | color }};height:6px;line-height:6px;font-size:6px;">&nbsp;</td></tr>
<tr><td class="inside" style="padding:30px 36px 14px;">
${content}
</td></tr>
<tr><td class="inside" style="padding:0 36px 26px;">${table('border-collapse:collapse;', '<tr><td class="line" style="border-bottom:1px solid #e3e8ee;height:1px;line-height:1px;font-size:1px;">&nbsp;</td></tr>')}
<div style="padding-top:16px;">${footer.join('\n')}</div></td></tr>
</table>
</td></tr>`,
  ' class="ground"',
)}
</body>
</html>`;
}
