// A check for `tenor doctor` whether the places of registers are reached, and whether what lies there can be fetched.
import { checkOfModes, type Finding, rowsOf, warning, wrong } from '#platform/doctor/check.ts';

interface Place {
  readonly company_id: string;
  readonly monitor: string;
  readonly failures: number;
  readonly last_failure: string;
}

/** It has not been reached for some minutes. */
const failuresMax = 3;

export const placesCheck = checkOfModes(
  'register files',
  'Every place where the files of a register are left and fetched is reached.',
  async (inspected, mode) => {
    const failing = await rowsOf<Place>(
      inspected,
      `select company_id, monitor, failures, last_failure from ${mode}.monitor_places where last_failure is not null
    order by company_id, monitor limit 20`,
    );
    return failing.map((place) => notReached(mode, place));
  },
);

function notReached(mode: string, { company_id, monitor, failures, last_failure }: Place): Finding {
  const says = `Files of ${monitor} of the company ${company_id} of ${mode} are not left or not fetched: ${last_failure}`;
  const remedy =
    'Look at the folder or the host of the register; PUT /monitors/{monitorId}/file-place sets it. Nothing is lost, and it is tried again.';
  return failures < failuresMax ? warning(says, remedy) : wrong(says, remedy);
}
