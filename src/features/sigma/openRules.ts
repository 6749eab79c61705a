import * as vscode from 'vscode';
import { convertCollection } from '../../sigma/convertCollection';
import type { ConvertedRule, SigmaFile } from '../../sigma/convertCollection';
import { scheduleOfRule } from '../../sigma/ruleSchedule';
import type { RuleSchedule } from '../../sigma/ruleSchedule';
import { t } from '../../shared/localize';
import { CanceledError } from '../../ui/prompts/canceled';
import type { Connection } from '../../ui/connections/connection';
import type { Prompts } from '../../ui/prompts/prompts';
import { isSigmaText } from './sigmaText';
import { readFileText } from '../../ui/files/fileLocation';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { ScheduledQueriesAccess, RunText } from '../../ui/access';
import type { UsedConnections } from './usedConnections';
import type { PanelDeps } from '../../ui/panels/openPanels';
import { defaultMapping } from '../../sigma/defaultMapping';
import { readMapping } from '../../sigma/mapping';
import type { SigmaMapping } from '../../sigma/mappingFile';
import type { LogSource } from '../../sigma/sigmaDocument';
import { SigmaRejection } from '../../sigma/sigmaRejection';
import { ExplainedError } from '../../ui/failures/failureText';
import { generalMapping } from '../../code/newPath';
import { mappingPaths } from './mappingPaths';

/** The rules of a document with unsaved changes, converted for a connection. */
export interface OpenedRules {
  readonly uri: vscode.Uri;
  readonly rules: readonly ConvertedRule[];
  readonly mapping: FoundMapping;
}

/** The document of a command, or the active one. Cancels if it contains no rules. */
export async function ruleDocument(
  prompts: Prompts,
  [arg]: readonly unknown[],
): Promise<vscode.TextDocument> {
  const active = vscode.window.activeTextEditor?.document;
  const document = arg instanceof vscode.Uri ? await vscode.workspace.openTextDocument(arg) : active;
  if (document && isSigmaText(document.getText())) return document;
  const message = t('Open a Sigma rule first: a YAML file with “logsource” and “detection”.');
  void prompts.notify({ message });
  throw new CanceledError();
}

export async function openRules(
  document: vscode.TextDocument,
  connection: Connection | undefined,
): Promise<OpenedRules> {
  const { uri } = document;
  const mapping = await findMapping(folderOf(uri), connection);
  const file = { name: uri.path, text: document.getText() };
  const others = /^correlation:/m.test(file.text) ? await otherFiles(uri) : [];
  const rules = convertCollection([file, ...others], { mapping: mapping.mapping });
  return { uri, mapping, rules };
}

/** *Edit Mapping*: opens the mapping of a rule, or a new one for its log source. */
export async function editMappingOf(
  { ui, connections }: Pick<SigmaDeps, 'ui' | 'connections'>,
  args: readonly unknown[],
): Promise<void> {
  const document = await ruleDocument(ui.prompts, args);
  const { uri, mapping, rules } = await openRules(document, connections.of(document.uri));
  const lacking = rules.find((rule) => 'rejection' in rule) ?? rules[0];
  await editMapping(folderOf(uri), mapping, lacking?.logSource);
}

/** An untitled document has no folder; the first workspace folder is used. */
function folderOf(uri: vscode.Uri): vscode.Uri | undefined {
  if (uri.scheme === 'untitled') return vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.Uri.joinPath(uri, '..');
}

/** A correlation may refer to rules in the same folder, which may have been deleted while the document is open. */
async function otherFiles(uri: vscode.Uri): Promise<readonly SigmaFile[]> {
  if (uri.scheme === 'untitled') return [];
  const folder = vscode.Uri.joinPath(uri, '..');
  const found = await vscode.workspace.fs.readDirectory(folder).then(undefined, () => []);
  const positions = found
    .filter(([name, type]) => type === vscode.FileType.File && /\.ya?ml$/i.test(name))
    .map(([name]) => vscode.Uri.joinPath(folder, name))
    .filter(({ path }) => path !== uri.path);
  const files = await Promise.all(
    positions.map(async (location) => ({ name: location.path, text: await readText(location) })),
  );
  return files.flatMap(({ name, text }) =>
    text === undefined ? [] : [{ name, text, isOnlyReferred: true }],
  );
}

