// The columns of an answer that say how the message of a line is sent; every other column is a value of its text.

import type { Instant } from '@tenor/engine/values/instant.ts';
import type { RowAsked } from '#capabilities/communications/index.ts';

/** What a line says, by the names of its columns. */
export type LineValues = Readonly<Record<string, string | null>>;

const ids = ['caseId', 'contactId', 'loanId', 'previousInteractionId', 'statementId', 'interactionExternalId'] as const;
const flags = ['isTransactional', 'useTemplate'] as const;
const all = [...ids, ...flags, 'context', 'sendAt'];

/** By their names in small letters: a database folds what is not quoted. */
export const senderColumns: ReadonlyMap<string, string> = new Map(all.map((name) => [name.toLowerCase(), name]));

const isFlag = (text: string): boolean => /^(true|false|t|f)$/i.test(text);

function contextOf(text: string): Record<string, unknown> | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null && !Array.isArray(found)
      ? (found as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function instantOf(text: string): Instant | undefined {
  if (!/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?( ?(Z|UTC|[+-]\d{2}(:?\d{2})?))?)?$/.test(text))
    return undefined;
  const isZoned = /(Z|UTC|[+-]\d{2}(:?\d{2})?)$/.test(text.slice(10));
  const plain = text
    .replace(' ', 'T')
    .replace(/ ?UTC$/, 'Z')
    .replace(/([+-]\d{2})$/, (zone, _, at: number) => (at > 10 ? `${zone}:00` : zone));
  const at = new Date(text.length === 10 ? `${text}T00:00:00Z` : isZoned ? plain : `${plain}Z`);
  return Number.isNaN(at.getTime()) ? undefined : (`${at.toISOString().slice(0, 23)}000+00:00` as Instant);
}

/** The column that holds what it cannot hold; null: none does. */
export function problemOfValue(values: LineValues): string | null {
  const said = (name: string) => values[name] ?? '';
  if (said('context') !== '' && contextOf(said('context')) === undefined) return 'context';
  if (said('sendAt') !== '' && instantOf(said('sendAt')) === undefined) return 'sendAt';
  return flags.find((name) => said(name) !== '' && !isFlag(said(name))) ?? null;
}

export function askedOf(values: LineValues): RowAsked {
  const own = Object.fromEntries(ids.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
  const said = Object.fromEntries(flags.flatMap((name) => (values[name] ? [[name, /^t/i.test(values[name])]] : [])));
  const others = Object.entries(values).filter(([name, value]) => !all.includes(name) && value !== null);
  const context = { ...Object.fromEntries(others), ...(values.context ? contextOf(values.context) : {}) };
  const sendAt = values.sendAt ? instantOf(values.sendAt) : undefined;
  return { ...own, ...said, context, ...(sendAt !== undefined && { sendAt }) };
}
