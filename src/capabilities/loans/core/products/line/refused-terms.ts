// What the engine refuses, as a refusal of a request.
import { TermsRefused } from '@tenor/engine/account/terms.ts';
import type { Refusal } from '#platform/errors.ts';

/** Which refusal it is by the engine's path, `[]` for any place of a list. A path that no agreement can bring about is a fault of ours. */
export function asRefusal(
  check: () => void,
  refusals: Readonly<Record<string, (why: string, at?: string) => Refusal>>,
): void {
  try {
    check();
  } catch (error) {
    const refusal = error instanceof TermsRefused ? refusals[error.path.replace(/\[\d+\]/g, '[]')] : undefined;
    if (!(error instanceof TermsRefused) || refusal === undefined) throw error;
    throw refusal(error.message.slice(`${error.path}: `.length), /\[(\d+)\]/.exec(error.path)?.[1]);
  }
}
