import type * as z from 'zod/mini';
import type { AssistantAccess } from '../shared/assistantAccess';
import type { AssistantHost, AssistantPlatform, ReadingClient } from './host';

/** The tool rejects the request, and the message says why. Read by the model and by people. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';
}

/** What one call may use. */
export interface ToolCall {
  readonly host: AssistantHost;
  readonly signal: AbortSignal;
  /** Maximum number of characters of the response; rows that do not fit are omitted, and the response says so. */
  readonly maxCharacters: number;
  /** The platform that is meant. Refuses where assistants may not have this much of it. */
  open(name: string | undefined, access: AssistantAccess): Promise<OpenPlatform>;
}

export interface OpenPlatform {
  readonly platform: AssistantPlatform;
  readonly client: ReadingClient;
}

/** One thing that an assistant can ask for. */
export interface AssistantTool {
  readonly name: `logbench_${string}`;
  readonly title: string;
  /** For the model: what it is good for, and when to use another one. */
  readonly description: string;
  readonly input: z.ZodMiniType;
  /** What is asked for, on one line, for the confirmation and the receipt. */
  subject(input: unknown): string;
  run(input: unknown, call: ToolCall): Promise<ToolAnswer>;
}

/** Anything that JSON can hold; big integers become text. */
export type ToolAnswer = Readonly<Record<string, unknown>>;

interface TypedTool<Schema extends z.ZodMiniType> {
  readonly name: AssistantTool['name'];
  readonly title: string;
  readonly description: string;
  readonly input: Schema;
  subject(input: z.infer<Schema>): string;
  run(input: z.infer<Schema>, call: ToolCall): Promise<ToolAnswer>;
}

/** Combines a schema with the functions that take its output; callers parse the input with it first. */
export function defineTool<Schema extends z.ZodMiniType>(tool: TypedTool<Schema>): AssistantTool {
  return {
    ...tool,
    subject: (input) => tool.subject(input as z.infer<Schema>),
    run: async (input, call) => tool.run(input as z.infer<Schema>, call),
  };
}
