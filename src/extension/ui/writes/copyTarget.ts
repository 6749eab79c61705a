import * as vscode from 'vscode';
import { listTables } from '../../../core/api/operations/tables';
import { t } from '../../../core/base/localize';
import { plainText } from '../../../core/privacy/plainText';
import { connectionLabel, isSamePlatform, platformOf } from '../connections/connection';
import type { Connection, Platforms } from '../connections/connection';
import { failureHeadline } from '../failures/failureText';
import { withProgress } from '../prompts/progress';
import { readSettings } from '../settings/settings';
import type { Ui } from '../openUi';
import type { CopyTarget } from './copyFlow';

/** A connection to another platform; the same platform under another name has it already. */
export async function pickOther(platforms: Platforms, from: Connection, name: string): Promise<Connection> {
  const isOther = (connection: Connection): boolean =>
    !isSamePlatform(platformOf(connection), platformOf(from));
  return platforms.pick(t('Copy “{0}” to', name), {
    suits: isOther,
    none: t('There is no connection to another platform. Add one to copy “{0}” there.', name),
    obstacle: async (connection) => obstacleAt(platforms, connection),
  });
}

/** Milliseconds. */
const probeTime = 2000;

/** Why nothing can be copied to a connection now; undefined if it responds. */
async function obstacleAt(platforms: Platforms, connection: Connection): Promise<string | undefined> {
  const signal = AbortSignal.timeout(probeTime);
  try {
    await (await platforms.clientFor(connection)).send(listTables({ limit: 1 }), signal);
    return undefined;
  } catch (error) {
    return signal.aborted ? t('No response') : failureHeadline(error);
  }
}

/** Where `from` is copied to, with the name of what is copied. */
export async function copyTargetOf(
  { prompts, documents, log }: Pick<Ui, 'prompts' | 'documents' | 'log'>,
  platforms: Platforms,
  from: Connection,
  to: Connection,
  name: string,
): Promise<CopyTarget> {
  const progress = t('Copying “{0}” to {1}', name, to.name);
  return {
    ...{ connection: to, prompts, documents, log, confirmation: readSettings().confirmation },
    target: await platforms.clientFor(to),
    withProgress: async (task) => withProgress(progress, task),
    platforms,
    compare: async ({ guid, file, current, copy }) => {
      const side = (text: string, ...path: readonly string[]): vscode.Uri =>
        documents.put([to.name, 'copies', guid, ...path, file], text);
      const names = [file.replace(/\.\w+$/, ''), connectionLabel(to), connectionLabel(from)];
      const label = plainText(t('{0}: {1} ↔ {2}', ...names));
      const sides = [side(current, 'current'), side(copy, 'copy')];
      await vscode.commands.executeCommand('vscode.diff', ...sides, label);
    },
  };
}
