// A check for `tenor doctor`: certificates that will not sign for long.
import { checkOfModes, type Finding, inTime, rowsOf, warning, wrong } from '#platform/doctor/check.ts';

const daySeconds = 86_400;
const earlyDays = 30;

interface Certificate {
  readonly company_id: string;
  /** Seconds until it expires. */
  readonly left: string;
}

export const certificatesCheck = checkOfModes(
  'certificates',
  'No certificate of a company expires soon.',
  async (inspected, mode) => {
    const soon = await rowsOf<Certificate>(
      inspected,
      `select company_id, extract(epoch from not_after - to_timestamp($1)) as left from ${mode}.company_certificates
       where not_after < to_timestamp($1) + interval '${earlyDays} days' order by company_id`,
      [inspected.clock.micros() / 1_000_000],
    );
    return soon.map((one) => findingOf(mode, one));
  },
);

function findingOf(mode: string, { company_id: company, left }: Certificate): Finding {
  const seconds = Number(left);
  const remedy = `Make a new one: "tenor company certificate --mode ${mode} --company ${company}", or with --p12 one of yours.`;
  if (seconds <= 0) {
    return wrong(`The certificate of ${company} has expired in ${mode} mode: nothing can be signed.`, remedy);
  }
  const time = inTime(Math.max(seconds, daySeconds));
  return warning(`The certificate of ${company} expires in ${mode} mode within ${time}.`, remedy);
}
