// A bank and a card processor that only pretend. It keeps its own books over a database that it is handed, goes by the
// instants that it is given, and is believed by nobody.
import { chargesByKey, replyOf } from './charges.ts';
import type { Executor } from './executor.ts';
import type { Line } from './line.ts';
import { foundLateUntil } from './outcome.ts';
import type { Reply } from './reply.ts';
import { type Report, report } from './report.ts';
import { submit } from './submit.ts';
import { delivered, dueMail, type Entry, list, type Mail, notDelivered } from './told.ts';

export interface Simulator {
  /** Orders, each as a body of JSON; the replies come in their order. */
  submit(bodies: readonly string[], now: string): Promise<Reply[]>;
  /** 404: it knows no such key. */
  find(key: string, now: string): Promise<Reply>;
  /** What has happened to the orders of this line since a place in its list. */
  list(since: number, now: string): Promise<{ readonly entries: readonly Entry[]; readonly next: number }>;
  /** Notices that are to be delivered now. */
  dueMail(now: string, max: number): Promise<readonly Mail[]>;
  delivered(mail: Mail): Promise<void>;
  notDelivered(mail: Mail, now: string): Promise<void>;
  report(now: string): Promise<Report>;
}

/** The simulator of one company. */
export function simulator(executor: Executor, line: Line): Simulator {
  const { company, secret, carrier } = line;
  return {
    submit: (bodies, now) => submit(executor, line, bodies, now),
    async find(key, now) {
      const charge = (await chargesByKey(executor, company, [key])).get(key);
      if (charge === undefined) return { status: 404 };
      const isHidden = charge.behaviour === 'foundLate' && now < foundLateUntil(charge.heard_at);
      return isHidden ? { status: 404 } : replyOf(charge);
    },
    list: (since, now) => list(executor, company, secret, carrier, since, now),
    dueMail: (now, max) => dueMail(executor, company, secret, now, max),
    delivered: (mail) => delivered(executor, company, mail.ids),
    notDelivered: (mail, now) => notDelivered(executor, company, mail.ids, now),
    report: (now) => report(executor, company, now),
  };
}
