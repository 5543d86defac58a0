// XML as it comes: elements that open and close, with the text of those that hold no others. A document type is refused,
// and with it entities of its own; so are names from nowhere, depth and text without bound.
import sax, { type SAXOptions } from 'sax';
import { refuse } from '../text/file-refused.ts';
import type { Chunks } from '../text/lines.ts';

export interface XmlElement {
  /** Names from the outermost element, without their prefixes, as in `Document/BkToCstmrStmt`. */
  readonly path: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly line: number;
  readonly column: number;
}

interface XmlHandler {
  open(element: XmlElement): void;
  close(element: XmlElement, text: string): void;
}

/** No names of HTML. The types do not know the option. */
const onlyOfXml = { trim: false, strictEntities: true } as SAXOptions;

const depthMax = 40;
const textMax = 4_000;

interface OpenElement {
  readonly element: XmlElement;
  text: string;
}

/** Comes back after each piece, so that what was found can be given on. Throws FileRefused. */
export async function* readXml(chunks: Chunks, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new sax.SAXParser(true, onlyOfXml);
  const at = (): [number, number] => [parser.line + 1, parser.column + 1];
  const stack: OpenElement[] = [];
  parser.onerror = (error) =>
    refuse(...at(), `this is no XML: ${(error.message.split('\n')[0] ?? '').replace(/[.]$/, '')}`);
  parser.ondoctype = () => refuse(...at(), 'a document type is not taken');
  parser.onprocessinginstruction = ({ name, body }) => {
    const encoding = name === 'xml' ? /encoding\s*=\s*["']([^"']*)/.exec(body)?.[1] : undefined;
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) refuse(...at(), `only UTF-8 is read, not ${encoding}`);
  };
  parser.onopentag = ({ name, attributes }) => {
    if (stack.length === depthMax) refuse(...at(), `elements stand in each other ${depthMax} deep at the most`);
    const [line, column] = at();
    const outer = stack.at(-1);
    // What stands between elements is space.
    if (outer !== undefined) outer.text = '';
    const path = `${outer === undefined ? '' : `${outer.element.path}/`}${name.slice(name.indexOf(':') + 1)}`;
    const element = { path, attributes: attributes as Record<string, string>, line, column };
    stack.push({ element, text: '' });
    handler.open(element);
  };
  const onText = (text: string): void => {
    const inner = stack.at(-1);
    if (inner === undefined) return;
    inner.text += text;
    if (inner.text.length > textMax) refuse(...at(), `a text has ${textMax} characters at the most`);
  };
  parser.ontext = onText;
  parser.oncdata = onText;
  parser.onclosetag = () => {
    const { element, text } = stack.pop() as OpenElement;
    handler.close(element, text.trim());
  };
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (chunk?: Uint8Array): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      return refuse(...at(), 'from here on the file is not UTF-8');
    }
  };
  for await (const chunk of chunks) {
    parser.write(decoded(chunk));
    yield;
  }
  parser.write(decoded());
  if (stack.length > 0 || parser.line + parser.column === 0) refuse(...at(), 'the file is cut off');
  parser.close();
}
