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

/** What a view asks instead of the login. Without a ticket of this mode and session the server refuses the question. */
export const companyOfTicket = (mode: Mode): string => `tenor.company_of_ticket('${mode}')`;

/** What the server says of a session whose ticket does not hold; nobody may take its empty rows for an answer. */
export const ticketRefused = '28000';

/** Its search path is fixed: nothing that a session may name stands in for what it calls. */
export const sqlOfTickets = (asker: string): string => `
  create or replace function tenor.company_of_ticket(asked_mode text) returns text
    language plpgsql stable security definer set search_path = pg_catalog, pg_temp
    as $body$
    declare
      ticket constant text[] := string_to_array(current_setting('${ticketSetting}', true), '|');
      signed bytea;
      kept bytea;
      mac text;
    begin
      select decode(value, 'hex') into kept from tenor.settings where name = '${ticketKeySetting}';
      signed := convert_to(concat_ws('|', ticket[1], ticket[2], ticket[3], pg_backend_pid()), 'UTF8');
      mac := encode(sha256(kept || sha256(kept || signed)), 'hex');
      if cardinality(ticket) = 4 and ticket[4] = mac and ticket[1] = asked_mode then
        if extract(epoch from clock_timestamp()) <= ticket[3]::bigint then return ticket[2]; end if;
        raise exception using errcode = '${ticketRefused}', message = 'the time of the ticket is over';
      end if;
      raise exception using errcode = '${ticketRefused}', message = 'the session has no ticket that holds';
    end
    $body$;
  revoke all on function tenor.company_of_ticket(text) from public;
  grant execute on function tenor.company_of_ticket(text) to ${asker};`;
