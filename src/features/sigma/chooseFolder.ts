import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import { connectionOf } from '../../ui/explorer/explorerNode';
import type { SigmaDeps } from './sigmaDeps';

/** A folder of the workspace or one that the user selects, and the connection for its rules. */
export async function chooseFolder(
  { platforms, ui }: Pick<SigmaDeps, 'platforms' | 'ui'>,
  given: readonly unknown[],
): Promise<{ readonly connection: Connection; readonly folder: string }> {
  const [place] = given;
  const title = t('Import Sigma Rules');
  const folder =
    place instanceof vscode.Uri && place.scheme === 'file'
      ? place.fsPath
      : await ui.prompts.openFolder({ title });
  return { folder, connection: connectionOf(given) ?? (await platforms.pick(title)) };
}
