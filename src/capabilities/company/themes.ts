// What a communication is about, as the law divides it. The company says by theme what becomes of what may not be sent.
export const themes = [
  'opsCollDebt',
  'opsCollLocateBorrower',
  'opsCollVerifyEmployment',
  'opsCollContactEmployerNotice',
  'opsServicingDebtValidation',
  'opsServicingNegativeCreditReportNotice',
  'opsServicingTimeBarredNotice',
  'opsServicing',
  'opsAccountCredentials',
  'agentNotification',
] as const;
