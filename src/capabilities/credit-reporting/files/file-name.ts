// The names of files, as agencies want them.
import type { AgencyRow, FileRow } from '../tables.ts';

const plain = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** A correction of a month has its own id in its name: there may be several. */
export function fileNameOf(agency: AgencyRow, { id, as_of: asOf, is_correction }: FileRow): string {
  const digits = asOf.replaceAll('-', '');
  const of =
    agency.agency_name === 'experian'
      ? `${plain(agency.file_name_prefix ?? '')}.${digits.slice(4)}${digits.slice(0, 4)}`
      : plain(`${agency.reporter_name}${agency.company_id}${agency.agency_name}${digits}`);
  const correction = is_correction ? `.${plain(id)}` : '';
  return `${of}${correction}.txt${agency.open_pgp_public_key === null ? '' : '.pgp'}`;
}
