const open = { from: '09:00', to: '17:00' };

const set = {
  legalName: 'Acme Lending LLC',
  brandName: 'Acme',
  domainName: 'pay.acme.example',
  shortDomainName: 'acme.example',
  agentAuthType: 'basic',
  agentAuthValueType: 'email',
  borrowerAuthType: 'oneTimeCodeEmail',
  borrowerAuthValueType: 'email',
  brandAssets: { logoUrl: 'https://acme.example/logo.svg', primaryColor: '#0a5fff' },
  communication: { fromName: 'Acme' },
  defaultVerificationTypeId: null,
  evidence: {},
  forceCaseIdOnAgentActions: false,
  links: { website: 'https://acme.example/' },
  openHours: { monday: open, tuesday: open },
  paymentTypes: ['bankAccount', 'debitCard'],
  showPoweredByPeach: true,
  statements: { isPaperless: true },
  support: { email: 'help@acme.example' },
  tasks: {},
  ui: { theme: 'system' },
};

const company = { id: 'CP-2W8D-K4TN', name: 'Acme Lending', timezone: 'America/New_York' };

export const update = { brandName: 'Acme', support: { email: 'help@acme.example' }, paymentTypes: ['bankAccount'] };

export const bootstrap = {
  appDomainType: 'borrower',
  authType: 'oneTimeCodeEmail',
  authValueType: 'email',
  userType: 'borrower',
  ssoLoginUrl: null,
  company: { ...company, ...set },
};
