// The simulator against the numbers of loan-math.md, section by section, and by hand where rules.md says more.

import './textbook-schedules.ts';
import './textbook-money.ts';
import './textbook-life.ts';
import './rules-payments.ts';
import './rules-life.ts';
