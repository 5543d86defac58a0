// By what the user of a borrower signs in. Whoever makes a user could come in as the borrower by an address of their own:
// so an address counts that reached the borrower before, and a user with any other waits (`pending`) until a code that
// was sent to a contact that was there, or a second person, confirms it.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { OwnContact } from '#platform/capability.ts';
import { emailKey } from '#platform/contacts/email.ts';
import type { UserRow, UserStatus } from './tables.ts';
import type { Profile } from './user.ts';

/** A user name alone lets nobody in. The subject of an identity provider does, and no contact shows whose it is. */
export function areOfBorrower(auths: Profile['auths'], contacts: readonly OwnContact[]): boolean {
  const wasThere = (type: OwnContact['type'], name: string | undefined): boolean =>
    name === undefined ||
    contacts.some((one) => one.wasThere && one.type === type && emailKey(one.value) === emailKey(name));
  return wasThere('email', auths.email) && wasThere('phone', auths.phone) && auths.samlSubjectNameId === undefined;
}

type Standing = Pick<UserRow, 'status' | 'unconfirmed_since'>;

/** Nobody becomes active who is not confirmed, whatever is asked for. */
export const standingOf = (asked: UserStatus, unconfirmed_since: Instant | null): Standing => ({
  status: asked === 'inactive' ? 'inactive' : unconfirmed_since === null ? 'active' : 'pending',
  unconfirmed_since,
});
