// Who is another human, by the law alone: a list of what was done, and nothing of how the service stores it.
//   A key stands for whoever has made it, or holds the key that it follows, up to users and to what the command line made.
//   One controls another if there is a way from the one to the other over what was done, however long.
//   Two are one if they stand for the same one, or if one of those whom one stands for controls the other.

export interface Deed {
  readonly by: string;
  readonly to: string;
  /** `makesKey`: the doer has seen the key. */
  readonly what: 'makesKey' | 'makesUser' | 'sets';
}

const isKey = (id: string): boolean => id.startsWith('AK-');

export function isAnother(deeds: readonly Deed[], first: string, second: string): boolean {
  const one = humansBehind(deeds, first);
  const other = humansBehind(deeds, second);
  if (one.some((id) => other.includes(id))) return false;
  const joins = (humans: readonly string[], target: string): boolean =>
    humans.some((human) => hasWay(deeds, human, target, []));
  return !joins([first, ...one], second) && !joins([second, ...other], first);
}

/** Behind a key stand its makers' makers, up to those that nobody made. A user is himself. */
function humansBehind(deeds: readonly Deed[], id: string): string[] {
  const makers = deeds.filter(({ to, what }) => to === id && what === 'makesKey').map(({ by }) => by);
  if (!isKey(id) || makers.length === 0) return [id];
  return makers.flatMap((maker) => humansBehind(deeds, maker));
}

function hasWay(deeds: readonly Deed[], from: string, to: string, passed: readonly string[]): boolean {
  if (from === to) return true;
  const next = deeds.filter(({ by }) => by === from).map((deed) => deed.to);
  return next.some((id) => !passed.includes(id) && hasWay(deeds, id, to, [...passed, from]));
}
