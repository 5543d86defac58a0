// The view of interactions, for questions: without what was said.
import { defineView, type View } from '#platform/db/views/view.ts';
import { interactions } from './tables.ts';

export const interactionViews: readonly View[] = [
  defineView({
    name: 'interactions',
    says: 'Calls, messages and letters between the company and its borrowers.',
    table: interactions,
    where: 'not t.sensitive',
    columns: {
      id: 'The id of the interaction.',
      external_id: 'Your own id of it.',
      person_id: 'The borrower.',
      channel: 'By which they spoke.',
      direction: 'inbound or outbound.',
      status: 'What became of it.',
      subject: 'What it was about.',
      theme: 'The theme of the subject.',
      contact_id: 'Where it went, or came from.',
      loan_ids: 'The loans that it was about.',
      case_id: 'The case that it was about.',
      started_at: 'When it began.',
      ended_at: 'When it ended.',
      connected: 'Whether somebody answered.',
      conversation: 'Whether the borrower was spoken to.',
      message_left: 'Whether a message was left.',
      is_autodialed: 'Whether a machine dialed.',
      requested_by_borrower: 'Whether the borrower asked for it.',
      created_at: 'When it was recorded.',
      updated_at: 'When it changed last.',
    },
  }),
];
