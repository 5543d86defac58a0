// What a provider of OpenID Connect says of itself. It is kept for some minutes, so that not every login has to ask, and
// forgotten when the company changes its settings.
import type { Connection } from './connection.ts';

const keptMicros = 5 * 60 * 1_000_000;
/** In a process. Those of real providers have two to four kilobytes. */
const keptMax = 500;
const lengthMax = 16_384;

interface Kept {
  readonly text: string;
  readonly until: number;
}

const kept = new Map<string, Kept>();

/** Undefined: it must be asked for. */
export function discovered({ version }: Connection, nowMicros: number): string | undefined {
  const found = kept.get(version);
  return found !== undefined && found.until > nowMicros ? found.text : undefined;
}

export function keepDiscovered({ version }: Connection, nowMicros: number, text: string): void {
  if (text.length > lengthMax) return;
  // A map keeps the order of insertion: the oldest one comes first and is forgotten first.
  kept.delete(version);
  kept.set(version, { text, until: nowMicros + keptMicros });
  if (kept.size > keptMax) kept.delete(kept.keys().next().value as string);
}
