import type * as vscode from 'vscode';
import type { PlatformClient } from '../../api/client';
import type { NetworkSettings } from '../../api/dispatcher';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { Redactor } from '../../shared/redact';
import type { Connection } from '../../ui/connections/connection';
import type { Platforms } from '../../ui/connections/platforms';
import type { Ui } from '../../ui/ui';

/** What tools for assistants work with; drafts and forms are other features'. */
export interface AssistantDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly redactor: Redactor;
  /** Requests that say that an assistant sends them, and only read. */
  readonly clientFor: (connection: Connection) => Promise<PlatformClient>;
  readonly readKey: (connection: Connection) => Promise<string | undefined>;
  readonly readNetwork: (connection: Connection) => Promise<NetworkSettings>;
  /** Leaves the text as a draft; undefined: a person's own is there, and stays. */
  readonly saveProposedDraft: (
    connection: Connection,
    query: Pick<ScheduledQuery, 'guid' | 'name'>,
    text: string,
  ) => Promise<vscode.Uri | undefined>;
  /** Fills in the form for a new query, which a person then looks through and sends. */
  readonly fillForm: (connection: Connection, fields: NewQuery) => void;
  readonly extensionPath: string;
}

export interface NewQuery {
  readonly name: string;
  readonly query: string;
  readonly cronSchedule: string | undefined;
  readonly description: string | undefined;
}
