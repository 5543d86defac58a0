// How much is taken on at once. Beyond it a request is refused before anything is done for it, which costs next to
// nothing: so those that were taken on end in time, and the service is itself again as soon as fewer come.
import { errors, Refusal } from '#platform/errors.ts';

/** Gives the place to the next; a second time it does nothing. */
export type Leave = () => void;

export interface Admission {
  /** Takes a place. Errors: Overloaded. */
  enter(): Leave;
  readonly underWay: number;
  readonly refused: number;
}

/** What is under way ends in less than a second where the service carries anything at all. */
const retryAfterSeconds = 1;

/** Zero: everything is taken on. */
export function admission(requestsMax: number): Admission {
  let underWay = 0;
  let refused = 0;
  return {
    get underWay() {
      return underWay;
    },
    get refused() {
      return refused;
    },
    enter() {
      if (requestsMax > 0 && underWay >= requestsMax) {
        refused += 1;
        throw new Refusal(errors.Overloaded, `${requestsMax} requests are under way, which is the most.`, {
          headers: { 'retry-after': String(retryAfterSeconds) },
        });
      }
      underWay += 1;
      let isIn = true;
      return () => {
        if (isIn) underWay -= 1;
        isIn = false;
      };
    },
  };
}
