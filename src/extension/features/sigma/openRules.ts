import * as vscode from 'vscode';
import { convertCollection } from '../../../core/sigma/convertCollection';
import type { ConvertedRule, SigmaFile } from '../../../core/sigma/convertCollection';
import { scheduleOfRule } from '../../../core/sigma/ruleSchedule';
import type { RuleSchedule } from '../../../core/sigma/ruleSchedule';
import { t } from '../../../core/base/localize';
import { truncatedText } from '../../../core/privacy/plainText';
import { maxNameLength } from '../../../core/interface/scheduledQueryFields';
import { ExplainedError } from '../../ui/failures/failureText';
import { CanceledError } from '../../ui/prompts/canceled';
import type { Connection } from '../../ui/connections/connection';
import type { Prompts } from '../../ui/prompts/prompts';
import { isSigmaText } from './sigmaText';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { ScheduledQueriesAccess, RunText } from '../../ui/access';
import type { UsedConnections } from './usedConnections';
import type { PanelDeps } from '../../ui/panels/openPanels';
import { editMapping, findMapping, findMappingFile, readText, rulesWithoutTable } from './mappingFiles';
import type { FoundMapping } from './mappingFiles';

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
  const connection = connections.of(document.uri);
  const folder = folderOf(document.uri);
  // One that is not valid can be edited too, and then the rules cannot be converted.
  const file = await findMappingFile(folder, connection);
  const rules = file === undefined ? (await openRules(document, connection)).rules : [];
  await editMapping(folder, file?.uri, rulesWithoutTable(rules), rules[0]);
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
  if (selected === 'mapping') await editMapping(folderOf(uri), mapping.uri, [rule]);
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
  if (selected === 'mapping') await editMapping(folderOf(uri), mapping.uri, [rule]);
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

/** For a backtest: the rule of a document, with this title, as it would be scheduled; undefined for other documents. */
export async function ruleIn(
  { ui, used }: SigmaDeps,
  document: vscode.TextDocument,
  connection: Connection,
  title?: string,
): Promise<RuleSchedule | undefined> {
  if (!isSigmaText(document.getText())) return undefined;
  await used.add(connection);
  const opened = await openRules(document, connection);
  const isWanted = (rule: ConvertedRule): boolean =>
    title === undefined || truncatedText(titleOf(rule), maxNameLength) === title;
  const rules = opened.rules.filter(isWanted);
  if (rules.length === 0)
    throw new ExplainedError(
      t(
        '{0} no longer contains the rule “{1}”. Start the backtest again from a rule.',
        vscode.workspace.asRelativePath(document.uri),
        title ?? '',
      ),
    );
  const rule = await pickRule(ui.prompts, { ...opened, rules }, t('Backtest'));
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
