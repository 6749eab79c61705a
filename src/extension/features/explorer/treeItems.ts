import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import { plainText } from '../../../core/privacy/plainText';
import { hidingMasker } from '../../../core/privacy/hiddenValues';
import { displayText } from '../../../core/privacy/masker';
import { parsePath } from '../../ui/queryAddress';
import { environmentLabel } from '../../../core/base/environment';
import { environmentColors, minutesLeft, minutesOf } from '../../ui/connections/connection';
import { ConnectionNode } from '../../ui/explorer/explorerSection';
import type {
  EmptyNode,
  GroupNode,
  FailureNode,
  MoreNode,
  RowNode,
  SectionNode,
  TreeNode,
  Row,
  RowIcon,
} from '../../ui/explorer/explorerSection';
import { settlesWithin } from '../../ui/prompts/lateProgress';
import { failureHeadline } from '../../ui/failures/failureText';
import type { Failures } from '../../ui/failures/failures';
import type { FileMarks, ProjectFiles } from '../../ui/access';
import type { Platforms } from '../../ui/connections/connection';
import { documentUri } from '../../ui/documents/readOnlyDocuments';
import { KeyRejectedError } from '../../../core/api/errors';
import type { ExplorerModel } from './explorerModel';
import { sectionDescription } from './sectionText';

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

/** What the items of a tree are drawn from. */
export interface TreeContext {
  readonly model: ExplorerModel;
  readonly platforms: Platforms;
  readonly failures: Failures;
  readonly marks: FileMarks;
  readonly projects: ProjectFiles;
}

/** The tree item of a node. IDs are based on names and GUIDs, so that a refresh preserves expansion and selection. */
export function treeItemOf(node: TreeNode, context: TreeContext): vscode.TreeItem {
  const item = draw(node, context);
  item.id = idOf(node);
  const click = clickCommand(node, context);
  if (click !== undefined) item.command = click.command === 'vscode.open' ? click : openSelected;
  makeReadable(item);
  return item;
}

/** VS Code does not escape these texts. */
function makeReadable(item: vscode.TreeItem): void {
  const isNamed = typeof item.label !== 'string' || !/^[\s\u2800]*$/.test(item.label);
  // An empty label would be invisible.
  if (typeof item.label === 'string') item.label = isNamed ? plainText(item.label) : t('(blank name)');
  if (typeof item.description === 'string') item.description = plainText(item.description);
  if (typeof item.tooltip === 'string') item.tooltip = plainText(item.tooltip);
  const said = item.accessibilityInformation;
  if (said === undefined) return;
  const label = isNamed ? said.label : joined([t('(blank name)'), said.label.replace(/^[\s,]+/, '')]);
  item.accessibilityInformation = { ...said, label: plainText(label) };
}

function draw(node: TreeNode, context: TreeContext): vscode.TreeItem {
  const { model, platforms, failures } = context;
  switch (node.kind) {
    case 'group':
      return groupItem(node, model);
    case 'connection':
      return connectionItem(node, model, platforms);
    case 'section':
      return sectionItem(node, model);
    case 'row':
      return rowItem(node, context);
    case 'more':
      return moreItem(node, model);
    case 'failure':
      return failureItem(node, failures);
    case 'empty':
      return emptyItem(node, model);
    case 'loading':
      return note(t('Waiting for the platform…'), 'loading', {
        iconPath: new vscode.ThemeIcon('loading~spin'),
      });
  }
}

function groupItem(node: GroupNode, model: ExplorerModel): vscode.TreeItem {
  const count = model.connectionsIn(node).length;
  const item = new vscode.TreeItem(node.name, vscode.TreeItemCollapsibleState.Expanded);
  item.iconPath = new vscode.ThemeIcon('folder');
  item.contextValue = 'connectionGroup';
  item.description = count.toLocaleString();
  item.accessibilityInformation = {
    label: `${node.name}, ${count === 1 ? t('1 connection') : t('{0} connections', count)}`,
  };
  return item;
}

