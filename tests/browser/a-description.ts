// An OpenAPI 3.1 document such as the service makes, small and by hand, so that a test of the page needs no service.

export function aDescription() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tenor',
      version: '0.1.0',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'https://loans.example.com/api' }],
    security: [{ bearer: [] }, { header: [] }],
    tags: [
      { name: 'people', description: 'Borrowers: who they are and how to reach them.' },
      { name: 'loans', description: 'What was lent, on which terms, and what has been paid.' },
      { name: 'access', description: 'Keys that let a caller in.' },
    ],
    paths,
    components: { schemas, securitySchemes },
  };
}

const introduction = `Open loan servicing and collections.

## The first call

\`\`\`sh
curl http://127.0.0.1:4000/api/people -H "Authorization: Bearer $KEY"
\`\`\`

Amounts are exact decimals, ids look like \`PR-7KQ2-M4XZ\`, and every refusal names the field and the remedy.
`;

const personId = pathParameter('personId', 'PR-7KQ2-M4XZ');
const loanId = pathParameter('loanId', 'LN-2B8C-9QWE');
const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 } };

const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {
  '/people': {
    get: operation('people', 'people.list', 'List people', { parameters: [limit], answer: list('Person') }),
    post: operation('people', 'people.create', 'Create a person', {
      body: 'PersonCreate',
      answer: ref('Person'),
      status: 201,
    }),
  },
  '/people/{personId}': {
    get: operation('people', 'people.get', 'Get a person', { parameters: [personId], answer: ref('Person') }),
    patch: operation('people', 'people.update', 'Change a person', {
      parameters: [personId],
      body: 'PersonCreate',
      answer: ref('Person'),
    }),
    delete: operation('people', 'people.delete', 'Delete a person', { parameters: [personId], answer: ref('Person') }),
  },
  '/people/{personId}/loans': {
    get: operation('loans', 'loans.list', 'List the loans of a person', {
      parameters: [personId, limit],
      answer: list('Loan'),
    }),
    post: operation('loans', 'loans.create', 'Originate a loan', {
      parameters: [personId],
      body: 'Loan',
      answer: ref('Loan'),
      status: 201,
    }),
  },
  '/loans/{loanId}': {
    get: operation('loans', 'loans.get', 'Get a loan', { parameters: [loanId], answer: ref('Loan') }),
  },
  '/loans/{loanId}/payments': {
    post: operation('loans', 'payments.create', 'Record a payment', {
      parameters: [loanId],
      body: 'Payment',
      answer: ref('Payment'),
      status: 201,
    }),
  },
  '/keys': {
    get: operation('access', 'keys.list', 'List keys', { parameters: [limit], answer: list('Key') }),
    post: operation('access', 'keys.create', 'Create a key', { body: 'Key', answer: ref('Key'), status: 201 }),
  },
};

const money = { type: 'number', multipleOf: 0.01, example: 888.49, description: 'Dollars, with exactly two decimals.' };
const text = (example: string) => ({ type: 'string', minLength: 1, maxLength: 200, example });

const schemas = {
  Person: {
    type: 'object',
    required: ['id', 'lastName'],
    properties: {
      id: text('PR-7KQ2-M4XZ'),
      firstName: { type: ['string', 'null'], example: 'Ada' },
      lastName: text('Byron'),
      dateOfBirth: { type: ['string', 'null'], format: 'date', example: '1985-12-10' },
      metaData: { type: 'object', additionalProperties: { type: 'string' }, example: { branch: 'north' } },
      createdAt: { type: 'string', format: 'date-time', example: '2026-01-15T09:30:00.000000+00:00' },
    },
  },
  PersonCreate: {
    type: 'object',
    required: ['lastName'],
    properties: { firstName: text('Ada'), lastName: text('Byron'), externalId: text('crm-1815') },
  },
  Loan: {
    type: 'object',
    required: ['amount', 'rateAnnual'],
    properties: {
      amount: money,
      rateAnnual: { type: 'string', pattern: '^0\\.\\d+$', example: '0.12' },
      status: { type: 'string', enum: ['active', 'paidOff', 'chargedOff'] },
      schedule: {
        type: 'array',
        items: { type: 'object', properties: { dueDate: text('2026-02-15'), payment: money } },
      },
    },
  },
  Payment: {
    type: 'object',
    required: ['amount'],
    properties: {
      amount: money,
      method: {
        oneOf: [
          { type: 'object', properties: { card: text('visa') } },
          { type: 'object', properties: { check: text('1042') } },
        ],
      },
    },
  },
  Key: {
    type: 'object',
    properties: { name: text('nightly import'), permissions: { type: 'array', items: text('person:read') } },
  },
  Error: {
    type: 'object',
    properties: {
      status: { const: 'error' },
      statusCode: { type: 'integer', example: 400 },
      errorType: text('FieldInvalid'),
      message: text('lastName must not be empty.'),
    },
  },
};

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The key that the first start printed.' },
  header: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
};

interface Parts {
  readonly parameters?: readonly object[];
  readonly body?: keyof typeof schemas;
  readonly answer: object;
  readonly status?: number;
}

function operation(tag: string, operationId: string, summary: string, parts: Parts) {
  const json = (schema: object) => ({ 'application/json': { schema } });
  const refusals = { 400: 'A field is wrong', 401: 'No key', 404: 'There is no such thing', 409: 'It clashes' };
  const errors = Object.entries(refusals).map(([status, title]) => [
    status,
    { description: title, content: json(ref('Error')) },
  ]);
  return {
    operationId,
    tags: [tag],
    summary,
    description: `${summary}, as *said* in \`${operationId}\`.`,
    parameters: parts.parameters ?? [],
    ...(parts.body && { requestBody: { required: true, content: json(ref(parts.body)) } }),
    responses: {
      [parts.status ?? 200]: { description: 'Done', content: json(parts.answer) },
      ...Object.fromEntries(errors),
    },
  };
}

function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

function list(name: string) {
  const properties = {
    total: { type: 'integer', example: 1 },
    nextUrl: { type: ['string', 'null'] },
    results: { type: 'array', items: ref(name) },
  };
  return { type: 'object', properties };
}

function pathParameter(name: string, example: string) {
  return {
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', example },
    description: 'An id, or `ext-` and one of your own.',
  };
}
