// What somebody wrote in an answer, without what stood in our email before.
const openings: readonly RegExp[] = [
  /^[ \t]*on .{4,200}wrote:\s*$/im,
  /^[ \t]*on .{4,120}\n.{0,120}wrote:\s*$/im,
  /^[ \t]*el .{4,200}escribió:\s*$/im,
  /^[ \t]*el .{4,120}\n.{0,120}escribió:\s*$/im,
  /^[ \t]*-{2,}\s*(?:original message|mensaje original|forwarded message|mensaje reenviado)\s*-{2,}/im,
  /^[ \t]*_{10,}\s*$/m,
  /^[ \t]*(?:from|de): .{1,300}\n(?:sent|enviado|date|fecha)(?: el)?: /im,
  /^-- $/m,
  /^(?:sent from my|enviado desde mi) .{1,60}$/im,
];

const readMax = 200_000;

export function answerIn(text: string): string {
  const whole = text.slice(0, readMax).replaceAll('\r\n', '\n').replaceAll('\0', '');
  const ends = openings.map((opening) => whole.search(opening)).filter((place) => place >= 0);
  const own = ends.length === 0 ? whole : whole.slice(0, Math.min(...ends));
  return own
    .split('\n')
    .filter((line) => !/^\s*>/.test(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const htmlMax = 100_000;

/** The words of an email without a text of its own; a person may read the rest in their mail program. */
export const textOfHtml = (html: string): string =>
  withoutElements(html.slice(0, htmlMax))
    .replace(/<br\b[^>]{0,200}>|<\/(?:p|div|li|tr|h\d)>/gi, '\n')
    .replace(/<[^>]{0,500}>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/[ \t]+/g, ' ')
    .trim();

/** What is quoted, and what is no text: each from its opening to its end, found once. */
function withoutElements(html: string): string {
  let text = html.replace(/<blockquote\b[\s\S]*$/i, ' ');
  for (const name of ['style', 'script', 'head']) {
    const parts = text.split(new RegExp(`<${name}\\b`, 'i'));
    const end = `</${name}>`;
    text = parts
      .map((part, i) => {
        const place = i === 0 ? -1 : part.toLowerCase().indexOf(end);
        if (i === 0) return part;
        return place < 0 ? '' : part.slice(place + end.length);
      })
      .join(' ');
  }
  return text;
}
