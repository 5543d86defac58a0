// What was said in an interaction, sealed with the key of the person, and found by keyed words where that is asked for.
import type { TokenOf } from '#capabilities/people/index.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import { refuseField } from '#platform/errors.ts';
import { contentLengthMax, wordsOfContent } from './rules/texts.ts';
import type { InteractionRow } from './tables.ts';

export type Content = Readonly<Record<string, unknown>>;

type Sealed = Pick<InteractionRow, 'id' | 'version' | 'content_sealed'>;

/** It contains the id and the version, so a content that is copied to another interaction does not open. */
const sealedPart = ({ id, version }: Pick<InteractionRow, 'id' | 'version'>): string =>
  `interaction.${id}.${version}.content`;

/** Errors: InvalidRequest. */
export function sealContent(
  sealer: Sealer,
  row: Pick<InteractionRow, 'id' | 'version'>,
  content: Content | null,
): Buffer | null {
  if (content === null) return null;
  const text = JSON.stringify(content);
  if (text.length > contentLengthMax) {
    throw refuseField(
      'content',
      'is too long',
      `at most ${contentLengthMax} characters as JSON; a document has more room`,
    );
  }
  return sealer.seal(sealedPart(row), text);
}

export const openContent = (sealer: Sealer, row: Sealed): Content | null =>
  row.content_sealed === null ? null : (JSON.parse(sealer.unseal(sealedPart(row), row.content_sealed)) as Content);

export const contentTokens = (token: TokenOf, content: Content | null): string[] =>
  wordsOfContent(content).map((word) => token('interaction', word));
