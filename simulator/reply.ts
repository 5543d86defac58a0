// What the simulator answers, as whoever calls it over a line would see it.
export type Reply =
  | ({ readonly status: 202; readonly id: string; readonly settlesOn: string | null } & OfCard)
  /** Rails that are final at once answer this. */
  | { readonly status: 200; readonly id: string; readonly settledOn: string }
  /** A certain no: declined (402), another body under a known key (409), or nothing that it can do (422). */
  | { readonly status: 402 | 409 | 422; readonly code: string; readonly field?: string; readonly says?: string }
  | { readonly status: 404 }
  | { readonly status: 503 }
  /** The line: no answer came, or it came after whoever asked had gone. */
  | { readonly status: 0; readonly why: 'no answer' | 'too late' };

/** What a card processor adds. */
interface OfCard {
  /** Whether the address is that of the card. */
  readonly avs?: string;
  readonly merchant?: string;
  /** What it has taken from the cardholder beside the amount. */
  readonly fee?: { readonly cents: number; readonly type: string };
}
