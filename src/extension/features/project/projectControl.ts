import { describeItem } from '../../../core/project/planText';
import type { ProjectItem } from '../../../core/project/folderRules';
import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import { iconLabel, plainText } from '../../../core/privacy/plainText';
import { onDidChangeHiding } from '../../../core/privacy/hiddenValues';
import { isDeletion } from './projectTexts';
import type { OpenProject } from './openProject';
import { comparisonState, groupOf } from './planGroups';
import type { GroupId } from './planGroups';
import { copyUri } from './platformCopies';
import { platformLabel } from './platformConnection';

interface Shown {
  readonly label: string;
  readonly control: vscode.SourceControl;
  readonly groups: Readonly<Record<GroupId, vscode.SourceControlResourceGroup>>;
}

/** Shows a project in the Source Control view. */
export class ProjectControl implements vscode.Disposable {
  readonly #listening: vscode.Disposable;
  #shown: Shown | undefined;

  constructor(private readonly project: OpenProject) {
    this.#listening = vscode.Disposable.from(
      project.onDidChange(() => this.#update()),
      onDidChangeHiding(() => {
        if (this.#shown !== undefined) this.#update();
      }),
    );
  }

  dispose(): void {
    this.#listening.dispose();
    this.#shown?.control.dispose();
  }

  #update(): void {
    const { project } = this;
    const { control, groups } = this.#show();
    const states = project.rows.map((item) => new FileState(project, item));
    let count = 0;
    for (const [id, group] of Object.entries(groups)) {
      group.resourceStates = states.filter(({ item }) => groupOf(item) === id);
      count += group.resourceStates.length;
    }
    control.count = count;
    control.statusBarCommands = [this.#platformCommand(), this.#stateCommand()];
  }

  /** A source control cannot be renamed, so another platform needs a new one. */
  #show(): Shown {
    const { platform, connection, uri } = this.project;
    const label = plainText(
      platform === undefined ? 'Logbench' : `Logbench ${platformLabel(platform, connection)}`,
    );
    if (this.#shown?.label === label) return this.#shown;
    this.#shown?.control.dispose();
    // VS Code registers a command for the gutter of each source control by its id, so each label needs its
    // own id.
    const id = `logbench.${encodeURIComponent(label)}`;
    const control = vscode.scm.createSourceControl(id, label, uri);
    control.inputBox.visible = false;
    control.quickDiffProvider = { provideOriginalResource: (file) => this.#originalOf(file) };
    const group = (id: GroupId, title: string): vscode.SourceControlResourceGroup => {
      const created = control.createResourceGroup(id, title);
      created.hideWhenEmpty = true;
      return created;
    };
    const groups = {
      conflicts: group('conflicts', t('Conflicts')),
      onPlatform: group('onPlatform', t('Changed on the platform')),
      toApply: group('toApply', t('To apply')),
    };
    return (this.#shown = { label, control, groups });
  }

  /** The original for the dirty diff in the gutter. */
  #originalOf(file: vscode.Uri): vscode.Uri | undefined {
    const { project } = this;
    const path = project.pathOf(file);
    if (path === undefined || project.copyOf(path) === undefined) return undefined;
    return copyUri(project, path);
  }

  #platformCommand(): vscode.Command {
    const { platform, connection, uri } = this.project;
    const label = platform === undefined ? t('No platform') : platformLabel(platform, connection);
    return {
      command: 'logbench.code.selectPlatform',
      title: iconLabel('server-environment', label),
      tooltip: t('Select the platform to compare this folder with'),
      arguments: [uri],
    };
  }

  #stateCommand(): vscode.Command {
    const { uri } = this.project;
    const [icon, title, tooltip] = comparisonState(this.project);
    return {
      command: 'logbench.code.plan',
      title: iconLabel(icon, title),
      tooltip: plainText(tooltip),
      arguments: [uri],
    };
  }
}

export class FileState implements vscode.SourceControlResourceState {
  readonly resourceUri: vscode.Uri;
  readonly contextValue: string;
  readonly decorations: vscode.SourceControlResourceDecorations;
  readonly command: vscode.Command;

  constructor(
    readonly project: OpenProject,
    readonly item: ProjectItem,
  ) {
    const [icon, color] = icons[item.kind];
    this.resourceUri = project.uriOf(item.path);
    this.contextValue = item.kind;
    this.decorations = {
      tooltip: plainText(`${item.name}: ${describeItem(item)}`),
      strikeThrough: isDeletion(item),
      iconPath: new vscode.ThemeIcon(icon, new vscode.ThemeColor(color)),
    };
    // VS Code keeps the rows of an open menu only if they are equal, and compares URIs but no other objects.
    this.command = { command: 'logbench.code.openChanges', title: '', arguments: [this.resourceUri] };
  }
}

const icons: Readonly<Record<ProjectItem['kind'], readonly [string, string]>> = {
  create: ['diff-added', 'gitDecoration.addedResourceForeground'],
  change: ['diff-modified', 'gitDecoration.modifiedResourceForeground'],
  delete: ['diff-removed', 'gitDecoration.deletedResourceForeground'],
  missing: ['circle-slash', 'gitDecoration.deletedResourceForeground'],
  drift: ['cloud', 'gitDecoration.modifiedResourceForeground'],
  conflict: ['warning', 'gitDecoration.conflictingResourceForeground'],
  question: ['question', 'gitDecoration.conflictingResourceForeground'],
  adopt: ['check', 'foreground'],
  unchanged: ['check', 'foreground'],
};
