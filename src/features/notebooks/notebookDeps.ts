import type { Connection, Platforms } from '../../ui/connections/connection';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { Memory } from '../../ui/memory';
import type { Ui } from '../../ui/ui';
import type { Failure } from '../../shared/protocol/common';
import type { FromQueryResultsPage } from '../../shared/protocol/queryResults';

/** The dependencies of notebooks. */
export interface NotebookDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly documents: DocumentConnections;
  /** Workspace state for running queries. */
  readonly memory: Memory;
  /** The folder for results. */
  readonly storage: string;
  /** The folder of the templates in the package. */
  readonly templates: string;
  readonly results: ResultsAccess;
}

/** What notebooks use of the feature that runs queries. */
export interface ResultsAccess {
  /** Runs a text in the panel with this key, or in a new one. */
  readonly runText: (key: string, name: string, connection: Connection, text: string) => Promise<void>;
  /** Asks before a query that writes or sends; rejects with `Cancelled` if it must not run. */
  readonly confirmRun: (connection: Connection, text: string) => Promise<void>;
  readonly failureOf: (error: unknown, text: string) => Promise<Failure>;
  /** Saves what a page has created. */
  readonly saveShown: (
    name: string,
    message: Extract<FromQueryResultsPage, { kind: 'save' }>,
  ) => Promise<void>;
  /** Asks which series of a chart to draw; null for the largest. */
  readonly pickSeries: (
    message: Extract<FromQueryResultsPage, { kind: 'pickSeries' }>,
  ) => Promise<string[] | null>;
}
