// What providers tell by themselves, and what they are asked.
import type { WorkTools } from '#platform/capability.ts';
import { tablesByName } from '#platform/db/define-table.ts';
import type { Part } from '#platform/part.ts';
import { equipped } from '#platform/work/claimed/claimed-work.ts';
import { askingForNews, type NewsTools, newsJob } from './ask-for-news.ts';
import { compareJob, comparingAtStart } from './compare-at-start.ts';
import { noticeErrors } from './errors.ts';
import { noticeRoutes } from './routes.ts';
import { noticesSealed } from './sealed.ts';
import { paymentNotices } from './tables.ts';
import { takingNotices } from './take-notices.ts';

export const noticePart = (hearing: (tools: WorkTools) => NewsTools): Part => ({
  tables: tablesByName(paymentNotices),
  sealed: noticesSealed,
  errors: { 'Moving money': noticeErrors },
  routes: noticeRoutes,
  expiring: [{ table: 'payment_notices', column: 'received_at', keptSeconds: 180 * 86_400 }],
  claimed: [equipped(takingNotices, hearing)],
  jobs: (tools) => [newsJob(hearing(tools)), compareJob(tools)],
  chores: (tools) => [askingForNews(hearing(tools)), comparingAtStart(tools)],
});
