// The SFTP host at which the files of a campaign are left: what is said of it, and what it wants to hear of us.
import Type, { type Static } from 'typebox';
import type { Problem } from '#platform/errors.ts';
import type { CompanyPlace } from '#platform/file-places/company-place.ts';
import { placeCredentials, problemsOfCredentials, problemsOfPlace } from '#platform/file-places/place-settings.ts';
import { Named, Nullable, Text } from '#platform/input/schemas.ts';

type Offered = Parameters<typeof problemsOfPlace>[0];

const told = {
  host: Text({
    min: 1,
    max: 260,
    example: 'sftp.dialler.example.com',
    description: 'On the public internet; a port may follow after a colon.',
  }),
  username: Text({ min: 1, max: 64, example: 'acme' }),
  cdDir: Type.Optional(
    Nullable(Text({ min: 1, max: 200, example: 'incoming' }), {
      description: 'The folder; that of the account if not given.',
    }),
  ),
  hostKey: Text({
    min: 50,
    max: 50,
    description: 'The fingerprint of the host, as `ssh-keygen -l` shows it. Another host gets nothing.',
    example: 'SHA256:F6gAz1eC0yyGGbxTBLkrx2ca6jvfI0mPXkQ6XWp8iV4',
  }),
};

export const SftpShown = Named('CampaignSftp')(told);
export const SftpInput = Named('CampaignSftpInput')({ ...told, ...placeCredentials });
export type SftpInput = Static<typeof SftpInput>;

export interface SftpSettings {
  readonly host: string;
  readonly username: string;
  readonly cdDir: string | null;
  readonly hostKey: string;
}

export const settingsOf = ({ host, username, cdDir = null, hostKey }: SftpInput): SftpSettings => ({
  host,
  username,
  cdDir,
  hostKey,
});

/** An address of version 6 stands in brackets where a port follows. */
function hostAndPort(host: string): { readonly host: string; readonly port: number } {
  const [, bracketed, name, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(host) ?? [];
  const found = bracketed ?? name;
  return found === undefined ? { host, port: 22 } : { host: found, port: Number(port ?? 22) };
}

export const placeOfSftp = (settings: SftpSettings): CompanyPlace => ({
  kind: 'sftp',
  folder: settings.cdDir ?? '.',
  ...hostAndPort(settings.host),
  username: settings.username,
  hostKey: settings.hostKey,
});

export function problemsOfSftp(offered: Offered, sent: SftpInput): Problem[] {
  const { privateKey, password } = sent;
  const place = placeOfSftp(settingsOf(sent));
  const wrong = [
    ...problemsOfPlace(offered, place, ''),
    ...(place.port === null || place.port < 1 || place.port > 65_535
      ? [{ path: 'host', message: 'names no port', expected: 'a port from 1 to 65535 after the colon' }]
      : []),
  ];
  const isSaid = privateKey !== undefined || password !== undefined;
  const credentials = isSaid ? problemsOfCredentials({ kind: 'sftp' }, { privateKey, password }) : [];
  return [
    ...wrong.map((one) => ({ ...one, path: `sftpSettings.${one.path === 'folder' ? 'cdDir' : one.path}` })),
    ...credentials.map((one) => ({
      ...one,
      path: one.path.replace('credentials', 'sftpSettings').replace(/Settings$/, 'Settings.password'),
    })),
  ];
}
