import * as vscode from 'vscode';
import type { PlanItem } from '../../code/plan';
import { describeItem } from '../../code/planText';
import { plainText } from '../../shared/plainText';
import type { OpenProject } from './openProject';

export class FileState implements vscode.SourceControlResourceState {
  readonly resourceUri: vscode.Uri;
  readonly contextValue: string;
  readonly decorations: vscode.SourceControlResourceDecorations;
  readonly command: vscode.Command;

  constructor(
    readonly project: OpenProject,
    readonly item: PlanItem,
  ) {
    const [icon, color] = icons[item.kind];
    this.resourceUri = project.uriOf(item.path);
    this.contextValue = item.kind;
    this.decorations = {
      tooltip: plainText(`${item.name}: ${describeItem(item)}`),
      strikeThrough: item.kind === 'delete' || (item.kind === 'conflict' && item.wanted === undefined),
      iconPath: new vscode.ThemeIcon(icon, new vscode.ThemeColor(color)),
    };
    // VS Code keeps the rows of an open menu only if they are equal, and compares URIs but no other objects.
    this.command = { command: 'logbench.code.openChanges', title: '', arguments: [this.resourceUri] };
  }
}

const icons: Readonly<Record<PlanItem['kind'], readonly [string, string]>> = {
  create: ['diff-added', 'gitDecoration.addedResourceForeground'],
  change: ['diff-modified', 'gitDecoration.modifiedResourceForeground'],
  delete: ['diff-removed', 'gitDecoration.deletedResourceForeground'],
  drift: ['cloud', 'gitDecoration.modifiedResourceForeground'],
  conflict: ['warning', 'gitDecoration.conflictingResourceForeground'],
  question: ['question', 'gitDecoration.conflictingResourceForeground'],
  adopt: ['check', 'foreground'],
  unchanged: ['check', 'foreground'],
};
