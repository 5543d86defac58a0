// Authorizations of an erased person: the rows stay as proof that debits rested on something, without anything that
// says whose account it was. Nothing more is taken.
import type { Erasing } from '#platform/capability.ts';

export const eraseAuthorizations: Erasing = async (tx, personId, { now }) => {
  const all = tx.db.updateTable('payment_authorizations').where('person_id', '=', personId);
  tx.write(all.set({ account_last_four: null, account_hash: null, evidence_sealed: null, updated_at: now }));
  tx.write(tx.db.deleteFrom('stopped_accounts').where('person_id', '=', personId));
  tx.write(all.set({ revoked_at: now, revoked_by_type: 'system' }).where('revoked_at', 'is', null));
};
