// Sets one paper after the other, in the process that calls it: data becomes a PDF by a template of Typst.
// Equal data give equal bytes, whatever the zone, the language and the fonts of the machine are.
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { NodeCompiler, type NodeError } from '@myriaddreamin/typst-ts-node-compiler';
import { withBothClaims } from './both-claims.ts';
import { readFonts } from './fonts.ts';
import { NoPaper, type PaperOrder, type PaperReply } from './order.ts';
import { ownBounds, shownData, strangersBounds } from './shown.ts';

/** Templates lie below it, and no file above it can be read by one. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const given = (name: string): string => `${root}given/${name}`;

/** Without this the compiler keeps 6.5 MB of each paper. A paper that was not used in so many rounds is forgotten. */
const [forgetEvery, roundsKept] = [4, 1];

/** A paper that was set lies outside the heap of V8, which therefore sees no reason to collect it. */
const collectEvery = 8;
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

interface Typesetter {
  set(order: PaperOrder): PaperReply;
}

export function typesetter(): Typesetter {
  const compiler = NodeCompiler.create({ workspace: root, fontArgs: [{ fontBlobs: readFonts() }] });
  let count = 0;
  function pdfOf({ template, data, files = {}, isOfStrangers }: PaperOrder): Buffer {
    const cleaned = shownData(data, isOfStrangers ? strangersBounds : ownBounds);
    compiler.mapShadow(given('data.json'), Buffer.from(JSON.stringify(cleaned)));
    for (const [name, bytes] of Object.entries(files)) compiler.mapShadow(given(name), Buffer.from(bytes));
    const compiled = compiler.compile({ mainFilePath: fileURLToPath(template) });
    const set = compiled.result;
    if (set === null) throw new NoPaper('unreadable', saidBy(compiler, compiled.takeError()));
    const claiming = (pdfStandard: 'ua-1' | 'a-2a'): Buffer => compiler.pdf(set, { pdfStandard });
    return withBothClaims(claiming('ua-1'), claiming('a-2a'));
  }
  return {
    set(order) {
      try {
        return { pdf: pdfOf(order) };
      } catch (error) {
        if (error instanceof NoPaper) return { why: error.why, message: error.message };
        return { why: 'unreadable', message: error instanceof Error ? error.message : String(error) };
      } finally {
        compiler.resetShadow();
        count += 1;
        if (count % forgetEvery === 0) compiler.evictCache(roundsKept);
        if (count % collectEvery === 0) collect();
      }
    },
  };
}

interface Diagnostic {
  readonly message?: string;
  readonly path?: string;
  readonly range?: string;
}

function saidBy(compiler: NodeCompiler, error: NodeError | null): string {
  const all = error === null ? [] : (compiler.fetchDiagnostics(error) as Diagnostic[]);
  const [first] = all;
  return first === undefined
    ? 'The paper could not be set.'
    : `${first.message} (${first.path?.replace(root, '')}:${first.range})`;
}
