// A borrower has entered the code that was sent to a contact: they read what is sent there. So it is confirmed, and what
// they agreed to get there by electronic means (15 U.S.C. 7001(c)(1)(C)(ii)) is demonstrated.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { openContact, presentContact } from '../contact.ts';
import { contactUpdated, toldOfContact } from '../events.ts';
import { sealerOf } from '../person.ts';
import { demonstrateConsents } from '../resources/consent.ts';
import type { Contact } from '../schemas.ts';
import type { ContactRow, PersonRow } from '../tables.ts';

export async function confirmContact(
  ctx: CommandContext,
  tx: Tx,
  owner: PersonRow,
  before: ContactRow,
): Promise<Contact> {
  const row = { ...before, verified: true, confirmed_at: ctx.now, updated_at: ctx.now };
  const { person_id, id, verified, confirmed_at, updated_at } = row;
  tx.write(
    tx.db
      .updateTable('contacts')
      .set({ verified, confirmed_at, updated_at })
      .where('person_id', '=', person_id)
      .where('id', '=', id),
  );
  ctx.emit(contactUpdated, person_id, toldOfContact(owner, row));
  await demonstrateConsents(ctx, tx, row);
  return presentContact(row, openContact(sealerOf(ctx.vault, owner), row));
}
