// The door of agreements: documents that are converted and signed, so that they can be proved unchanged.
import type { Capability } from '#platform/capability.ts';
import { certificatesCheck } from './certificates/check-certificates.ts';
import { agreementErrors } from './errors.ts';
import { documentConverted, documentSigned } from './events.ts';
import { agreementRoutes } from './routes.ts';
import { agreementsSealed } from './sealed.ts';
import { agreementTables } from './tables.ts';

export { newCertificate } from './certificates/certificate-bytes.ts';
export { certificateInFile, WrongFile } from './certificates/certificate-in-file.ts';
export { storeCertificate } from './certificates/stored-certificate.ts';
export { pdfOfText } from './converting/convert.ts';
export { agreementErrors } from './errors.ts';

export const agreements: Capability = {
  name: 'agreements',
  migrations: new URL('./migrations/', import.meta.url),
  tables: agreementTables,
  sealed: agreementsSealed,
  errors: { Agreements: agreementErrors },
  events: [documentConverted, documentSigned],
  checks: [certificatesCheck],
  routes: () => agreementRoutes,
};
