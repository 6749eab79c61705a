import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { describeFailure } from '../../ui/failureText';
import { ConnectionNode, RowNode, SectionNode } from '../../ui/explorerNode';
import type { Platforms } from '../../ui/platforms';
import type { ExplorerModel } from './explorerModel';
import { EmptyNode, FailureNode, MoreNode, type ExplorerNode, type ListOwner } from './explorerNodes';

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

/** How a node looks. Ids follow from names and GUIDs, so that a refresh keeps expansion and selection. */
export function treeItemOf(node: ExplorerNode, model: ExplorerModel, platforms: Platforms): vscode.TreeItem {
  const item = draw(node, model, platforms);
  item.id = idOf(node);
  return item;
}

function draw(node: ExplorerNode, model: ExplorerModel, platforms: Platforms): vscode.TreeItem {
  if (node instanceof ConnectionNode) return connectionItem(node, platforms);
  if (node instanceof SectionNode) return sectionItem(node, model);
  if (node instanceof RowNode) return rowItem(node);
  if (node instanceof MoreNode) return moreItem(node, model);
  if (node instanceof FailureNode) return failureItem(node);
  const item = new vscode.TreeItem(t('Nothing here.'), None);
  item.contextValue = 'empty';
  return item;
}

function connectionItem(node: ConnectionNode, platforms: Platforms): vscode.TreeItem {
  const { connection } = node;
  const item = new vscode.TreeItem(connection.name, Collapsed);
  const lock = platforms.isLocked(connection) ? 'locked' : 'open';
  item.contextValue = `connection.${connection.environment}.${lock}`;
  item.description = connection.environment;
  item.iconPath = new vscode.ThemeIcon(lock === 'locked' ? 'lock' : 'plug');
  return item;
}

function sectionItem(node: SectionNode, model: ExplorerModel): vscode.TreeItem {
  const section = model.sectionOf(node);
  const item = new vscode.TreeItem(section.label, Collapsed);
  const total = model.listOf(node)?.total;
  item.contextValue = `section.${section.id}`;
  item.iconPath = new vscode.ThemeIcon(section.icon);
  if (total !== undefined) item.description = total.toLocaleString();
  return item;
}

function rowItem({ row }: RowNode): vscode.TreeItem {
  const item = new vscode.TreeItem(row.label, row.children === undefined ? None : Collapsed);
  item.contextValue = row.contextValue;
  if (row.description !== undefined) item.description = row.description;
  if (row.icon !== undefined) {
    const color = row.icon.color === undefined ? undefined : new vscode.ThemeColor(row.icon.color);
    item.iconPath = new vscode.ThemeIcon(row.icon.name, color);
  }
  if (row.accessibleLabel !== undefined) item.accessibilityInformation = { label: row.accessibleLabel };
  return item;
}

function moreItem(node: MoreNode, model: ExplorerModel): vscode.TreeItem {
  const list = model.listOf(node.parent);
  const title = t('Load More');
  const item = new vscode.TreeItem(title, None);
  item.contextValue = 'more';
  item.iconPath = new vscode.ThemeIcon('ellipsis');
  item.description = t(
    '{0} of {1}',
    (list?.consumed ?? 0).toLocaleString(),
    (list?.total ?? 0).toLocaleString(),
  );
  item.command = { command: 'logbench.explorer.loadMore', title, arguments: [node] };
  return item;
}

function failureItem(node: FailureNode): vscode.TreeItem {
  const { sentence } = describeFailure(node.failure);
  const item = new vscode.TreeItem(sentence, None);
  item.contextValue = 'failure';
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  item.tooltip = sentence;
  return item;
}

function idOf(node: ExplorerNode): string {
  if (node instanceof ConnectionNode) return node.connection.name;
  if (node instanceof SectionNode) return `${node.connection.name}/${node.sectionId}`;
  if (node instanceof RowNode) return `${idOf(node.parent)}/${node.row.id}`;
  return `${idOf(node.parent)}/${suffix(node)}`;
}

function suffix(node: Exclude<ExplorerNode, ConnectionNode | ListOwner>): string {
  if (node instanceof MoreNode) return '…';
  return node instanceof EmptyNode ? '∅' : '!';
}
