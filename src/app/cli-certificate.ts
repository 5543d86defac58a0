// `tenor company certificate`: with what a company signs documents.
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { companies } from '#capabilities/access/index.ts';
import { certificateInFile, newCertificate, storeCertificate, WrongFile } from '#capabilities/agreements/index.ts';
import { auditByHand } from '#platform/audit/by-hand.ts';
import { machineNow } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Realm } from '#platform/db/realm.ts';
import { CommandFailed, print, type Values } from './command.ts';
import { realmOf } from './realm-of.ts';
import type { Service } from './service.ts';
import { withService } from './with-service.ts';
import { WrongUse } from './wrong-use.ts';

export const companyCertificate = (config: Config, values: Values): Promise<void> =>
  withService(config, async (service) =>
    print(await certificateByHand(service, await realmOf(service, values), values)),
  );

/** It takes the place of the one before. Errors: WrongUse, CommandFailed. */
export async function certificateByHand(service: Service, realm: Realm, values: Values): Promise<string> {
  mustGoTogether(values);
  const now = machineNow(service.clock);
  const today = new Date(now);
  const made =
    values.p12 === undefined
      ? await ownCertificate(service, realm, values, today)
      : await givenCertificate(values.p12, values['passphrase-file'], today);
  await service.database.transact(realm, async (tx) => {
    storeCertificate(tx, service.vault, { ...made, now });
    auditByHand(service, tx, { command: 'tenor company certificate', objectId: realm.companyId });
  });
  const { subject, validTo, fingerprint256 } = new X509Certificate(made.certificate);
  const lines = [
    `of           ${subject.replace('\n', ', ')}`,
    `until        ${validTo}`,
    `fingerprint  ${fingerprint256}`,
  ];
  return [...lines, '', pem(made.certificate)].join('\n');
}

/** What is passed over would be taken for done: a passphrase without its file makes no use of the file. Errors: WrongUse. */
function mustGoTogether({ p12, years, 'passphrase-file': passphraseFile }: Values): void {
  if (p12 === undefined && passphraseFile !== undefined) throw new WrongUse('--passphrase-file goes with --p12.');
  if (p12 !== undefined && years !== undefined) throw new WrongUse('--years is for a certificate that is made here.');
}

const yearsUsual = 3;
const yearsMax = 10;

async function ownCertificate({ database }: Service, { companyId }: Realm, { years }: Values, today: Date) {
  const count = years === undefined ? yearsUsual : Number(years);
  if (!Number.isInteger(count) || count < 1 || count > yearsMax) {
    throw new WrongUse(`--years must be a whole number from 1 to ${yearsMax}.`);
  }
  const company = (await companies(database)).find(({ id }) => id === companyId)?.name ?? companyId;
  const notAfter = new Date(today);
  notAfter.setUTCFullYear(today.getUTCFullYear() + count);
  const { certificate, key } = newCertificate({ company: company.slice(0, 64), notBefore: today, notAfter });
  return { certificate, key: { pkcs8: key.toString('base64') } };
}

async function givenCertificate(file: string, passphraseFile: string | undefined, today: Date) {
  const passphrase =
    passphraseFile === undefined ? '' : (await bytesOf(passphraseFile)).toString().replace(/\r?\n$/, '');
  return certificateInFile(await bytesOf(file), passphrase, today).catch((error: unknown) => {
    throw error instanceof WrongFile ? new CommandFailed(error.message) : error;
  });
}

const bytesOf = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: Error) => {
    throw new CommandFailed(`${file} cannot be read: ${error.message}`);
  });

const pem = (certificate: Buffer): string => {
  const lines = certificate.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----`;
};
