import type * as z from 'zod/mini';

export interface PageMessage {
  readonly kind: string;
}

/** A page: its messages, and what a reload restores. */
export interface Page {
  /** The view type `logbench.<name>`, the name of its styles, and of the icon of its tab. */
  readonly name: string;
  /** What is sent to the page, and how its parts are shown while sensitive values are hidden. */
  readonly toPage: z.ZodMiniType<object>;
  /** Messages of the page are checked. */
  readonly fromPage: z.ZodMiniType<PageMessage>;
  /** The state that VS Code keeps across a reload: the connection's name, and fields of a state message. */
  readonly resume: z.ZodMiniType<{ readonly connection: string }>;
  titleOf(resume: object): string;
}

export type ToPage<Described extends Page> = Readonly<z.infer<Described['toPage']>>;
export type FromPage<Described extends Page> = Readonly<z.infer<Described['fromPage']>>;
export type ResumeOf<Described extends Page> = Readonly<z.infer<Described['resume']>>;

/** Infers the type of the state that `titleOf` gets. */
// @__NO_SIDE_EFFECTS__
export function page<
  To extends z.ZodMiniType<object>,
  From extends z.ZodMiniType<PageMessage>,
  Resume extends z.ZodMiniType<{ readonly connection: string }>,
>(described: {
  readonly name: string;
  readonly toPage: To;
  readonly fromPage: From;
  readonly resume: Resume;
  readonly titleOf: (resume: z.infer<Resume>) => string;
}): typeof described {
  return described;
}
