// Why no answer came, in words that a customer may read: they never hold an address that we resolved.

export type FailureReason = 'refused-address' | 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol';

export class PostFailed extends Error {
  readonly reason: FailureReason;

  /** The cause is for our log alone: it may hold addresses. */
  constructor(reason: FailureReason, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? {} : { cause });
    this.name = 'PostFailed';
    this.reason = reason;
  }
}

/** The code of an error in brackets, such as " (ECONNREFUSED)": it helps whoever runs the receiver. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[A-Z][A-Z\d_]+$/.test(code) ? ` (${code})` : '';
}

export const seconds = (ms: number): string => (ms === 1000 ? '1 second' : `${ms / 1000} seconds`);
