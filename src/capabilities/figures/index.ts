// The door of the figures.
import type { Capability } from '#platform/capability.ts';
import { figureRoutes } from './routes.ts';

export const figures: Capability = {
  name: 'figures',
  routes: () => figureRoutes,
};
