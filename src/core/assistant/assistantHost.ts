import type { PlatformClient } from '../api/client';
import type { AssistantAccess, Environment } from '../base/environment';
import type { Masker } from '../privacy/masker';
import type { Redactor } from '../privacy/redact';

/** A platform as assistants see it. */
export interface AssistantPlatform {
  readonly name: string;
  readonly environment: Environment;
  readonly access: AssistantAccess;
  /** Undefined if assistants may not see URLs. */
  readonly baseUrl: string | undefined;
}

/** The client for tools. It rejects all operations that write (`readsOnly`). */
export type ReadingClient = Pick<PlatformClient, 'send' | 'stream'>;

/** A changed or new scheduled query for the user to check. */
export interface Proposal {
  readonly platform: AssistantPlatform;
  /** Undefined for a new query. */
  readonly current: { readonly guid: string; readonly name: string; readonly query: string } | undefined;
  readonly name: string;
  readonly query: string;
  readonly cronSchedule: string | undefined;
  readonly description: string | undefined;
  readonly reason: string;
}

/** The program that provides the tools: VS Code or the command line. */
export interface AssistantHost {
  readonly masker: Masker;
  readonly redactor: Redactor;
  /** Columns that the user calls sensitive. */
  readonly maskedColumns: readonly string[];
  platforms(): readonly AssistantPlatform[];
  /** A read-only client whose requests identify the assistant. */
  clientFor(platform: AssistantPlatform): Promise<ReadingClient>;
  /** The instructions of the team in `assistant.md`. */
  guidance(): Promise<string | undefined>;
  /** The mapping of Sigma rules of the team for a platform, if it has one. */
  sigmaMapping(platform: string | undefined): Promise<TeamFile | undefined>;
  /** Saves the draft; resolves to a sentence that tells the user where it is. Sends nothing to the platform. */
  propose(proposal: Proposal): Promise<string>;
  /** How the user can allow what was rejected, as a sentence. */
  howToAllow(platform: AssistantPlatform, access: AssistantAccess): string;
  /** Called after every call. */
  note(receipt: ToolReceipt): void;
}

/** A file of the team's project. */
export interface TeamFile {
  /** For messages. */
  readonly name: string;
  readonly text: string;
}

/** The record of one call, for the user. */
export interface ToolReceipt {
  readonly at: Date;
  readonly tool: string;
  readonly platform: string | undefined;
  /** A one-line summary of the request. */
  readonly subject: string;
  readonly outcome: 'done' | 'rejected' | 'failed' | 'cancelled';
  /** A summary of the response, or the reason of the failure. */
  readonly result: string;
  readonly milliseconds: number;
}
