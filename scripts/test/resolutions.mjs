// A process of the service loads some three thousand files, and to find them takes as long as all else of a start. A run of
// tests starts hundreds of them: the first one notes where each file was found, and the others ask nobody again.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname } from 'node:path';

const place = process.env.TENOR_TEST_RESOLUTIONS;
const isFirst = process.env.TENOR_TEST_NOTES_RESOLUTIONS === '1';

/** Where a file is found depends on the folder of who asks. */
const nameOf = (specifier, parentURL) => `${parentURL === undefined ? '' : dirname(parentURL)} ${specifier}`;

function noted() {
  try {
    return new Map(JSON.parse(readFileSync(place, 'utf8')));
  } catch {
    return new Map();
  }
}

// An older Node starts the one that came with the packages, and has no such hooks.
if (place !== undefined && module.registerHooks !== undefined) {
  const known = isFirst ? new Map() : noted();
  module.registerHooks({
    resolve(specifier, context, next) {
      // The few that are required are found in another way.
      if (context.conditions?.includes('require')) return next(specifier, context);
      const name = nameOf(specifier, context.parentURL);
      const found = known.get(name);
      if (found !== undefined) return { url: found[0], format: found[1], shortCircuit: true };
      const resolved = next(specifier, context);
      if (isFirst && resolved.format) known.set(name, [resolved.url, resolved.format]);
      return resolved;
    },
  });
  if (isFirst) {
    process.on('exit', () => {
      writeFileSync(`${place}.new`, JSON.stringify([...known]));
      renameSync(`${place}.new`, place);
    });
  }
}
