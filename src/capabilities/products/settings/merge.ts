// How a change of settings is laid over the settings before: field by field, and a fee in the order of its schema.
import type { InstallmentSettings } from './installment/schema.ts';
import type { LineSettings } from './line/schema.ts';
import type { PeriodicFee } from './parts.ts';
import { inOrder, type RetryRule } from './retry-rules.ts';
import type { SettingsInput } from './schema.ts';

/** What is sent of the settings of one product. */
export type SentOf<S> = { readonly [K in keyof S]?: Parts<S[K], PartsOf<S[K]>> };
type PartsOf<S> = { readonly [K in keyof S]?: Parts<S[K], Partial<S[K]>> };
/** A section may be sent in parts; values and lists are sent whole. */
type Parts<T, P> = T extends number | string | boolean | null | readonly unknown[] ? T : T extends object ? P : T;

/** Sections are sent with the fields of all products; those of another product were refused. */
export const ownPart = <S>(sent: SettingsInput): SentOf<S> => sent as SentOf<S>;

/** Null removes what may be missing. The blank gives the order of the fields, and what stands for those never sent. */
export function after<T extends object>(
  blank: object,
  before: T | null,
  sent: Partial<T> | null | undefined,
): T | null {
  if (sent === undefined) return before;
  return sent && ({ ...blank, ...before, ...sent } as T);
}

const blankPeriodicFee = { amount: undefined, capAmount: null };

/** Its amount has no default: it may be missing yet. */
export const periodicFeeAfter = (
  before: PeriodicFee | null,
  sent: Partial<PeriodicFee> | null | undefined,
): Partial<PeriodicFee> | null => after<Partial<PeriodicFee>>(blankPeriodicFee, before, sent);

/** The fields of all products that are no sections. */
export function plainAfter<T extends InstallmentSettings | LineSettings>(before: T, sent: SettingsInput): T {
  const { assetDisplayName, description, assetType, timezone, currency, cutOffTime, extraFields } = sent;
  const name = sent.name ?? before.name;
  const plain = { name, description, assetType, timezone, currency, cutOffTime, extraFields };
  const changes = Object.entries(plain).filter(([, value]) => value !== undefined);
  const shown = assetDisplayName === undefined ? before.assetDisplayName : (assetDisplayName ?? name);
  return { ...before, ...Object.fromEntries(changes), assetDisplayName: shown };
}

/** Rules in the order of their schema, as they come back from storage. */
export function paymentsAfter<P extends { readonly retryRules: RetryRule[] }>(
  before: P,
  sent: Partial<P> | undefined,
): P {
  const all = { ...before, ...sent };
  return { ...all, retryRules: all.retryRules.map(inOrder) };
}
