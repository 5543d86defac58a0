// The parser of PostgreSQL itself, as WebAssembly: 2 MB that are read when first needed, for most processes never parse.
import { setFlagsFromString } from 'node:v8';

/** What V8 makes of it at first is fast enough: half a millisecond for a question. */
const optimizing = ['wasm-tier-up', 'wasm-dynamic-tiering'];
const switched = (isOn: boolean): void => {
  for (const flag of optimizing) setFlagsFromString(`--${isOn ? '' : 'no-'}${flag}`);
};

/**
 * One function of it is so long that to optimize it takes V8 600 MB and a second of the processor, after a few questions. It
 * decides when a function first runs whether it may ever optimize it, so the parser runs once while it may not. Other
 * modules are not concerned.
 */
async function loadParser() {
  const parser = await import('libpg-query');
  switched(false);
  try {
    await parser.loadModule();
    parser.parseSync('select 1');
  } finally {
    switched(true);
  }
  return parser;
}

let loaded: ReturnType<typeof loadParser> | undefined;

export function parserOfSql(): ReturnType<typeof loadParser> {
  loaded ??= loadParser();
  return loaded;
}
