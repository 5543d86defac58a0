// The line at the end of an email by which whoever gets it refuses further ones.
import type { Language, Outgoing } from '../providers/provider.ts';

const words: Readonly<Record<Language, { readonly before: string; readonly link: string }>> = {
  en: { before: 'If you do not want such emails any more:', link: 'Unsubscribe' },
  es: { before: 'Si ya no desea recibir correos como este:', link: 'Darse de baja' },
};

/** Undefined: the message may not be refused, and stays as it is. */
export function footed(
  { text, html, language }: Pick<Outgoing, 'text' | 'html' | 'language'>,
  link: string | undefined,
): { readonly text: string; readonly html: string | null } {
  if (link === undefined) return { text, html };
  const { before, link: name } = words[language];
  const line = `<p style="margin:0;padding:24px 16px;font:13px sans-serif;color:#5a6472">${before} <a href="${link}">${name}</a></p>`;
  return { text: `${text.trimEnd()}\n\n${before} ${link}\n`, html: html === null ? null : within(html, line) };
}

/** Before the end of the body, where there is one. */
function within(html: string, line: string): string {
  const end = html.toLowerCase().lastIndexOf('</body>');
  return end < 0 ? `${html}${line}` : `${html.slice(0, end)}${line}${html.slice(end)}`;
}
