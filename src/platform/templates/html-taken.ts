// The HTML that a message may have: what common mail programs show, and nothing that runs, sends, fetches or hides. A
// template is held to it when it is written, with its tags replaced by signs that no text has. That holds for whatever
// comes of it, since between two tags stand whole pieces of HTML only, and what a tag prints is escaped.
import { type Token as HtmlToken, Tokenizer, TokenizerMode } from 'parse5';

/** These stand for what a tag prints, a color that it prints, an address, and for a statement or a comment. */
export const signs = {
  print: '\ue000',
  color: '\ue001',
  link: '\ue002',
  opens: '\ue003',
  closes: '\ue004',
  none: '\ue005',
};
export const anySign = /[\ue000-\ue005]/;

interface HtmlFinding {
  /** In the text with the signs. */
  readonly at: number;
  readonly message: string;
  readonly expected: string;
}

const elements = new Set([
  ...['html', 'head', 'body', 'title', 'meta', 'style', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'span'],
  ...['section', 'article', 'header', 'main', 'footer', 'center', 'font', 'b', 'strong', 'i', 'em', 'u', 's', 'small'],
  ...['big', 'sub', 'sup', 'mark', 'del', 'ins', 'code', 'cite', 'q', 'abbr', 'address', 'time', 'br', 'wbr', 'hr'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'table', 'caption', 'colgroup', 'col', 'thead', 'tbody'],
  ...['tfoot', 'tr', 'th', 'td', 'a', 'img'],
]);

const attributes = new Set([
  ...[
    'id',
    'class',
    'lang',
    'dir',
    'title',
    'role',
    'style',
    'align',
    'valign',
    'width',
    'height',
    'border',
    'bgcolor',
  ],
  ...[
    'color',
    'face',
    'size',
    'cellpadding',
    'cellspacing',
    'colspan',
    'rowspan',
    'scope',
    'start',
    'type',
    'alt',
    'href',
  ],
  ...['src', 'target', 'rel', 'name', 'content', 'charset', 'http-equiv', 'datetime', 'xmlns', 'xml:lang', 'nowrap'],
]);

const findingsMax = 20;
const notRun = 'elements and attributes that show something';

/** What is not taken, in the order of the text; at most the first twenty. */
export function notTakenIn(
  html: string,
  { allowsRemoteImages }: { readonly allowsRemoteImages: boolean },
): HtmlFinding[] {
  const found: HtmlFinding[] = [];
  const add: Add = (at, message, expected) => {
    if (found.length < findingsMax) found.push({ at, message, expected });
  };
  let styles = 0;
  let inside: 'style' | 'title' | undefined;
  const rawOf = ({ location }: { readonly location: HtmlToken.Location | null }) => ({
    at: location?.startOffset ?? 0,
    raw: html.slice(location?.startOffset, location?.endOffset),
  });
  const startTag = (token: HtmlToken.TagToken) => {
    const { at, raw } = rawOf(token);
    const name = token.tagName;
    if (!elements.has(name)) add(at, `<${shortened(name)}> is not taken`, notRun);
    if (name === 'style' && styles > 0) add(at, 'there are two style elements', 'one');
    if (name === 'style') styles += 1;
    checkTag({ token, at, raw, allowsRemoteImages, add });
    // As the parser does: what stands in these is no markup.
    if (name !== 'style' && name !== 'title') return;
    tokenizer.state = name === 'style' ? TokenizerMode.RAWTEXT : TokenizerMode.RCDATA;
    inside = name;
  };
  const text = (token: HtmlToken.CharacterToken) => {
    const { at, raw } = rawOf(token);
    if (inside !== undefined && raw.includes('<')) add(at, `< stands within ${inside}`, 'no < there');
    if (inside === 'style') checkStyle(raw, at, allowsRemoteImages, add);
    if (inside === 'style' && anySign.test(raw)) add(at, 'a tag stands within the style element', 'a style attribute');
  };
  const comment = (token: HtmlToken.CommentToken) => {
    const { at, raw } = rawOf(token);
    if (/[<\ue000-\ue005]/.test(raw.slice(1))) add(at, 'a comment has HTML or a tag in it', '{# … #}');
  };
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag: startTag,
      onEndTag: (token) => {
        inside = undefined;
        const { at, raw } = rawOf(token);
        if (anySign.test(raw)) add(at, 'a variable or a statement stands in a tag', 'whole tags');
      },
      onComment: comment,
      onDoctype: (token) => {
        const { at, raw } = rawOf(token);
        if (anySign.test(raw) || token.name !== 'html') add(at, 'the doctype is not taken', '<!DOCTYPE html>');
      },
      onCharacter: text,
      onNullCharacter: text,
      onWhitespaceCharacter: text,
      onEof: () => {},
      // What a text ends in is not told otherwise, and what is put behind it would end it.
      onParseError: ({ code, startOffset }) => {
        if (code.startsWith('eof-in') || code === 'eof-before-tag-name')
          add(startOffset, 'the text ends in a tag or a comment', 'its end');
      },
    },
  );
  tokenizer.write(html, true);
  // A tag may take away the spaces before it.
  for (const { index } of html.matchAll(/<\s*[\ue000-\ue005]/g))
    add(index, '< stands before a variable or a statement', '&lt;');
  return found.sort((a, b) => a.at - b.at);
}

