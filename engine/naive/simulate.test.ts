// The simulator against the numbers of loan-math.md, section by section, and against numbers worked by hand for what
// rules.md adds.

import './textbook-schedules.ts';
import './textbook-money.ts';
import './textbook-life.ts';
import './rules-payments.ts';
import './rules-life.ts';
import './rules-again.ts';
