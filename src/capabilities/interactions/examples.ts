// The requests of the examples.
export const recorded = {
  externalId: 'call-81',
  channel: 'voice',
  direction: 'outbound',
  status: 'succeeded',
  statusDetails: 'voiceConversation',
  subject: 'freeForm',
  theme: 'opsServicing',
  connected: true,
  conversation: true,
  messageLeft: false,
  isAutodialed: false,
  content: {
    text: 'Is out of work until May and asks for hardship help.',
    recordingUrl: 'https://calls.acme.example/81',
  },
};

export const corrected = { status: 'attempted', conversation: false, messageLeft: true };