export type QueryOfRule = Exclude<ConvertedRule, { readonly rejection: unknown }>;

/** The only rule, or the one that the user selects. If it cannot be converted, reports why and cancels. */
export async function pickRule(
  prompts: Prompts,
  { uri, rules, mapping }: OpenedRules,
  title: string,
): Promise<QueryOfRule> {
  const rule = await onlyOne(prompts, rules, title);
  if ('query' in rule) return rule;
  const { message, line, reason } = rule.rejection;
  const isMapping = reason === 'mapping';
  const selected = await prompts.notify({
    severity: isMapping ? 'warning' : 'error',
    message: t('“{0}” cannot be converted: {1} (line {2})', titleOf(rule), message, line),
    buttons: isMapping
      ? [{ label: t('Edit Mapping'), value: 'mapping' }]
      : [{ label: t('Show in Editor'), value: 'rule' }],
  });
  if (selected === 'mapping') await editMapping(folderOf(uri), mapping, rule.logSource);
  if (selected === 'rule') await showLine(uri, line);
  throw new CanceledError();
}

/**
 * Warns that the mapping leads to a table that the platform does not list. Returns whether to use it anyway, because
 * lists are not always complete.
 */
export async function usesUnlistedTable(
  prompts: Prompts,
  { uri, mapping }: OpenedRules,
  rule: QueryOfRule,
  message: string,
): Promise<boolean> {
  const selected = await prompts.notify({
    severity: 'warning',
    message,
    buttons: [
      { label: t('Edit Mapping'), value: 'mapping' },
      { label: t('Try Anyway'), value: 'try' },
    ],
  });
  if (selected === 'mapping') await editMapping(folderOf(uri), mapping, rule.logSource);
  return selected === 'try';
}

async function onlyOne(
  prompts: Prompts,
  rules: readonly ConvertedRule[],
  title: string,
): Promise<ConvertedRule> {
  const [first, ...others] = rules;
  if (first === undefined) throw new CanceledError();
  if (others.length === 0) return first;
  return prompts.pick({
    title,
    placeholder: t('Select a rule'),
    choices: rules.map((rule) => ({
      label: titleOf(rule),
      description: rule.information?.level,
      value: rule,
    })),
  });
}

export function titleOf({ information, file }: ConvertedRule): string {
  return information?.title ?? information?.id ?? file.slice(file.lastIndexOf('/') + 1);
}

export async function showLine(uri: vscode.Uri, line: number): Promise<void> {
  const position = new vscode.Position(Math.max(0, line - 1), 0);
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(position, position) });
}

/** For a backtest: the rule of a document as it would be scheduled; undefined for other documents. */
export async function ruleIn(
  { ui, used }: SigmaDeps,
  document: vscode.TextDocument,
  connection: Connection,
): Promise<RuleSchedule | undefined> {
  if (!isSigmaText(document.getText())) return undefined;
  await used.add(connection);
  const rule = await pickRule(ui.prompts, await openRules(document, connection), t('Backtest'));
  return scheduleOfRule(rule, titleOf(rule));
}

export interface SigmaDeps extends PanelDeps {
  readonly connections: DocumentConnections;
  readonly used: UsedConnections;
  readonly access: Pick<ScheduledQueriesAccess, 'update'>;
  /** Whether the user has a draft of a scheduled query. */
  readonly hasDraft: (file: vscode.Uri) => boolean;
  /** Runs a text and shows its rows in the panel with this key. */
  readonly showRows: RunText;
}

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
  // The user may have created it since the search for it.
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
  return open ? open.getText() : readFileText(uri);
}

function rootOf(folder: vscode.Uri): vscode.Uri {
  return vscode.workspace.getWorkspaceFolder(folder)?.uri ?? folder;
}
