// What was probably meant by a name that there is not.

/** The names that are nearest to what was written, if one is near at all. */
export function nearestNames(written: string, names: readonly string[]): string[] {
  const far = names.map((name) => ({ name, distance: distance(written, name) }));
  const near = far.filter(({ distance }) => distance * 2 <= written.length);
  const least = Math.min(...near.map(({ distance }) => distance));
  return near.flatMap(({ name, distance }) => (distance === least ? [name] : []));
}

/** All names, the nearest first; of many as many as fit into a sentence. */
export function nearestFirst(written: string, names: readonly string[]): string {
  const near = nearestNames(written, names);
  const all = [...near, ...names.filter((name) => !near.includes(name))];
  return all.length > namesShownMax ? [...all.slice(0, namesShownMax), '…'].join(', ') : all.join(', ');
}

const namesShownMax = 15;

/** How many letters have to be added, removed or replaced to make one text of the other (Levenshtein). */
export function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const row = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (above[j] as number) + (letter === b[j] ? 0 : 1);
      row.push(Math.min(replaced, (above[j + 1] as number) + 1, (row[j] as number) + 1));
    }
    above = row;
  }
  return above[b.length] as number;
}
