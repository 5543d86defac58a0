// A bank that takes ACH files from a folder: how a company names it, and what lies there.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { eventually } from './eventually.ts';
import type { Answer, Client } from './house.ts';

export const aBank = (more: object = {}) => ({
  bankRoutingNumber: '110000026',
  bankName: 'DEMO ODFI BANK',
  originId: '1987654321',
  originName: 'TENOR DEMO LOANS',
  companyName: 'TENOR DEMO LOANS',
  companyIdentification: '1987654321',
  place: { kind: 'directory', folder: 'outgoing' },
  ...more,
});

export const nameBank = (api: Client, more: object = {}, credentials?: object): Promise<Answer> =>
  api.put('/companies/current/payment-providers/bankAccount', {
    kind: 'ach',
    ach: aBank(more),
    ...(credentials === undefined ? {} : { credentials }),
  });

/** A folder for all files of banks, which goes with the tests of the file. */
export function bankFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tenor-bank-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a company has left there, by name. */
export function filesIn(folder: string, { realm: { mode, companyId } }: Client, place = 'outgoing'): string[] {
  try {
    return readdirSync(join(folder, mode, companyId, place)).sort();
  } catch {
    return [];
  }
}

export const bytesOf = (folder: string, { realm: { mode, companyId } }: Client, name: string): string =>
  readFileSync(join(folder, mode, companyId, 'outgoing', name), 'ascii');

export const filesAre = (folder: string, api: Client, count: number): Promise<string[]> =>
  eventually(
    `${count} files have arrived`,
    () => {
      const names = filesIn(folder, api);
      return names.length === count && !names.some((name) => name.endsWith('.tmp')) && names;
    },
    () => filesIn(folder, api).join(' '),
  );

/** The entries of a file by the printed positions: class, code, amount in cents, identification, entry date. */
export function entriesIn(text: string): string[] {
  const entries: string[] = [];
  let batch = '';
  for (const line of text.split('\n')) {
    if (line[0] === '5') batch = `${line.slice(50, 53)} ${line.slice(53, 63).trimEnd()} ${line.slice(69, 75)}`;
    if (line[0] === '6') {
      const [code, cents, id] = [line.slice(1, 3), Number(line.slice(29, 39)), line.slice(39, 54).trimEnd()];
      entries.push(`${batch} ${code} ${cents} ${id}`);
    }
  }
  return entries;
}
