// A message that is a document: it lies with those of the borrower, in the commit in which the message is sent.
import type { MovingContext } from '#capabilities/cases/index.ts';
import { document, documentUploaded, makeDocument } from '#capabilities/documents/index.ts';
import type { InteractionRow } from '#capabilities/interactions/index.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { backgroundCaller } from '#platform/http/background-reads.ts';
import type { ArrivedContent } from '#platform/http/endpoint.ts';
import type { Progressing } from './progress.ts';

export const documentEvents: readonly EventKind[] = [...document.events, documentUploaded];

/** Whether the borrower may have one document more. */
export async function hasRoomFor(tx: Tx, personId: string): Promise<boolean> {
  try {
    await document.mustHaveRoom(tx, personId);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** The id of the document. Errors: NoRoom. */
export async function keepDocument(
  { whole }: Pick<WorkTools, 'whole'>,
  { ctx, tx, owner, row, interaction }: Progressing & { readonly interaction: InteractionRow },
  arrived: ArrivedContent,
): Promise<string> {
  const { id } = await makeDocument(
    { ...ctx, caller: callerOf(ctx, whole) },
    tx,
    owner,
    {
      type: 'other',
      status: 'accepted',
      loanId: row.loan_ids[0] ?? null,
      fileName: `${row.subject}.pdf`,
      templateVersionId: row.template_version_id,
      sensitiveData: interaction.sensitive,
    },
    arrived,
  );
  return String(id);
}

const callerOf = ({ realm, timezone }: MovingContext, { permissions }: WorkTools['whole']) =>
  backgroundCaller(realm, { name: 'communications', permissions, timezone });
