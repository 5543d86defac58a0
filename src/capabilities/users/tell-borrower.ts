// A borrower hears, by every contact of theirs and by what the user signed in with until now, that somebody has set up
// how one signs in as the borrower. Where the operator has set no way to send, nobody hears.
import { companyRow } from '#capabilities/access/index.ts';
import { languageOf, settingsRow } from '#capabilities/company/index.ts';
import { canReach, sendMessage } from '#capabilities/sending/index.ts';
import type { OwnContact } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { UserRow } from './tables.ts';
import type { Profile } from './user.ts';

interface Told {
  readonly row: UserRow;
  readonly contacts: readonly OwnContact[];
  /** What the user signed in with until now. */
  readonly before?: Profile['auths'];
}

const toldMax = 20;

export async function tellBorrower(ctx: CommandContext, tx: Tx, { row, contacts, before = {} }: Told): Promise<void> {
  const [[company], [stored]] = await tx.together(companyRow(tx), settingsRow(tx));
  const words = said[languageOf(stored?.settings ?? {})];
  const text = words.text(company?.name ?? words.lender, row.status === 'pending');
  for (const [to, channel] of addresses(contacts, before)) {
    if (!canReach(ctx, channel, to)) continue;
    sendMessage(ctx, tx, {
      channel,
      to,
      subject: channel === 'email' ? words.subject : undefined,
      text,
      purpose: 'userChanged',
      userId: row.id,
      personId: row.person_id ?? undefined,
    });
  }
}

const said = {
  en: {
    lender: 'your lender',
    subject: 'How you sign in was changed',
    text: (name: string, waits: boolean) =>
      `How you sign in to your account with ${name} was set up or changed.${waits ? ' It cannot be used until it is confirmed.' : ''} If you know of it, do nothing. If you do not, tell ${name} at once, and give no code to anybody.`,
  },
  es: {
    lender: 'su prestamista',
    subject: 'Cambió su forma de iniciar sesión',
    text: (name: string, waits: boolean) =>
      `Se configuró o cambió su forma de iniciar sesión en su cuenta con ${name}.${waits ? ' No se puede usar hasta que se confirme.' : ''} Si usted está al tanto, no haga nada. Si no, avise a ${name} de inmediato y no dé ningún código a nadie.`,
  },
};

function addresses(contacts: readonly OwnContact[], { email, phone }: Profile['auths']) {
  const reached = contacts
    .filter(({ type, takesTexts }) => type === 'email' || takesTexts)
    .map(({ type, value }) => [value, type === 'email' ? 'email' : 'text'] as const);
  const names = [...(email ? [[email, 'email'] as const] : []), ...(phone ? [[phone, 'text'] as const] : [])];
  return new Map([...reached, ...names].slice(0, toldMax));
}
