import type { PlatformClient } from '../api/client';
import type { AssistantAccess } from '../shared/assistantAccess';
import type { Environment } from '../shared/environment';
import type { Masker } from '../shared/privacy/masker';
import type { Redactor } from '../shared/redact';

/** One platform as far as assistants may know of it. */
export interface AssistantPlatform {
  readonly name: string;
  readonly environment: Environment;
  readonly access: AssistantAccess;
  /** Undefined where assistants are not told addresses. */
  readonly baseUrl: string | undefined;
}

/** The operations that tools are given: none of them changes anything on a platform. */
export type ReadingClient = Pick<
  PlatformClient,
  | 'tables'
  | 'table'
  | 'scheduledQueries'
  | 'scheduledQuery'
  | 'rules'
  | 'rule'
  | 'auditLogs'
  | 'queryStatus'
  | 'createCursor'
  | 'cursorRows'
  | 'dropCursor'
>;

/** A change of a scheduled query, or a new one, for a person to look at. */
export interface Proposal {
  readonly platform: AssistantPlatform;
  /** Undefined: a new query. */
  readonly current: { readonly guid: string; readonly name: string; readonly query: string } | undefined;
  readonly name: string;
  readonly query: string;
  readonly cronSchedule: string | undefined;
  readonly description: string | undefined;
  readonly reason: string;
}

/** What the tools need of the program that offers them: VS Code, or the command line. */
export interface AssistantHost {
  readonly masker: Masker;
  readonly redactor: Redactor;
  /** Columns that the user calls sensitive. */
  readonly maskedColumns: readonly string[];
  platforms(): readonly AssistantPlatform[];
  /** For reading alone: its requests carry the name of an assistant. */
  clientFor(platform: AssistantPlatform): Promise<ReadingClient>;
  /** What the team tells assistants in `assistant.md`. */
  guidance(): Promise<string | undefined>;
  /** Leaves the draft; resolves to a sentence that says where a person finds it. Sends nothing to the platform. */
  propose(proposal: Proposal): Promise<string>;
  /** How a person allows what was refused, in a sentence. */
  howToAllow(platform: AssistantPlatform, access: AssistantAccess): string;
  /** Hears of every call when it has ended. */
  note(receipt: ToolReceipt): void;
}

/** What came of one call, for the person who wants to know what assistants did. */
export interface ToolReceipt {
  readonly at: Date;
  readonly tool: string;
  readonly platform: string | undefined;
  /** What was asked for, on one line. */
  readonly subject: string;
  readonly outcome: 'done' | 'refused' | 'failed' | 'cancelled';
  /** What the tool answered with, or why it did not. */
  readonly result: string;
  readonly milliseconds: number;
}
