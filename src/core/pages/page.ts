import type * as z from 'zod/mini';

export interface PageMessage {
  readonly kind: string;
}

/** A page: its messages, and what a reload restores. */
export interface Page<ToPage extends object, FromPage extends PageMessage, Resume extends object> {
  /** The view type `logbench.<name>`, the name of its styles, and of the icon of its tab. */
  readonly name: string;
  /** What is sent to the page, and how its parts are shown while sensitive values are hidden. */
  readonly toPage: z.ZodMiniType<ToPage>;
  /** Messages of the page are checked. */
  readonly fromPage: z.ZodMiniType<FromPage>;
  /** The state that VS Code keeps across a reload: the connection's name, and fields of a state message. */
  readonly resume: z.ZodMiniType<Resume>;
  readonly titleOf: (resume: Resume) => string;
}

/** Infers the types of the messages. */
// @__NO_SIDE_EFFECTS__
export function page<ToPage extends object, FromPage extends PageMessage, Resume extends object>(
  described: Page<ToPage, FromPage, Resume>,
): Page<ToPage, FromPage, Resume> {
  return described;
}
