// What the gate does a few times, and how often the whole run does it: kills, random requests, histories, laws, lives. Each
// may be set by itself. A history or a law of the house takes seconds, a line of the engine some milliseconds.
export const timesOfWhole: Readonly<Record<string, number>> = {
  TENOR_BODIES: 600,
  TENOR_CONDITIONS: 200_000,
  TENOR_CRASHES: 20,
  TENOR_FUZZ: 20_000,
  TENOR_GUARDS: 5000,
  TENOR_HISTORIES: 60,
  TENOR_LAWS: 40,
  TENOR_LINES: 1000,
  TENOR_LIVES: 2000,
  TENOR_METRO2: 1500,
  TENOR_PURCHASES: 1200,
  TENOR_RUNNING: 1000,
  TENOR_TEMPLATES: 10_000,
};