const shortened = (text: string): string => text.replace(/[\ue000-\ue005]/g, '…').slice(0, 40);

type Add = (at: number, message: string, expected: string) => void;

interface Tag {
  readonly token: HtmlToken.TagToken;
  readonly at: number;
  readonly raw: string;
  readonly allowsRemoteImages: boolean;
  readonly add: Add;
}

const signsIn = (text: string): number => text.match(/[\ue000-\ue005]/g)?.length ?? 0;

function checkTag({ token, at, raw, allowsRemoteImages, add }: Tag): void {
  const inValues = token.attrs.reduce((sum, { value }) => sum + signsIn(value), 0);
  if (signsIn(raw) !== inValues)
    add(at, 'a variable or a statement stands in a tag outside of a value', 'it within a quoted value');
  for (const { name, value } of token.attrs) {
    const place = token.location?.attrs?.[name]?.startOffset ?? at;
    const written = raw.slice(place - at, (token.location?.attrs?.[name]?.endOffset ?? at) - at);
    const isData = /^(data|aria)-[a-z-]+$/.test(name);
    if (!attributes.has(name) && !isData) add(place, `the attribute ${shortened(name)} is not taken`, notRun);
    if (signsIn(value) > 0 && !/^[^=]*=\s*["']/.test(written))
      add(place, `${name} has a variable without quotes`, `${name}="…"`);
    if (!isWhole(value)) add(place, `a statement begins or ends within ${shortened(name)}`, 'all of it in the value');
    if (name === 'style') checkStyle(value, place, allowsRemoteImages, add);
    if (name === 'href') checkAddress(value, place, add);
    if (name === 'src') checkPicture(token.tagName, value, place, allowsRemoteImages, add);
    if (name === 'http-equiv' && !/^(content-type|x-ua-compatible)$/i.test(value)) {
      add(place, 'http-equiv does something', 'content-type or x-ua-compatible');
    }
  }
}

/** Whether each statement that begins here ends here, and the other way round. */
function isWhole(value: string): boolean {
  let open = 0;
  for (const sign of value) {
    if (sign === signs.opens) open += 1;
    if (sign === signs.closes) open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}

function checkStyle(text: string, at: number, allowsRemoteImages: boolean, add: Add): void {
  if (text.includes(signs.print) || text.includes(signs.link)) {
    add(at, 'a style has a variable that may be anything', '{{ … | color }}');
  }
  const css = text.toLowerCase().replace(/\/\*.*?\*\//gs, '');
  if (anySign.test(css) && /[(@]/.test(css))
    add(at, 'a style has a statement or a variable beside a function', 'plain values');
  if (/\\|@import|expression|javascript|behavior:|-moz-binding|\/\*/.test(css)) {
    add(at, 'a style fetches or runs something', 'plain properties');
  }
  const isFetched = /url\s*\(|image-set|src\s*\(/.test(css);
  if (isFetched && !(allowsRemoteImages && isOnlyHttps(css))) add(at, 'a style fetches something', 'no url()');
}

const isOnlyHttps = (css: string): boolean =>
  !/image-set|src\s*\(/.test(css) &&
  [...css.matchAll(/url\s*\(([^)]*)\)/g)].every(([, address = '']) =>
    /^\s*["']?https:\/\/[^\ue000-\ue005]*$/.test(address),
  );

function checkAddress(value: string, at: number, add: Add): void {
  if (value === signs.link || /^\s*(https:\/\/|http:\/\/|mailto:|tel:|#)/i.test(value) || value === '') return;
  add(at, 'href may lead anywhere', 'an address that begins with https://, mailto: or tel:, or {{ … | link }}');
}

function checkPicture(tagName: string, value: string, at: number, allowsRemoteImages: boolean, add: Add): void {
  const isWithin = /^(cid:[\w.@-]+|data:image\/(png|jpeg);base64,[a-z0-9+/=\s]+)$/i.test(value);
  const isRemote = /^https:\/\//i.test(value);
  if (tagName === 'img' && (isWithin || (isRemote && allowsRemoteImages))) return;
  add(
    at,
    isRemote ? 'a picture is fetched from elsewhere' : 'src is not taken',
    allowsRemoteImages
      ? 'cid:, data:image/png or https://'
      : 'cid: or data:image/png; https:// once communication.allowsRemoteImages is set',
  );
}
