// Legal representatives: who acts for a borrower in law. How they are reached is in contacts that name them.
import { refuseField } from '#platform/errors.ts';
import { Bool, DateTime, Described, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { person } from '../person.ts';
import { personSealers } from '../queries.ts';
import { representativeTypes } from '../rules/contact-values.ts';
import { representativeTokens, tokensFor } from '../search-tokens.ts';
import { legalRepresentatives } from '../tables.ts';

const type = StringEnum(representativeTypes);
const status = StringEnum(['active', 'inactive'], { description: '`active` if not given. Inactive: acts no more.' });
const text = (example: string) => Nullable(Text({ max: 200, example }));
const names = {
  firstName: text('Portia'),
  lastName: text('Belmont'),
  firmName: text('Belmont & Partners'),
};

/** By these the law may let the borrower be reached again, though an attorney is known. */
const answers = {
  knownSince: Nullable(DateTime, { description: 'When you came to know of it. Null: when it was recorded.' }),
  unansweredSince: Nullable(DateTime, { description: 'When what it has not answered was sent to it.' }),
  unresponsive: Described(Bool, { description: 'True: it is established that it does not answer.' }),
  consentsToContact: Described(Bool, { description: 'True: it agrees that the borrower is reached.' }),
  deniesRepresentation: Described(Bool, { description: 'True: it says that it does not act for the borrower.' }),
};

export const legalRepresentative = defineResource({
  name: 'legal representative',
  plural: 'legal representatives',
  prefix: 'LR',
  table: legalRepresentatives,
  below: { path: '/people/{personId}', subject: person, column: 'person_id', words: 'This borrower' },
  fields: { representativeType: type, ...names, status, ...answers },
  defaults: { status: 'active', unresponsive: false, consentsToContact: false, deniesRepresentation: false },
  sealed: { fields: ['firstName', 'lastName', 'firmName'], sealersOf: personSealers },
  atMost: 100,
  sort: ['createdAt', 'updatedAt', 'status'],
  filters: { status },
  told: { representativeType: type, status },
  events: {
    created: 'A borrower got a legal representative.',
    updated: 'A legal representative was changed, or acts no more.',
  },
  endpoints: {
    list: {},
    create: {
      description:
        'It has a last name or a firm. How it is reached is said in contacts with its legalRepresentativeId; lists of contacts show them by includeLegal.',
      body: {
        representativeType: 'attorney',
        firstName: 'Portia',
        lastName: 'Belmont',
        firmName: 'Belmont & Partners',
      },
    },
    read: {},
    update: { description: 'What is not sent stays. One that acts no more is inactive.', body: { status: 'inactive' } },
  },
});

export const legalRepresentativeRoutes = legalRepresentative.endpoints({
  async beforeWrite({ vault, realm, now }, _tx, { details, parent, sent }) {
    for (const path of ['knownSince', 'unansweredSince'] as const) {
      if ((sent[path] ?? now) > now) throw refuseField(path, 'is in the future', 'a moment that has passed');
    }
    if (!details.lastName?.trim() && !details.firmName?.trim()) {
      throw refuseField('lastName', 'is missing', 'a last name, or firmName');
    }
    return { search_tokens: representativeTokens(tokensFor(vault, realm, parent.data_key), details) };
  },
});
