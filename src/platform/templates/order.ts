// What the thread that renders is asked for, and what it answers. What goes wrong is a value: a text of a company is never
// an error of ours.

export const templateParts = ['subjectLine', 'text', 'html'] as const;
export type TemplatePart = (typeof templateParts)[number];

/** The parts of a message, each a Jinja template; null: it has none. */
export type TemplateSource = Readonly<Record<TemplatePart, string | null>>;

/**
 * `lenient`: what has no value is empty. `strict`: printing it, or going through it, fails; whether it is there may be
 * asked.
 */
type TemplateMode = 'lenient' | 'strict';

export interface RenderOrder {
  /** Equal keys name equal sources: each is compiled once. */
  readonly key: string;
  readonly source: TemplateSource;
  /** JSON. What is null is as if it were not there. */
  readonly context: Readonly<Record<string, unknown>>;
  readonly mode: TemplateMode;
  /** By these the filters write money and dates. */
  readonly language: string;
  readonly timezone: string;
}

export type Rendered = TemplateSource & {
  /** What the template names and the context does not have. */
  readonly missing: readonly string[];
};

/** Where something is in a part of a template. Lines and columns begin at 1. */
interface Place {
  readonly part: TemplatePart;
  readonly line: number;
  readonly column: number;
}

/**
 * `syntax`: it is no template. `undefined`: it prints what has no value. `tooLarge`: the context, the text that comes of
 * it or the memory on the way. `tooSlow`: it takes more steps or time than a text needs. `failed`: any other error of it.
 */
type WhyNotRendered = 'syntax' | 'undefined' | 'tooLarge' | 'tooSlow' | 'failed';

export interface NotRendered {
  readonly kind: WhyNotRendered;
  readonly part: TemplatePart | null;
  readonly line: number | null;
  readonly column: number | null;
  /** The name that has no value. */
  readonly name: string | null;
  readonly message: string;
}

export type Rendering = Rendered | { readonly failed: NotRendered };

/** What may be named: of each object its fields. Null: whatever is below it is taken. */
export interface KnownNames {
  readonly [name: string]: KnownNames | null;
}

export interface CheckOrder {
  readonly source: TemplateSource;
  /** Null: names are not looked at. */
  readonly known: KnownNames | null;
  /** True: whoever sends it may give values that nobody knows here. */
  readonly takesOthers: boolean;
  readonly allowsRemoteImages: boolean;
}

export interface Finding extends Place {
  readonly message: string;
  /** What would be right. */
  readonly expected: string;
}

export interface Checked {
  /** With one of these it cannot be used. */
  readonly problems: readonly Finding[];
  /** Names that nobody knows. */
  readonly warnings: readonly (Finding & { readonly name: string })[];
}

/** The most characters of all parts together, of a text that comes of them, and of a context; levels of a context. */
export const sourceMax = 200_000;
export const outputMax = 1_000_000;
export const contextMax = 200_000;
export const depthMax = 10;

export const notRendered = (kind: WhyNotRendered, message: string, more: Partial<NotRendered> = {}): NotRendered => ({
  kind,
  part: null,
  line: null,
  column: null,
  name: null,
  message,
  ...more,
});
