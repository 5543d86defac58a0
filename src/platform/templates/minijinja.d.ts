/** The glue of the WASM module, which does not load it: see engine.ts. */
declare module 'minijinja-js/dist/bundler/minijinja_js_bg.js' {
  export function __wbg_set_wasm(exports: WebAssembly.Exports): void;
  export class Environment {
    addTemplate(name: string, source: string): void;
    removeTemplate(name: string): void;
    renderTemplate(name: string, context: unknown): string;
    addFilter(name: string, filter: (...given: never[]) => unknown): void;
    removeGlobal(name: string): void;
    debug: boolean;
    fuel: number | undefined;
    undefinedBehavior: 'chainable' | 'semi_strct';
  }
}
