// The WASM of the template engine with a bound on its memory. Fuel bounds its steps, and does not keep a text that is
// doubled again and again from taking gigabytes; a maximum in the module does, and then the engine ends.
import { readFile } from 'node:fs/promises';

/** 64 MiB, in pages of WASM. */
const pagesMax = 1_024;
const memorySection = 5;
const headerLength = 8;

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiled once; threads share it. */
export function boundedModule(): Promise<WebAssembly.Module> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<WebAssembly.Module> {
  const file = import.meta.resolve('minijinja-js/dist/bundler/minijinja_js_bg.wasm');
  return WebAssembly.compile(withMemoryMax(await readFile(new URL(file))));
}

/** Sections are an id, the length of what follows, and that. The memory is one: a flag, its least and its most pages. */
function withMemoryMax(bytes: Buffer): Buffer<ArrayBuffer> {
  let at = headerLength;
  while (at < bytes.length) {
    const [length, begin] = numberAt(bytes, at + 1);
    if (bytes[at] === memorySection) {
      const [least] = numberAt(bytes, begin + 2);
      const memory = [1, 1, ...numberBytes(least), ...numberBytes(pagesMax)];
      const section = Buffer.from([memorySection, ...numberBytes(memory.length), ...memory]);
      return Buffer.concat([bytes.subarray(0, at), section, bytes.subarray(begin + length)]);
    }
    at = begin + length;
  }
  throw new Error('The template engine has no memory section.');
}

/** A number of WASM (LEB128), and where what follows it begins. */
function numberAt(bytes: Buffer, at: number): [value: number, next: number] {
  let value = 0;
  for (let i = at, shift = 0; ; i += 1, shift += 7) {
    const byte = bytes[i] ?? 0;
    value += (byte & 127) << shift;
    if (byte < 128) return [value, i + 1];
  }
}

function numberBytes(value: number): number[] {
  const bytes: number[] = [];
  for (let left = value; ; left >>>= 7) {
    if (left < 128) return [...bytes, left];
    bytes.push((left & 127) | 128);
  }
}
