import type * as vscode from 'vscode';
import type { Platforms } from '../../ui/platforms';
import type { Workbench } from '../../ui/workbench';
import type { UploadsSection } from './uploadsSection';

/** What every action on uploads works with. */
export interface UploadParts {
  readonly workbench: Workbench;
  readonly platforms: Platforms;
  readonly section: UploadsSection;
  /** The name of the table that a row of the explorer stands for. */
  readonly tableOfRow: (value: unknown) => string | undefined;
  /** Where bad rows stand in Problems. */
  readonly problems: vscode.DiagnosticCollection;
}
