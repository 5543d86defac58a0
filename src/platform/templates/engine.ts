// The template engine in this thread. A text of somebody may make it end ("unreachable"): then this engine is never used
// again, and the thread ends with it.
import * as glue from 'minijinja-js/dist/bundler/minijinja_js_bg.js';
import { uuid } from '#platform/random.ts';
import { disarmed, filters, type Speaking, textOf } from './filters.ts';
import { type NamesOfPart, namedPart, namesOfPart } from './named-part.ts';
import { namesIn } from './names.ts';
import {
  type NotRendered,
  notRendered,
  outputMax,
  type Rendering,
  type RenderOrder,
  type TemplatePart,
  templateParts,
} from './order.ts';
import { placeIn, segmentsOf } from './segments.ts';

/** A text with a loop over some hundred rows takes a few thousand steps; so many take some 30 ms. */
const stepsMax = 1_000_000;

/** The engine has ended. The message says what it was asked for last. */
export class EngineEnded extends Error {}

interface Reference {
  readonly name: string;
  readonly path: readonly string[];
  readonly part: TemplatePart;
  readonly line: number;
  readonly column: number;
}

interface Compiled {
  /** The engine's name of a part begins with it. */
  readonly id: number;
  readonly error: NotRendered | undefined;
  readonly references: readonly Reference[];
  /** Each part has its own: a name that one part gives a value to would be cut to what another part names of it. */
  readonly names: ReadonlyMap<TemplatePart, NamesOfPart>;
}

export interface Engine {
  syntaxError(part: TemplatePart, text: string): NotRendered | undefined;
  /** Throws EngineEnded. */
  render(order: RenderOrder): Rendering;
  forget(key: string): void;
}

/** What the filters know of the text that is rendered, and what they found. */
interface Underway {
  speaking: Speaking;
  /** A filter got nothing. */
  lacked: boolean;
}

function environmentOf(module: WebAssembly.Module, now: Underway): glue.Environment {
  const instance = new WebAssembly.Instance(module, { './minijinja_js_bg.js': { ...glue } });
  glue.__wbg_set_wasm(instance.exports);
  const environment = new glue.Environment();
  environment.debug = true;
  environment.fuel = stepsMax;
  // It would print all that a message is given.
  environment.removeGlobal('debug');
  for (const [name, filter] of Object.entries(filters)) {
    environment.addFilter(name, (value: unknown, ...more: unknown[]) => {
      if (value === undefined || value === null) now.lacked = true;
      const text = textOf(value);
      return text === '' && name !== 'color' ? '' : filter(now.speaking, text, ...more);
    });
  }
  for (const [name, filter] of Object.entries(disarmed)) environment.addFilter(name, filter);
  return environment;
}

export function engineOf(module: WebAssembly.Module): Engine {
  const now: Underway = { speaking: { language: 'en', timezone: 'UTC' }, lacked: false };
  const environment = environmentOf(module, now);
  const compiled = new Map<string, Compiled>();
  // Nobody can name another's template.
  const own = uuid();
  const nameOf = (id: number, part: TemplatePart) => `${own}.${id}.${part}.${part === 'html' ? 'html' : 'txt'}`;
  let lastId = 0;

  function compile({ key, source }: Pick<RenderOrder, 'key' | 'source'>): Compiled {
    const known = compiled.get(key);
    if (known !== undefined) return known;
    const references: Reference[] = [];
    const names = new Map<TemplatePart, NamesOfPart>();
    const id = ++lastId;
    let error: NotRendered | undefined;
    for (const part of templateParts) {
      const text = source[part];
      if (text === null) continue;
      error ??= syntaxError(part, text, nameOf(id, part));
      if (error !== undefined) continue;
      const own = referencesIn(part, text);
      const paths = own.map(({ path }) => path);
      references.push(...own);
      names.set(part, namesOfPart(text, paths));
    }
    const made = { id, error, references, names };
    compiled.set(key, made);
    return made;
  }

  function syntaxError(part: TemplatePart, text: string, name: string): NotRendered | undefined {
    try {
      environment.addTemplate(name, text);
      return undefined;
    } catch (thrown) {
      return failureIn(thrown, part);
    }
  }

  return {
    syntaxError(part, text) {
      const found = syntaxError(part, text, 'checked');
      if (found === undefined) environment.removeTemplate('checked');
      return found;
    },
    render(order) {
      const { id, error, references, names } = compile(order);
      if (error !== undefined) return { failed: error };
      const { context, mode } = order;
      now.speaking = order;
      environment.undefinedBehavior = mode === 'strict' ? 'semi_strct' : 'chainable';
      const missing = references.filter(({ path }) => !isThere(context, path));
      const rendered = renderParts(order, missing, now, (part) =>
        environment.renderTemplate(nameOf(id, part), namedPart(context, names.get(part) as NamesOfPart)),
      );
      if ('failed' in rendered) return rendered;
      return { ...rendered, missing: [...new Set(missing.map(({ name }) => name))] };
    },
    forget(key) {
      const id = compiled.get(key)?.id;
      if (id === undefined) return;
      for (const part of templateParts) environment.removeTemplate(nameOf(id, part));
      compiled.delete(key);
    },
  };
}

