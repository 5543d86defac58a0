// What a golden case says that the engine does not do.
export interface Complaint {
  readonly line: number;
  readonly what: string;
}
