// The agreement on which something else rests, such as autopay.
import { refuseField } from '#platform/errors.ts';
import type { Resolver } from '#platform/references.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { document } from './document.ts';
import { isAgreed } from './document-types.ts';
import type { DocumentRow } from './tables.ts';

/** Errors: NotFound, InvalidRequest. */
export const agreement: Resolver = async (reader, reference, { personId, loanId = null, field = '' }) => {
  const row = await namedIn(field, document.find(reader, reference, { below: personId }));
  const fault = faultOf(row, loanId);
  if (fault !== undefined) throw refuseField(field, fault, 'an agreement for this loan that was accepted and holds');
  return row.id;
};

/** Why nothing can rest on it; undefined: something can. A copy of what was accepted is as good. */
function faultOf({ type, status, archived, loan_id: about }: DocumentRow, loanId: string | null): string | undefined {
  if (!isAgreed(type)) return 'is no agreement';
  if (status !== 'accepted') return status === 'draft' ? 'was not accepted' : 'was rejected';
  if (archived) return 'is archived';
  return about === loanId ? undefined : 'is not about this loan';
}
