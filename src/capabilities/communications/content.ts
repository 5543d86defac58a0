// What a message says, sealed with the key of the person: it is kept as it was made, whatever becomes of its template.
import type { Sealer } from '#platform/crypto/vault.ts';
import type { MessageRow } from './tables.ts';

export interface MessageContent {
  readonly subjectLine: string | null;
  readonly text: string | null;
  readonly html: string | null;
}

const part = (id: string): string => `outgoing_messages.${id}.content`;

export const sealMessage = (sealer: Sealer, id: string, { subjectLine, text, html }: MessageContent): Buffer =>
  sealer.seal(part(id), JSON.stringify({ subjectLine, text, html }));

/** Null: it was erased. */
export const openMessage = (
  sealer: Sealer,
  { id, content_sealed: sealed }: Pick<MessageRow, 'id' | 'content_sealed'>,
): MessageContent | null => (sealed === null ? null : (JSON.parse(sealer.unseal(part(id), sealed)) as MessageContent));