function renderParts(
  { source, mode }: RenderOrder,
  missing: readonly Reference[],
  now: Underway,
  rendering: (part: TemplatePart) => string,
): Record<TemplatePart, string | null> | { readonly failed: NotRendered } {
  const rendered: Record<TemplatePart, string | null> = { subjectLine: null, text: null, html: null };
  let length = 0;
  for (const part of templateParts) {
    if (source[part] === null) continue;
    now.lacked = false;
    const lacking = missing.filter((one) => one.part === part);
    try {
      rendered[part] = tidied(part, rendering(part));
    } catch (thrown) {
      return { failed: named(failureIn(thrown, part), lacking) };
    }
    if (mode === 'strict' && now.lacked)
      return { failed: named(notRendered('undefined', 'a filter got no value', { part }), lacking) };
    length += rendered[part]?.length ?? 0;
    if (length > outputMax) {
      return { failed: notRendered('tooLarge', `the text has more than ${outputMax} characters`, { part }) };
    }
  }
  return rendered;
}

/** A line of a header holds no line ends, whatever is put into it. */
const tidied = (part: TemplatePart, text: string): string =>
  part === 'subjectLine' ? text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim() : text;

function referencesIn(part: TemplatePart, text: string): Reference[] {
  return namesIn(segmentsOf(text)).variables.map(({ path, at }) => ({
    name: path.join('.'),
    path,
    part,
    ...placeIn(text, at),
  }));
}

function isThere(context: unknown, path: readonly string[]): boolean {
  let inside = context;
  for (const name of path) {
    if (Array.isArray(inside)) return true;
    if (typeof inside !== 'object' || inside === null || !Object.hasOwn(inside, name)) return false;
    inside = (inside as Record<string, unknown>)[name];
  }
  return inside !== undefined && inside !== null;
}

/** An error of the engine says what, and in which line; the column is in its excerpt. Values are not repeated. */
function failureIn(thrown: unknown, part: TemplatePart): NotRendered {
  if (
    thrown instanceof WebAssembly.RuntimeError ||
    !(thrown instanceof Error) ||
    /recursive use of an object/.test(thrown.message)
  ) {
    throw new EngineEnded();
  }
  if (thrown instanceof RangeError) throw new EngineEnded();
  const [first = '', ...rest] = thrown.message.split('\n');
  const line = Number(/\(in [^()]*:(\d+)\)$/.exec(first)?.[1] ?? 0) || null;
  const caret = rest.find((one) => /^ {4} i {2,}\^/.test(one));
  const column = caret === undefined ? null : caret.indexOf('^') - excerptBegins + 1;
  const message = first.replace(/ \(in [^()]*:\d+\)$/, '');
  const kind = kindOf(message);
  // What fails while it runs may repeat a value, which is somebody's.
  const said = kind === 'failed' ? (message.split(':')[0] as string) : message;
  return notRendered(kind, said.slice(0, 200), { part, line, column });
}

/** `   1 > ` stands before each line of an excerpt. */
const excerptBegins = 7;

function kindOf(message: string): NotRendered['kind'] {
  if (message.startsWith('syntax error') || message.startsWith('unknown ')) return 'syntax';
  if (message.startsWith('undefined value')) return 'undefined';
  return message.includes('out of fuel') ? 'tooSlow' : 'failed';
}

/** The name that has no value is the one in that line. */
function named(failure: NotRendered, lacking: readonly Reference[]): NotRendered {
  const inLine = lacking.filter(({ line }) => line === failure.line);
  if (failure.kind === 'failed') return failedBeside(failure, inLine);
  if (failure.kind !== 'undefined') return failure;
  const found = inLine.find(({ column }) => column === failure.column) ?? inLine[0] ?? lacking[0];
  if (found === undefined) return failure;
  const { name, line, column } = found;
  return { ...failure, name, line, column, message: `\`${name}\` has no value` };
}

/** If one name in the line has no value, that is probably why. With more of them nobody knows which. */
function failedBeside(failure: NotRendered, inLine: readonly Reference[]): NotRendered {
  const [only, ...more] = inLine;
  if (only === undefined || more.length > 0) return failure;
  return { ...failure, name: only.name, message: `${failure.message}; \`${only.name}\` has no value` };
}
