// A check for `tenor doctor` whether statements get their documents.

import { workInVain } from '#platform/doctor/backlog.ts';
import { checkOfModes, counted, warning } from '#platform/doctor/check.ts';
import { statementDocuments } from './documents.ts';

export const statementDocumentsCheck = checkOfModes(
  'documents of statements',
  'Each statement gets its document.',
  async (inspected, mode) =>
    workInVain(statementDocuments, inspected, mode, (count) =>
      warning(
        `The documents of ${counted(count, 'statement')} of ${mode} could not be made, again and again.`,
        'The log of the workers says of each why ("the document of a statement was not made").',
      ),
    ),
);
