/** Values by zone and by a number, such as an hour or a day. */
interface KeptByZone<T> {
  get(zone: string, number: number): T | undefined;
  set(zone: string, number: number, value: T): void;
}

/**
 * Keeps at most so many over all zones, then begins anew: callers choose zones, and may write each in many ways
 * (`america/Chicago`), so the number of zones has no bound of its own.
 */
export function keptByZone<T>(max: number): KeptByZone<T> {
  const zones = new Map<string, Map<number, T>>();
  let count = 0;
  return {
    get: (zone, number) => zones.get(zone)?.get(number),
    set(zone, number, value) {
      if (count >= max) {
        zones.clear();
        count = 0;
      }
      const ofZone = zones.get(zone) ?? new Map<number, T>();
      zones.set(zone, ofZone.set(number, value));
      count += 1;
    },
  };
}
