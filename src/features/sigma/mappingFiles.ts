import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { defaultMapping } from '../../sigma/defaultMapping';
import { readMapping } from '../../sigma/mapping';
import type { SigmaMapping } from '../../sigma/mappingFile';
import type { LogSource } from '../../sigma/sigmaDocument';
import { SigmaRejection } from '../../sigma/sigmaRejection';
import type { Connection } from '../../ui/connections/connection';
import { ExplainedError } from '../../ui/failures/failureText';
import { generalMapping } from '../../code/newPath';
import { mappingPaths } from './mappingPaths';

export interface FoundMapping {
  readonly mapping: SigmaMapping;
  /** Undefined for the built-in mapping. */
  readonly uri: vscode.Uri | undefined;
}

/**
 * The mapping for the rules of a folder on a connection: the nearest file in the parent folders within the
 * workspace, where the one for the connection has precedence. Throws if the file is invalid.
 */
export async function findMapping(
  folder: vscode.Uri | undefined,
  connection: Connection | undefined,
): Promise<FoundMapping> {
  const paths = folder === undefined ? [] : mappingPaths(folder.path, rootOf(folder).path, connection);
  for (const uri of paths.flatMap((path) => folder?.with({ path }) ?? [])) {
    const text = await readText(uri);
    if (text !== undefined) return { mapping: readFile(text, uri), uri };
  }
  return { mapping: defaultMapping(), uri: undefined };
}

/** Opens the mapping, or creates one that extends the built-in mapping with the log source. */
export async function editMapping(
  folder: vscode.Uri | undefined,
  { uri }: FoundMapping,
  logSource: LogSource | undefined,
): Promise<void> {
  const location = uri ?? (folder && vscode.Uri.joinPath(rootOf(folder), generalMapping));
  const content = newMapping(logSource);
  // The user may have created it since it was looked for.
  if (location && (await readText(location)) === undefined)
    await vscode.workspace.fs.writeFile(location, Buffer.from(content));
  const document = location
    ? await vscode.workspace.openTextDocument(location)
    : await vscode.workspace.openTextDocument({ language: 'yaml', content });
  await vscode.window.showTextDocument(document);
}

function newMapping(logSource: LogSource | undefined): string {
  const { product, category, service } = logSource ?? {};
  const keys = Object.entries({ product, category, service }).filter(([, value]) => value !== undefined);
  const fields = keys.length === 0 ? [['product', 'windows'] as const] : keys;
  const [first, ...rest] = fields.map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return [
    `# ${t('Names of the log sources and fields of Sigma rules on the platform.')}`,
    'version: 1',
    'defaults: true',
    'duration: 1d',
    'sources:',
    `  - ${first ?? ''}`,
    ...rest.map((line) => `    ${line}`),
    `    tables: TABLE # ${t('the table with these logs')}`,
    'fields: {}',
    '',
  ].join('\n');
}

function readFile(text: string, uri: vscode.Uri): SigmaMapping {
  try {
    return readMapping(text);
  } catch (error) {
    if (!(error instanceof SigmaRejection)) throw error;
    const location = vscode.workspace.asRelativePath(uri);
    throw new ExplainedError(t('{0}, line {1}: {2}', location, error.line, error.message), { cause: error });
  }
}

/** Undefined if the file cannot be read. Unsaved changes have precedence. */
export async function readText(uri: vscode.Uri): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open) return open.getText();
  try {
    return Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');
  } catch {
    return undefined;
  }
}

function rootOf(folder: vscode.Uri): vscode.Uri {
  return vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
}
