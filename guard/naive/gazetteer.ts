// The data of zip-timezones.md, which both guards read; how it is read is each one's own.
import { readFileSync } from 'node:fs';
import type { Gazetteer } from './places.ts';

const file = new URL('../places/zip-timezones.json', import.meta.url);

export const gazetteer: Gazetteer = JSON.parse(readFileSync(file, 'utf8'));
