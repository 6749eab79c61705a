import type * as vscode from 'vscode';
import type { SeenValues } from '../../ui/connections/seenValues';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { ProjectFiles } from '../../ui/access';
import type { FeatureDeps } from '../../ui/openUi';

/** The dependencies of the language features. */
export interface QueryLanguageDeps extends FeatureDeps {
  readonly connections: DocumentConnections;
  readonly projects: ProjectFiles;
  readonly seen: SeenValues;
  readonly tables: { readonly onDidChange: vscode.Event<unknown> };
}