function connectionItem(node: ConnectionNode, model: ExplorerModel, platforms: Platforms): vscode.TreeItem {
  const { connection } = node;
  const item = new vscode.TreeItem(connection.name, Collapsed);
  const locked = platforms.isLocked(connection);
  const failed = model.failureOf(node) !== undefined;
  const minutes = minutesOf(platforms.unlockedFor(connection));
  const states = statesOf(node, model, platforms);
  item.contextValue = [
    'connection',
    connection.environment,
    locked ? 'locked' : 'open',
    ...(failed ? ['failed'] : []),
    ...(connection.found ? ['found'] : []),
  ].join('.');
  item.description = states.join(' · ');
  const name = failed ? 'debug-disconnect' : locked ? 'lock' : minutes > 0 ? 'unlock' : 'plug';
  item.iconPath = iconOf({ name, color: environmentColors[connection.environment] });
  // VS Code asks for the tooltip only if there is none.
  item.accessibilityInformation = { label: [connection.name, ...states].join(', ') };
  return item;
}

function statesOf(node: ConnectionNode, model: ExplorerModel, platforms: Platforms): readonly string[] {
  const { connection } = node;
  const minutes = minutesOf(platforms.unlockedFor(connection));
  return [
    environmentLabel(connection.environment),
    ...(platforms.isLocked(connection) ? [t('locked')] : []),
    ...(minutes > 0 ? [minutesLeft(minutes)] : []),
    ...(model.failureOf(node) === undefined ? [] : [t('not connected')]),
  ];
}

/** Milliseconds that a tooltip waits for the platform. */
const accessDelay = 1000;

/** With the account of the API key, if the platform responds. */
export async function connectionTooltip(node: ConnectionNode, context: TreeContext): Promise<string> {
  const { model, platforms } = context;
  const { connection } = node;
  const responds = model.failureOf(node) === undefined;
  const reading = responds ? platforms.accessText(connection) : Promise.resolve([]);
  const access = (await settlesWithin(reading, accessDelay)) ? await reading.catch(() => []) : [];
  const lines = [connection.name, connection.baseUrl, ...statesOf(node, model, platforms), ...access];
  return plainText(lines.join('\n'));
}

