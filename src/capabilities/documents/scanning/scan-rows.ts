// Contents that wait for the scanner.
import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';
import '../tables.ts';

export const scanRows = claimedRows({
  name: 'content_scans',
  job: 'contents.scan',
  table: 'document_contents',
  named: ['person_id', 'document_id', 'content_id'],
  alarmTries: 3,
  why: 'scan_finding',
});
