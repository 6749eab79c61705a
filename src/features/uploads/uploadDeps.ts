import type * as vscode from 'vscode';
import type { Connection } from '../../ui/connections/connection';
import type { Platforms } from '../../ui/connections/platforms';
import type { Ui } from '../../ui/ui';
import type { UploadsSection } from './uploadsSection';

/** The dependencies of all upload actions. */
export interface UploadDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly section: UploadsSection;
  /** The table name of an explorer row. */
  readonly tableOfRow: (value: unknown) => string | undefined;
  /** Called when tables of a connection have changed. */
  readonly tablesChanged: (connection: Connection) => void;
  /** Shows invalid rows in Problems. */
  readonly problems: vscode.DiagnosticCollection;
}
