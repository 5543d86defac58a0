// The requests of the examples.
export const sendExample = {
  subject: 'paymentDueDateReminder',
  channel: 'email',
  personId: 'ext-crm-20417',
  context: { paymentAmount: '150.00', paymentDueDate: '2026-07-15' },
};

export const pauseExample = { state: 'paused' };
