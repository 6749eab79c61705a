import type * as z from 'zod/mini';
import type { AssistantAccess } from '../base/environment';
import type { AssistantHost, AssistantPlatform, ReadingClient } from './assistantHost';

/** The tool rejects the request; the message is for the model and the user. */
export class ToolRejection extends Error {
  override readonly name = 'ToolRejection';

  /** @param isNotFound whether the tool, table or platform does not exist. */
  constructor(
    message: string,
    readonly isNotFound = false,
  ) {
    super(message);
  }
}

/** The context of one call. */
export interface ToolCall {
  readonly host: AssistantHost;
  readonly signal: AbortSignal;
  /** Maximum number of characters of the response; rows that do not fit are omitted, and the response says so. */
  readonly maxCharacters: number;
  /** Opens the platform. Rejects if assistants do not have this access. */
  open(name: string | undefined, access: AssistantAccess): Promise<OpenPlatform>;
}

export interface OpenPlatform {
  readonly platform: AssistantPlatform;
  readonly client: ReadingClient;
  /** The platform in a response. */
  readonly facts: ToolResult;
}

/** A tool for assistants. */
export interface AssistantTool {
  readonly name: `logbench_${string}`;
  readonly title: string;
  /** For the model: its purpose, and when to use another tool. */
  readonly description: string;
  readonly input: z.ZodMiniType;
  /** A one-line summary of the request, for the confirmation and the receipt. */
  subject(input: unknown): string;
  run(input: unknown, call: ToolCall): Promise<ToolResult>;
}

/** Any JSON value; bigints become strings. */
export type ToolResult = Readonly<Record<string, unknown>>;

interface TypedTool<Schema extends z.ZodMiniType> extends Pick<
  AssistantTool,
  'name' | 'title' | 'description'
> {
  readonly input: Schema;
  subject(input: z.infer<Schema>): string;
  run(input: z.infer<Schema>, call: ToolCall): Promise<ToolResult>;
}

/** Combines a schema with functions that take its output; callers parse the input first. */
export function defineTool<Schema extends z.ZodMiniType>(tool: TypedTool<Schema>): AssistantTool {
  return {
    ...tool,
    subject: (input) => tool.subject(input as z.infer<Schema>),
    run: async (input, call) => tool.run(input as z.infer<Schema>, call),
  };
}
