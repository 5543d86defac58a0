// Signatures of our requests: Standard Webhooks. The method and the path are signed too, so that no
// request of ours can be sent back to us as a notice.
import { signer } from '#platform/egress/signature.ts';

interface Request {
  readonly method: 'GET' | 'POST';
  /** What stands after the company's URL. */
  readonly path: string;
  readonly body: string;
}

const standard = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

export function signedHeaders(
  secrets: readonly string[],
  id: string,
  seconds: number,
  { method, path, body }: Request,
): Record<string, string> {
  const all = signer(secrets.slice(0, 2))(id, seconds, `${method} ${path}\n${body}`);
  return Object.fromEntries(standard.map((name) => [name, all[name] as string]));
}
