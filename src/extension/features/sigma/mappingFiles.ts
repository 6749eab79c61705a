import * as vscode from 'vscode';
import { generalMapping } from '../../../core/project/newPath';
import { t } from '../../../core/base/localize';
import type { ConvertedRule } from '../../../core/sigma/convertCollection';
import { defaultMapping } from '../../../core/sigma/defaultMapping';
import { readMapping } from '../../../core/sigma/mapping';
import type { SigmaMapping } from '../../../core/sigma/mappingFile';
import type { LogSource } from '../../../core/sigma/sigmaDocument';
import { SigmaRejection } from '../../../core/sigma/sigmaRejection';
import type { Connection } from '../../ui/connections/connection';
import { ExplainedError } from '../../ui/failures/failureText';
import { readFileText } from '../../ui/files/fileLocation';
import { mappingPaths } from './mappingPaths';

interface MappingFile {
  readonly uri: vscode.Uri;
  readonly text: string;
}

export interface FoundMapping {
  readonly mapping: SigmaMapping;
  /** Undefined for the built-in mapping. */
  readonly uri: vscode.Uri | undefined;
}

/** The mapping for the rules of a folder on a connection. Throws if the file is invalid. */
export async function findMapping(
  folder: vscode.Uri | undefined,
  connection: Connection | undefined,
): Promise<FoundMapping> {
  const file = await findMappingFile(folder, connection);
  return { mapping: mappingIn(file), uri: file?.uri };
}

/** The nearest file in the parent folders within the workspace, where the one for the connection has precedence. */
export async function findMappingFile(
  folder: vscode.Uri | undefined,
  connection: Connection | undefined,
): Promise<MappingFile | undefined> {
  const paths = folder === undefined ? [] : mappingPaths(folder.path, rootOf(folder).path, connection);
  for (const uri of paths.flatMap((path) => folder?.with({ path }) ?? [])) {
    const text = await readText(uri);
    if (text !== undefined) return { uri, text };
  }
  return undefined;
}

/**
 * Opens the file, or creates one that extends the built-in mapping with the log sources of the rules that lack a
 * table. If all rules have one, it begins with an example, in a comment, which would hide a table otherwise.
 */
export async function editMapping(
  folder: vscode.Uri | undefined,
  uri: vscode.Uri | undefined,
  lacking: readonly ConvertedRule[],
  example?: ConvertedRule,
): Promise<void> {
  const location = uri ?? (folder && vscode.Uri.joinPath(rootOf(folder), generalMapping));
  const content = newMapping(sourcesOf(lacking), sourcesOf(example ? [example] : []));
  // The user may have created it since the search for it.
  if (location && (await readText(location)) === undefined)
    await vscode.workspace.fs.writeFile(location, Buffer.from(content));
  const document = location
    ? await vscode.workspace.openTextDocument(location)
    : await vscode.workspace.openTextDocument({ language: 'yaml', content });
  await vscode.window.showTextDocument(document);
}

type SourceFields = Partial<Record<'product' | 'category' | 'service', string>>;

/** The rules for which the mapping has no table. */
export function rulesWithoutTable(rules: readonly ConvertedRule[]): readonly ConvertedRule[] {
  return rules.filter((rule) => 'rejection' in rule && rule.rejection.reason === 'mapping');
}

/** The log sources of the rules, each once. */
function sourcesOf(rules: readonly ConvertedRule[]): readonly SourceFields[] {
  const sources = rules.flatMap(({ logSource }) => (logSource === undefined ? [] : [fieldsOf(logSource)]));
  const distinct = new Map(sources.map((source) => [JSON.stringify(source), source]));
  return [...distinct.values()].filter((source) => Object.keys(source).length > 0);
}

function fieldsOf({ product, category, service }: LogSource): SourceFields {
  return {
    ...(product !== undefined && { product }),
    ...(category !== undefined && { category }),
    ...(service !== undefined && { service }),
  };
}

function newMapping(
  lacking: readonly SourceFields[],
  [example = { product: 'windows' }]: readonly SourceFields[],
): string {
  return [
    `# ${t('Names of the log sources and fields of Sigma rules on the platform.')}`,
    'version: 1',
    'defaults: true',
    'duration: 1d',
    ...(lacking.length > 0
      ? ['sources:', ...lacking.flatMap(linesOf)]
      : ['sources:', ...linesOf(example)].map((line) => `# ${line}`)),
    'fields: {}',
    '',
  ].join('\n');
}

function linesOf(source: SourceFields): readonly string[] {
  const [first, ...rest] = Object.entries(source).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const tables = `tables: TABLE # ${t('the table with these logs')}`;
  return [`  - ${first ?? ''}`, ...[...rest, tables].map((line) => `    ${line}`)];
}

/** Without a file, the built-in mapping. Throws if the file is invalid. */
export function mappingIn(file: MappingFile | undefined): SigmaMapping {
  if (file === undefined) return defaultMapping();
  const { text, uri } = file;
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
  return open ? open.getText() : readFileText(uri);
}

function rootOf(folder: vscode.Uri): vscode.Uri {
  return vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
}
