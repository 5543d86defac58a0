// How the papers of a company look, by its settings.
import { companyRow } from '#capabilities/access/index.ts';
import { type Settings, settingsOf } from '#capabilities/company/index.ts';
import type { KeptBlob } from '#platform/blobs/keep-blobs.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { CompanyLook, Language } from './letter.ts';
import { logoOf } from './logo.ts';

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

export async function lookOf(
  reader: Reader,
  vault: Vault,
  open: (blob: KeptBlob) => AsyncIterable<Buffer>,
): Promise<Look> {
  const [settings, rows, logo] = await Promise.all([
    settingsOf(reader),
    reader.rows(companyRow(reader)),
    logoOf(reader, vault),
  ]);
  const name = rows[0]?.name ?? '';
  const bytes = logo && (await wholeOf(logo, open));
  return { ...lookBySettings(settings, name), ...(bytes && withLogo(settings, name, bytes)) };
}

function withLogo(settings: Settings, name: string, bytes: Buffer): Pick<Look, 'company' | 'files'> {
  const { company } = lookBySettings(settings, name);
  return { company: { ...company, logo: 'logo.png' }, files: { 'logo.png': bytes } };
}

function lookBySettings(settings: Settings, name: string): Look {
  const { brandName, legalName, brandAssets, support, links, papers, ui } = settings;
  const address = linesOf(papers?.address);
  const shown = brandName ?? legalName ?? name;
  const contact = [...address, support?.phone, support?.email, links?.website].filter(
    (one) => one != null && one !== '',
  );
  const orAddress = (own: string | null | undefined) => (own ? linesOf(own) : [shown, ...address]);
  return {
    company: { name: shown, color: colorOf(brandAssets?.primaryColor), logo: null, contact: contact as string[] },
    footer: papers?.footer ?? legalName ?? name,
    language: ui?.locale?.startsWith('es') ? 'es' : 'en',
    paymentAddress: orAddress(papers?.paymentAddress),
    disputeAddress: orAddress(papers?.disputeAddress),
    files: {},
  };
}

/** A logo is read for each paper; its bytes never change, so the last one is kept. */
let last: { readonly id: string; readonly bytes: Buffer } | undefined;

async function wholeOf(logo: KeptBlob, open: (blob: KeptBlob) => AsyncIterable<Buffer>): Promise<Buffer> {
  if (last?.id !== logo.id) {
    const parts: Buffer[] = [];
    for await (const part of open(logo)) parts.push(part);
    last = { id: logo.id, bytes: Buffer.concat(parts) };
  }
  return last.bytes;
}
