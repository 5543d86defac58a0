// The views of borrowers, for questions: neither names nor numbers nor addresses are in one.
import { computed, defineView, type View } from '#platform/db/views/view.ts';
import { contacts, identities, people } from './tables.ts';

const stamps = { created_at: 'When it was recorded.', updated_at: 'When it changed last.' };

export const peopleViews: readonly View[] = [
  defineView({
    name: 'people',
    says: 'Borrowers that are not erased.',
    table: people,
    where: 't.erased_at is null',
    columns: {
      id: computed('text', 't.person_id', 'The id of the borrower.'),
      external_id: 'Your own id of the borrower.',
      borrower_type: 'person or business.',
      status: 'active or inactive.',
      status_updated_at: 'When the status changed last.',
      collections_intensity: 'How hard is collected: light, normal or heavy.',
      language: computed(
        'text',
        "t.comm_preferences->>'language'",
        'In which the borrower is written to; null: that of the company.',
      ),
      monitor_start_date: 'Since when registers are watched for the borrower.',
      ...stamps,
    },
  }),
  defineView({
    name: 'contacts',
    says: 'Phones, emails and addresses of borrowers, without their values.',
    table: contacts,
    columns: {
      id: 'The id of the contact.',
      external_id: 'Your own id of it.',
      person_id: 'The borrower.',
      contact_type: 'email, phone or address.',
      label: 'Such as home or work.',
      affiliation: 'Whose it is: self, or that of another person.',
      status: 'primary, secondary, additional or archived.',
      valid: 'Whether it is right, as far as is known.',
      verified: 'Whether the borrower has shown that it is theirs.',
      receive_text_messages: 'Whether texts may be sent there.',
      receive_text_messages_last_consent_at: 'When that was agreed to last.',
      on_do_not_call_registry: 'Whether the number is on the registry.',
      ...stamps,
    },
  }),
  defineView({
    name: 'identities',
    says: 'Identities of borrowers, without their numbers. Only for whoever may read personal values by questions.',
    table: identities,
    where: 't.deleted_at is null',
    isPersonal: true,
    columns: {
      id: 'The id of the identity.',
      person_id: 'The borrower.',
      identity_type: 'Such as ssn.',
      value_mask: 'What the API shows in place of the number: a random token, which says nothing of it.',
      valid: 'Whether it is right, as far as is known.',
      is_primary: 'Whether it is the first of its type.',
      expiration_date: 'Until when it holds.',
      ...stamps,
    },
  }),
];
