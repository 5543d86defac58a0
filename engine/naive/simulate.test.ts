// The simulator against the numbers of loan-math.md, section by section.

import './textbook-schedules.ts';
import './textbook-money.ts';
import './textbook-life.ts';
