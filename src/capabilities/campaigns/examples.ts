// What examples send, and what one shows that no example can ask for: a tool outside would have to answer.
export const cancelExample = { state: 'canceled' };

export const previewShown = {
  object: 'borrowerCampaignPreview',
  judgedLines: 2,
  hasMore: false,
  skippedLines: 1,
  goesOut: 1,
  held: 0,
  dropped: 0,
  failed: 0,
  messages: [
    {
      line: 1,
      personId: 'BO-3M8K-Q7TZ',
      channel: 'email',
      result: 'queued',
      blockedBy: [],
      failure: null,
      variable: null,
      subjectLine: 'Your payment is late',
      text: 'Dear Ada, your payment of 150.00 was due on October 1.',
    },
  ],
};
