/** What the people of the company are told of. */
export const agentKinds = [
  'escalation',
  'task',
  'monitorHit',
  'noticeNotSent',
  'sendingFailed',
  'workitemLate',
] as const;
export type AgentKind = (typeof agentKinds)[number];