function sectionItem(node: SectionNode, model: ExplorerModel): vscode.TreeItem {
  const section = model.sectionOf(node);
  const list = model.listOf(node);
  const item = new vscode.TreeItem(section.label, Collapsed);
  item.contextValue = [
    'section',
    section.id,
    ...(list?.filter === undefined ? [] : ['filtered']),
    ...(model.isMember(node) ? ['member'] : []),
  ].join('.');
  item.iconPath = new vscode.ThemeIcon(list?.filter === undefined ? section.icon : 'filter-filled');
  if (list !== undefined) {
    item.description = sectionDescription(list);
    item.accessibilityInformation = { label: joined([section.label, item.description]) };
  }
  return item;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

function rowItem(node: RowNode, { marks }: TreeContext): vscode.TreeItem {
  const { row } = node;
  const item = new vscode.TreeItem(row.label, row.children === undefined ? None : Collapsed);
  if (row.description !== undefined) item.description = displayText(row.description);
  if (row.icon !== undefined) item.iconPath = iconOf(row.icon);
  const query = queryOf(row);
  if (query !== undefined) item.resourceUri = query;
  describeRow(item, row, marks);
  return item;
}

/**
 * While VS Code reads a list again, which it also does for another count in its heading, it has forgotten the
 * arguments of commands of its rows. This one has none.
 */
const openSelected: vscode.Command = { command: 'logbench.explorer.openSelected', title: '' };

/**
 * What a click on a node runs. VS Code's own command distinguishes a click, which opens a preview and keeps the focus
 * in the tree, from Enter and double-click, which open an editor. Commands of extensions cannot.
 */
export function clickCommand(node: TreeNode, { projects }: TreeContext): vscode.Command | undefined {
  if (node.kind === 'more') return run('logbench.explorer.loadMore', node);
  if (node.kind === 'failure') {
    return node.failure instanceof KeyRejectedError
      ? run('logbench.connection.setApiKey', new ConnectionNode(node.connection))
      : run('logbench.explorer.refresh', node);
  }
  if (node.kind !== 'row') return undefined;
  const { command, document } = node.row;
  const query = queryOf(node.row);
  if (command !== undefined) return run(command, node);
  if (document !== undefined && (query === undefined || hidingMasker() !== undefined))
    return run('vscode.open', documentUri([node.connection.name, ...document]));
  return query && openCommand(node, query, projects);
}

function run(command: string, arg: TreeNode | vscode.Uri): vscode.Command {
  return { command, title: '', arguments: [arg] };
}

function queryOf({ file }: Row): vscode.Uri | undefined {
  return file === undefined ? undefined : vscode.Uri.from({ scheme: 'logbench', path: file });
}

function openCommand(node: RowNode, query: vscode.Uri, projects: ProjectFiles): vscode.Command {
  const address = parsePath(query.path);
  // A query with a project file is edited in that file; rules are edited on the platform.
  const isQuery = address !== undefined && address.rule === undefined;
  const file = isQuery ? projects.fileOf(address) : undefined;
  if (file && projects.connectionOf(file)?.name !== node.connection.name)
    return run('logbench.scheduledQuery.open', query);
  return run('vscode.open', file ?? query);
}

/** For menus and screen readers: the kind and state of a row, and the decorations of its file. */
function describeRow(item: vscode.TreeItem, row: Row, marks: FileMarks): void {
  const mark = row.file === undefined ? undefined : marks.markOf(row.file);
  item.contextValue = mark === undefined ? row.contextValue : `${row.contextValue}.${mark.facet}`;
  if (row.accessibleLabel === undefined) return;
  item.accessibilityInformation = { label: joined([displayText(row.accessibleLabel), mark?.text ?? '']) };
}

function iconOf({ name, color }: RowIcon): vscode.ThemeIcon {
  return new vscode.ThemeIcon(name, color === undefined ? undefined : new vscode.ThemeColor(color));
}

function moreItem(node: MoreNode, model: ExplorerModel): vscode.TreeItem {
  const list = model.listOf(node.parent);
  const [shown, total] = [list?.consumed ?? 0, list?.total ?? 0].map((count) => count.toLocaleString());
  return note(t('Load More'), 'more', {
    iconPath: new vscode.ThemeIcon(list?.isLoading === true ? 'loading~spin' : 'ellipsis'),
    description: t('{0} of {1}', shown ?? '', total ?? ''),
  });
}

/**
 * A click runs the most useful action: set a key if needed, otherwise retry. The label is a summary because
 * the view is narrow; the tooltip has the full sentence.
 */
function failureItem(node: FailureNode, failures: Failures): vscode.TreeItem {
  const sentence = failures.sentence(node.failure);
  const key = node.failure instanceof KeyRejectedError;
  return note(failureHeadline(node.failure), key ? 'failure.key' : 'failure', {
    description: key ? t('click to set a key') : t('click to retry'),
    accessibilityInformation: { label: sentence },
    iconPath: iconOf({ name: key ? 'key' : 'warning', color: 'list.warningForeground' }),
    tooltip: sentence,
  });
}

function emptyItem(node: EmptyNode, model: ExplorerModel): vscode.TreeItem {
  const filtered = model.listOf(node.parent)?.filter !== undefined;
  return note(filtered ? t('No items match the filter.') : t('No items.'), 'empty');
}

/** An item that is not an object of the platform. */
function note(label: string, contextValue: string, fields: Partial<vscode.TreeItem> = {}): vscode.TreeItem {
  return Object.assign(new vscode.TreeItem(label, None), { contextValue, ...fields });
}

function idOf(node: TreeNode): string {
  switch (node.kind) {
    case 'group':
      // The name of a connection contains no slash.
      return `:group/${node.name}`;
    case 'connection':
      return node.connection.name;
    case 'section':
      return `${node.connection.name}/${node.sectionId}`;
    case 'row':
      return `${idOf(node.parent)}/${node.row.id}`;
    default:
      return `${idOf(node.parent)}/:${node.kind}`;
  }
}
