import type * as vscode from 'vscode';
import type { Connection } from '../../ui/connections/connection';
import type { Platforms } from '../../ui/connections/platforms';
import type { Ui } from '../../ui/ui';
import type { UploadsSection } from './uploadsSection';

/** What every action on uploads works with. */
export interface UploadDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly section: UploadsSection;
  /** The name of the table that a row of the explorer stands for. */
  readonly tableOfRow: (value: unknown) => string | undefined;
  /** The tables of a connection are not what they were. */
  readonly tablesChanged: (connection: Connection) => void;
  /** Where bad rows stand in Problems. */
  readonly problems: vscode.DiagnosticCollection;
}
