// Checks for `tenor doctor` whether what comes back is taken in, and whether printers get their letters.
import { because, lateIn, workInVain } from '#platform/doctor/backlog.ts';
import { checkOfModes, counted, warning } from '#platform/doctor/check.ts';
import { inboundRows } from './inbound/inbound-rows.ts';
import { batchRows } from './letters/batch-rows.ts';

export const answersCheck = checkOfModes(
  'answers to messages',
  'What has come back about messages was taken in.',
  async (inspected, mode) => [
    ...(await lateIn(inboundRows, inspected, mode, `What came back about a message of ${mode} has waited`)),
    ...(await workInVain(inboundRows, inspected, mode, (count, why) => {
      const says = `${counted(count, 'notice')} of ${mode} could not be taken in, again and again${because(why)}.`;
      return warning(
        says,
        'The log of the workers says why. Until then contacts and consents are as they were before.',
      );
    })),
  ],
);

export const lettersCheck = checkOfModes(
  'letters',
  'Every printer got the index of its letters.',
  async (inspected, mode) => [
    ...(await lateIn(batchRows, inspected, mode, `The index of a day's letters of ${mode} has waited`)),
    ...(await workInVain(batchRows, inspected, mode, (count, why) => {
      const says = `The letters of ${counted(count, 'day')} of ${mode} could not be left for the printer, again and again${because(why)}.`;
      return warning(says, 'Look at LETTERS_DIR or LETTERS_SFTP_URL, and whether the folder takes files.');
    })),
  ],
);
