// The view of messages, for questions: without their texts.
import { defineView, type View } from '#platform/db/views/view.ts';
import { outgoingMessages } from './tables.ts';

export const messageViews: readonly View[] = [
  defineView({
    name: 'messages',
    says: 'Messages that the service sends to borrowers, and what became of them.',
    table: outgoingMessages,
    columns: {
      id: 'The id of the message.',
      person_id: 'The borrower.',
      interaction_id: 'Its interaction.',
      state: 'What became of it.',
      origin: 'Who began it.',
      channel: 'By which it goes.',
      subject: 'What it is about.',
      theme: 'The theme of the subject.',
      contact_id: 'Where it goes.',
      loan_ids: 'The loans that it is about.',
      case_id: 'The case that it is about.',
      blocked_by: 'The rules that forbade it.',
      sent_at: 'When it was sent.',
      delivered_at: 'When it arrived.',
      opened_at: 'When it was opened.',
      created_at: 'When it was written.',
      updated_at: 'When it changed last.',
    },
  }),
];
