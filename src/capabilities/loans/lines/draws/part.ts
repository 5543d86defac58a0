// Draws of lines, and what lines have of their own.
import type { Part } from '#platform/part.ts';
import { drawEvents } from '../../core/loan/draw-events.ts';
import { drawErrors } from './errors.ts';
import { drawResources } from './event-resources.ts';
import { lineRoutes } from './line-routes.ts';
import { owedRoutes } from './owed-routes.ts';
import { drawRoutes } from './routes.ts';
import { drawStates } from './states.ts';
import { drawVersions } from './versions.ts';

export const drawPart: Part = {
  errors: { Draws: drawErrors },
  events: drawEvents,
  states: [drawStates],
  resources: drawResources,
  versions: drawVersions,
  routes: [...lineRoutes, ...drawRoutes, ...owedRoutes],
};
