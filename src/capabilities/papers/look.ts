// How the papers of a company look, by its settings.
import { companyRow } from '#capabilities/access/index.ts';
import { languageOf, type Settings, settingsRow } from '#capabilities/company/index.ts';
import { findBlob, type KeptBlob } from '#platform/blobs/keep-blobs.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { latelyUsed } from '#platform/lately-used.ts';
import type { CompanyLook, Language } from './letter.ts';
import { logoRow } from './logo.ts';

export interface Look {
  readonly company: CompanyLook;
  readonly footer: string;
  /** That of papers which nobody orders. */
  readonly language: Language;
  /** Where payments by mail go, and where mistakes are told: lines of addresses. */
  readonly paymentAddress: readonly string[];
  readonly disputeAddress: readonly string[];
  readonly files: Readonly<Record<string, Uint8Array>>;
}

const linesOf = (text: string | null | undefined): string[] =>
  (text ?? '').split('\n').filter((one) => one.trim() !== '');

/** Another way to write a color would not be read by the template. */
const colorOf = (text: string | null | undefined): string | null =>
  /^#[0-9a-f]{6}$/i.test(text ?? '') ? String(text) : null;

/** What is asked for each paper is three rows in one flight, so a change of the settings is on the next paper. */
export async function lookOf(
  reader: Reader,
  vault: Vault,
  open: (blob: KeptBlob) => AsyncIterable<Buffer>,
): Promise<Look> {
  const [[company], [stored], [logo]] = await reader.together(companyRow(reader), settingsRow(reader), logoRow(reader));
  const bytes = logo && (await bytesOf(reader, vault, logo.content_id, open));
  return lookBySettings(stored?.settings ?? {}, company?.name ?? '', bytes);
}

function lookBySettings(settings: Settings, name: string, logo: Buffer | undefined): Look {
  const { brandName, legalName, brandAssets, support, links, papers } = settings;
  const address = linesOf(papers?.address);
  const legal = legalName || name;
  const shown = brandName || legal;
  const contact = [...address, support?.phone, support?.email, links?.website].filter(
    (one) => one != null && one !== '',
  );
  const orAddress = (own: string | null | undefined) => (own ? linesOf(own) : [shown, ...address]);
  return {
    company: {
      name: shown,
      color: colorOf(brandAssets?.primaryColor),
      logo: logo === undefined ? null : logoFile,
      contact: contact as string[],
    },
    footer: papers?.footer ?? legal,
    language: languageOf(settings),
    paymentAddress: orAddress(papers?.paymentAddress),
    disputeAddress: orAddress(papers?.disputeAddress),
    files: logo === undefined ? {} : { [logoFile]: logo },
  };
}

const logoFile = 'logo.png';

/** Each is half a megabyte at most. */
const logosKept = 16;
/** The bytes of a content never change; its id says whose they are. */
const logos = latelyUsed<string, Buffer>(logosKept);

async function bytesOf(
  reader: Reader,
  vault: Vault,
  contentId: string,
  open: (blob: KeptBlob) => AsyncIterable<Buffer>,
): Promise<Buffer | undefined> {
  const { companyId } = reader.realm;
  const kept = logos.get(contentId);
  if (kept !== undefined) return kept;
  const blob = await findBlob(reader, vault.companySealer(companyId), companyId, contentId);
  if (blob === undefined) return undefined;
  const parts: Buffer[] = [];
  for await (const part of open(blob)) parts.push(part);
  const bytes = Buffer.concat(parts);
  logos.set(contentId, bytes);
  return bytes;
}
