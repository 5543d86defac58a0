// The HTML that is taken: what an agreement needs, and nothing that acts, fetches or hides. What is not in it is refused
// with its line, since a document that shows something else than it says is worse than none.
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

type Element = Tree.Element;
type Node = Tree.ChildNode;

interface NotTaken {
  readonly line: number;
  readonly message: string;
}

/** Each element with its attributes. Those of `everywhere` say nothing about how it looks. */
const everywhere = ['id', 'class', 'lang', 'title'];
const elements: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      ...['html', 'head', 'body', 'title', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'span', 'section'],
      ...['article', 'header', 'main', 'footer', 'b', 'strong', 'i', 'em', 'u', 'small', 'br', 'hr', 'ul', 'li'],
      ...['blockquote', 'pre', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr'],
    ].map((name) => [name, []]),
  ),
  meta: ['charset', 'name', 'content'],
  ol: ['start'],
  a: ['href'],
  th: ['colspan', 'scope'],
  td: ['colspan'],
  img: ['src', 'alt', 'width', 'height'],
};

/** Levels of elements within the body. */
const depthMax = 10;
const shownMax = 20;

/** All that is not taken, in the order of the text; at most the first twenty. The tree is walked without recursion. */
export function notTakenIn(document: Tree.Document): NotTaken[] {
  const found: NotTaken[] = [];
  const waiting: { readonly node: Node; readonly depth: number }[] = [];
  const add = (nodes: readonly Node[], depth: number) => {
    for (const node of nodes.toReversed()) waiting.push({ node, depth });
  };
  add(document.childNodes, -1);
  for (let next = waiting.pop(); next !== undefined && found.length < shownMax; next = waiting.pop()) {
    const { node, depth } = next;
    if (!isElement(node)) continue;
    const line = lineOf(node);
    found.push(...problemsOf(node).map((message) => ({ line, message })));
    if (depth > depthMax) found.push({ line, message: `lies deeper than ${depthMax} levels` });
    else add(childrenOf(node), depth + 1);
  }
  return found.slice(0, shownMax);
}

export const isElement = (node: Node): node is Element => 'tagName' in node;

/** What is within a template is not shown; the template itself is refused. */
const childrenOf = ({ childNodes }: Element): readonly Node[] => childNodes;

/** Elements that the parser adds have no place of their own. */
const lineOf = ({ sourceCodeLocation }: Element): number => sourceCodeLocation?.startLine ?? 1;

function problemsOf({ tagName, attrs }: Element): string[] {
  const allowed = Object.hasOwn(elements, tagName) ? elements[tagName] : undefined;
  if (allowed === undefined) return [`<${tagName.slice(0, 40)}> is not taken`];
  return attrs.flatMap(({ name, value }) => {
    const what = `${name.slice(0, 40)} of <${tagName}>`;
    if (!allowed.includes(name) && !everywhere.includes(name)) return [`${what} is not taken`];
    if (name === 'href' && !isAddress(value))
      return [`${what} is not an address that begins with https:, http: or mailto:`];
    if (name === 'src' && !isPicture(value))
      return [`${what} is not a PNG or JPEG within the text (data:image/png;base64,…)`];
    if ((name === 'colspan' || name === 'start') && !/^\d{1,3}$/.test(value)) return [`${what} is not a number`];
    return [];
  });
}

const isAddress = (value: string): boolean => /^(https?:\/\/|mailto:)[^\s\p{Cc}]+$/iu.test(value);

const isPicture = (value: string): boolean => /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=\s]+$/.test(value);
