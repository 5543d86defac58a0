// A signed ticket says whose question a session asks, where the service may not make a login for each company: all questions
// come by one login then. The key lies in a table that a view's function reads and the login does not; a ticket holds for one
// session, which cannot be chosen, and for the time of one question. Whoever asks by the account of the service itself can
// read all tables: there the words of the question are the only wall (docs/security.md).
import { createHash } from 'node:crypto';
import type { Mode } from '../realm.ts';

/** Kept in tenor.settings: the key, as hexadecimal digits. */
export const ticketKeySetting = 'reporting_ticket_key';

/** The setting of a session that has its ticket. */
export const ticketSetting = 'tenor.ticket';

interface Ticket {
  readonly mode: Mode;
  readonly companyId: string;
  /** In seconds, by the clock of the server. */
  readonly until: number;
  /** The process of the server that works for the session. */
  readonly processId: number;
}

/** Hashed twice with the key: nothing can be added to what is signed. */
export function signedTicket(key: Buffer, { mode, companyId, until, processId }: Ticket): string {
  const hash = (...parts: (Buffer | string)[]) =>
    parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest();
  const mac = hash(key, hash(key, `${mode}|${companyId}|${until}|${processId}`));
  return `${mode}|${companyId}|${until}|${mac.toString('hex')}`;
}

/** What a view asks instead of the login: null without a ticket of this mode and session. */
export const companyOfTicket = (mode: Mode): string => `tenor.company_of_ticket('${mode}')`;

/** Its search path is fixed: nothing that a session may name stands in for what it calls. */
export const sqlOfTickets = (asker: string): string => `
  create or replace function tenor.company_of_ticket(asked_mode text) returns text
    language sql stable security definer set search_path = pg_catalog, pg_temp
    as $body$
      select case when mac = encode(sha256(key || sha256(key || signed)), 'hex')
                   and extract(epoch from clock_timestamp()) <= until::bigint then company_id end
        from (select split_part(ticket, '|', 1) as mode, split_part(ticket, '|', 2) as company_id,
                     split_part(ticket, '|', 3) as until, split_part(ticket, '|', 4) as mac
                from (select current_setting('${ticketSetting}', true) as ticket) as given) as told
        cross join lateral (select convert_to(concat_ws('|', mode, company_id, until, pg_backend_pid()), 'UTF8') as signed) as text
        cross join (select decode(value, 'hex') as key from tenor.settings where name = '${ticketKeySetting}') as kept
       where mode = asked_mode
    $body$;
  revoke all on function tenor.company_of_ticket(text) from public;
  grant execute on function tenor.company_of_ticket(text) to ${asker};`;
