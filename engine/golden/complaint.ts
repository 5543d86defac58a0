// A difference between a golden case and the engine.
export interface Complaint {
  readonly line: number;
  readonly what: string;
}
