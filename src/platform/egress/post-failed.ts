// Why no answer arrived, in words that a customer may read: they never contain an address that we resolved.

export type FailureReason = 'refused-address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol';

export class PostFailed extends Error {
  readonly reason: FailureReason;

  /** The cause is only for our log: it may contain addresses. */
  constructor(reason: FailureReason, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? {} : { cause });
    this.name = 'PostFailed';
    this.reason = reason;
  }
}

/** The code of an error in brackets, such as " (ECONNREFUSED)": it helps the operator of the receiver. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[A-Z][A-Z\d_]+$/.test(code) ? ` (${code})` : '';
}

export const seconds = (ms: number): string => (ms === 1000 ? '1 second' : `${ms / 1000} seconds`);
