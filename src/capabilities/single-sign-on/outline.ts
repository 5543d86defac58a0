// What a response of SAML looks like, found in one pass over its text before anything parses it. Anybody may send us one,
// and what it costs to parse it and to check its signatures grows with its tags, depth, attributes and namespaces: so all
// of these have bounds that no provider reaches. Only plain XML passes, so that no parser reads it otherwise than we do.
import { refused } from './errors.ts';

export interface Outline {
  /** The requests that it says to answer: those of the response, and of what confirms the subject. */
  readonly answersTo: ReadonlySet<string>;
  /** The destination of the response itself. */
  readonly destination: string | undefined;
  readonly algorithms: ReadonlySet<string>;
  readonly isEncrypted: boolean;
  readonly hasAssertion: boolean;
  /** Each as a document of its own, in the namespaces of the place where it stands. */
  readonly signatures: readonly string[];
}

/** One with a thousand groups has fewer. */
const tagsMax = 2_500;
const depthMax = 24;
const attributesMax = 24;
/** A provider may declare two namespaces and a type at each of a thousand values. */
const attributesInAllMax = 5_000;
/** Few prefixes, however often they are declared. */
const prefixesMax = 24;
/** An address may have 2,000 characters. */
const valueMax = 4_096;
/**
 * The response and its assertion may each have a signature. Each signs one thing, changed in two ways at most, and may
 * bring certificates.
 */
const signaturesMax = 2;
const signatureLengthMax = 32_768;
const signatureTagsMax = 100;
const timesMax: ReadonlyMap<string, number> = new Map([
  ['Reference', signaturesMax],
  ['Transform', 2 * signaturesMax],
]);

const declaration = /^\uFEFF?(?:<\?xml[ \t\r\n][^<>?]*\?>)?[ \t\r\n]*/;
const name = '(?:[A-Za-z_][\\w.-]*:)?([A-Za-z_][\\w.-]*)';
const opens = new RegExp(`<${name}`, 'y');
const closes = new RegExp(`</${name}[ \\t\\r\\n]*>`, 'y');
const attribute = /[ \t\r\n]+([A-Za-z_][\w.:-]*)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/y;
const ends = /[ \t\r\n]*(\/?)>/y;

/** Errors: SingleSignOnRefused. */
export function outlineOf(xml: string): Outline {
  const seen = new Seen(xml);
  let at = declaration.exec(xml)?.[0].length ?? 0;
  if (xml[at] !== '<') throw refused('unreadable');
  for (; at !== -1; at = xml.indexOf('<', at)) at = xml[at + 1] === '/' ? closed(xml, at, seen) : opened(xml, at, seen);
  if (seen.depth !== 0) throw refused('unreadable');
  return seen;
}

/** Returns where the tag ends. */
function closed(xml: string, at: number, seen: Seen): number {
  mustMatch(closes, xml, at);
  seen.close(closes.lastIndex);
  return closes.lastIndex;
}

function opened(xml: string, at: number, seen: Seen): number {
  const [, element = ''] = mustMatch(opens, xml, at);
  seen.open(element, at);
  let end = opens.lastIndex;
  for (let count = 0; ; count += 1) {
    attribute.lastIndex = end;
    const found = attribute.exec(xml);
    if (found === null) break;
    const [, of = '', doubly, singly = ''] = found;
    mustBe(count < attributesMax);
    seen.attribute(of, doubly ?? singly);
    end = attribute.lastIndex;
  }
  const [, isEmpty] = mustMatch(ends, xml, end);
  if (isEmpty) seen.close(ends.lastIndex);
  return ends.lastIndex;
}

/** A DTD, a comment, CDATA or an instruction is no tag: providers need none, and each has been used to mislead. */
function mustMatch(expression: RegExp, xml: string, at: number): RegExpExecArray {
  expression.lastIndex = at;
  const found = expression.exec(xml);
  if (found === null) throw refused('unreadable');
  return found;
}

function mustBe(isSo: boolean): void {
  if (!isSo) throw refused('unreadable');
}

/** Where a signature begins, and what has been seen before it. */
interface BegunSignature {
  readonly at: number;
  readonly depth: number;
  readonly tags: number;
  readonly namespaces: string;
}

class Seen implements Outline {
  readonly answersTo = new Set<string>();
  readonly algorithms = new Set<string>();
  readonly signatures: string[] = [];
  destination: string | undefined;
  isEncrypted = false;
  hasAssertion = false;
  readonly #xml: string;
  readonly #prefixes = new Set<string>();
  readonly #times = new Map<string, number>();
  /** The namespaces that each open element declares. */
  readonly #declared: Map<string, string>[] = [];
  #tags = 0;
  #attributes = 0;
  #signature: BegunSignature | undefined;

  constructor(xml: string) {
    this.#xml = xml;
  }

  get depth(): number {
    return this.#declared.length;
  }

  open(element: string, at: number): void {
    const isFirst = this.#tags === 0;
    mustBe(isFirst ? element === 'Response' : this.depth > 0);
    const times = (this.#times.get(element) ?? 0) + 1;
    mustBe(times <= (timesMax.get(element) ?? tagsMax) && this.depth < depthMax);
    this.#times.set(element, times);
    if (element === 'Signature') this.#beginSignature(at);
    this.#count();
    this.#declared.push(new Map());
    this.isEncrypted ||= element === 'EncryptedAssertion';
    this.hasAssertion ||= element === 'Assertion';
  }

  close(end: number): void {
    this.#count();
    mustBe(this.#declared.pop() !== undefined);
    if (this.#signature?.depth === this.depth) this.#endSignature(this.#signature, end);
  }

  attribute(of: string, value: string): void {
    this.#attributes += 1;
    mustBe(this.#attributes <= attributesInAllMax && value.length <= valueMax);
    if (of === 'InResponseTo') this.answersTo.add(value);
    if (of === 'Algorithm') this.algorithms.add(value);
    if (of === 'Destination' && this.#tags === 1) this.destination = value;
    if (of !== 'xmlns' && !of.startsWith('xmlns:')) return;
    this.#prefixes.add(of);
    mustBe(this.#prefixes.size <= prefixesMax);
    this.#declared.at(-1)?.set(of, value);
  }

  #count(): void {
    this.#tags += 1;
    mustBe(this.#tags <= tagsMax);
  }

  #beginSignature(at: number): void {
    mustBe(this.#signature === undefined && this.signatures.length < signaturesMax);
    const inScope = new Map(this.#declared.flatMap((one) => [...one]));
    const namespaces = [...inScope].map(([of, value]) => ` ${of}="${value.replaceAll('"', '&quot;')}"`).join('');
    this.#signature = { at, depth: this.depth, tags: this.#tags, namespaces };
  }

  #endSignature({ at, tags, namespaces }: BegunSignature, end: number): void {
    mustBe(end - at <= signatureLengthMax && this.#tags - tags <= signatureTagsMax);
    this.signatures.push(`<in${namespaces}>${this.#xml.slice(at, end)}</in>`);
    this.#signature = undefined;
  }
}
