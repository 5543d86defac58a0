// docs/notices.md: what the service says to borrowers by itself, from the tables that it uses.
import type { Condition, Notice } from '#capabilities/notices/notice.ts';
import { triggers, wordsOfTriggers } from '#capabilities/notices/repayment/words.ts';
import { systemNotices } from '#capabilities/notices/system-notices.ts';
import { sources, together } from '#capabilities/notices/values/sources.ts';

export const noticesDocument = (): string => `# Notices

Made by \`npm run docs\`. Do not edit.

What the service says to borrowers by itself. A company switches and times each subject by \`PUT /system-notices/{systemNoticeId}\`, for all loans or for a loan type. What must hold is looked at when the event is told (\`told\`, \`beside\`) and when the message is made. The values come from the event (\`told\`), its day (\`day\`) and the answers of reads: ${Object.entries(
  sources,
)
  .map(([name, read]) => `\`${name}\` is \`${read}\``)
  .join(', ')}${Object.entries(together)
  .map(([name, parts]) => `, \`${name}\` is ${parts.map((part) => `\`${part}\``).join(' and ')} together`)
  .join(
    '',
  )}. To whom a message about a loan goes: \`main\` is the main borrower, \`borrowers\` are all who borrowed, \`owing\` are these and the guarantors; each gets a message of their own. A value that its text needs and that is not known keeps the message from being sent; \`notice.not.sent\` tells it.

| Subject | Event | When | To | What must hold | Values | Sent |
|---|---|---|---|---|---|---|
${systemNotices.map(row).join('\n')}

## Repayment notifications

| Trigger | Counts from | Subjects | To | Days |
|---|---|---|---|---|
${triggers.map(rowOfTrigger).join('\n')}
`;

function row({ subject, event, says, when, values, isOn, isRequired, asksLoan, at, to }: Notice): string {
  const conditions = Object.entries(when).map(([from, condition]) => `\`${inCell(from)}\` ${inWords(condition)}`);
  const filled = Object.entries(values).map(([name, from]) => `${name}: \`${inCell(from)}\``);
  const sent = isRequired ? 'always' : isOn ? 'unless switched off' : 'if switched on';
  const more = [
    ...(asksLoan ? ['or as `sendNotice` says'] : []),
    ...(at === 'morning' ? ['at the hour of notices'] : []),
  ];
  const cells = [
    `\`${subject}\``,
    `\`${event}\``,
    says,
    to,
    conditions.join(', '),
    filled.join(', '),
    [sent, ...more].join(', '),
  ];
  return `| ${cells.join(' | ')} |`;
}

function inWords(condition: Condition): string {
  if (condition === 'there') return 'is there';
  if (condition === 'absent') return 'is not there';
  return 'not' in condition
    ? `is none of ${condition.not.join(', ')}`
    : `is ${condition.filter((word) => word).join(' or ')}`;
}

const inCell = (text: string): string => text.replaceAll('|', '→');

const rowOfTrigger = (trigger: (typeof triggers)[number]): string => {
  const { says, subjects, to, days } = wordsOfTriggers[trigger];
  return `| \`${trigger}\` | ${says} | ${subjects.map((one) => `\`${one}\``).join(', ')} | ${to} | ${days.join(' to ')} |`;
};
