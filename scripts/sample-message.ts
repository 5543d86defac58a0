// What default texts are shown with: a company, a borrower, and the examples of the catalogue.
import { examplesOf, type Subject } from '#capabilities/templates/subjects/index.ts';

const company = {
  name: 'Acme Lending',
  brandName: 'Acme Lending',
  legalName: 'Acme Lending LLC',
  support: { phone: '+1 317 555 0100', email: 'help@lender.example', url: null },
  links: { privacyPolicy: 'https://lender.example/privacy' },
  papers: { address: '100 Main Street\nIndianapolis, IN 46204', footer: 'NMLS 123456' },
  brandAssets: { primaryColor: '#0a5fff' },
};

const objects = {
  loan: { displayId: 'L-1001' },
  loans: [{ displayId: 'L-1001' }],
  case: { id: 'CS-1674-F6YV' },
  statement: { id: 'SM-WE3P-O6LL' },
  transaction: { id: 'TX-4SYR-4RIX' },
};

export const sampleContext = (subject: Subject) => ({
  company,
  person: { name: { firstName: 'Ada', lastName: 'Lovelace' } },
  message: {
    date: '2026-07-06',
    isFromCollector: false,
    hasOptOut: false,
    address: '12 Main St\nIndianapolis, IN 46204',
  },
  ...Object.fromEntries(subject.objects.map((name) => [name, objects[name]])),
  ...examplesOf(subject),
});
