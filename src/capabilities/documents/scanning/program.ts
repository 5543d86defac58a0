// A program that reads the content from its standard input. Its exit says what it has found, as that of clamdscan does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { clean, type Scan, shortFinding } from './verdict.ts';

const [exitClean, exitInfected] = [0, 1];
const runMsMax = 10 * 60_000;
const heardMax = 4_096;

export const program =
  ([path, ...words]: readonly [string, ...string[]]): Scan =>
  async (bytes, signal) => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(runMsMax)]);
    const child = spawn(path, words, { stdio: ['pipe', 'pipe', 'ignore'], env: {}, signal: limited });
    let heard = '';
    child.stdout.on('data', (part: Buffer) => {
      if (heard.length < heardMax) heard += part.toString();
    });
    const exited = once(child, 'close');
    // One that has found something early closes its input; its exit counts all the same.
    await Promise.all([exited, pipeline(Readable.from(bytes), child.stdin).catch(() => {})]);
    const [code] = (await exited) as [number | null];
    if (code === exitClean) return clean;
    if (code === exitInfected) return { kind: 'infected', finding: shortFinding(heard.split('\n')[0] ?? '') };
    throw new Error(`The scanner ended with ${code ?? 'a signal'}.`);
  };
