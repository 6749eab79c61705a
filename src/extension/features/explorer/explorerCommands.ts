import type { TreeView } from 'vscode';
import { t } from '../../../core/base/localize';
import { ExplainedError } from '../../ui/failures/failureText';
import type { CommandAction } from '../../ui/commandRegistry';
import {
  ConnectionNode,
  FailureNode,
  MoreNode,
  RowNode,
  SectionNode,
  isExplorerNode,
} from '../../ui/explorer/explorerSection';
import type { ExplorerNode, ListOwner, TreeNode, ExplorerSection } from '../../ui/explorer/explorerSection';
import type { FeatureDeps } from '../../ui/openUi';
import type { ExplorerModel } from './explorerModel';
import type { ExplorerProvider } from './explorerProvider';
import type { TreeSelection } from './treeSelection';
import { resolveConnection, targetTitle } from '../../ui/resolveTarget';

export interface ExplorerDeps extends FeatureDeps {
  readonly sections: readonly ExplorerSection[];
  readonly model: ExplorerModel;
  readonly tree: ExplorerProvider;
  /** Has the selected nodes, for the Command Palette and keybindings. */
  readonly view: TreeView<TreeNode>;
  readonly selection: TreeSelection;
}

export function explorerCommands(deps: ExplorerDeps): Readonly<Record<string, CommandAction>> {
  const { ui, model, tree, view, selection } = deps;
  return {
    'logbench.explorer.refresh': (arg) => {
      const node = isExplorerNode(arg) ? arg : undefined;
      refresh(deps, node instanceof FailureNode ? node.parent : node);
    },
    // VS Code calls commands of the view's title with the row that has the focus.
    'logbench.explorer.refreshAll': () => {
      refresh(deps, undefined);
    },
    'logbench.explorer.openSelected': async (arg) => {
      const node = isExplorerNode(arg) ? arg : await selection.clicked();
      const click = node && tree.clickCommand(node);
      if (click !== undefined) await ui.commands.run(click.command, click.arguments ?? []);
    },
    'logbench.explorer.loadMore': async (...args) => {
      const [arg] = args;
      const owner =
        listOwner(args.length === 0 ? view.selection[0] : arg) ??
        (await askHeading(deps, args, t('Load More'), () => true));
      const loading = model.listOf(owner)?.loadMore();
      // Its icon spins.
      if (arg instanceof MoreNode) tree.refresh(arg);
      await loading;
      tree.refresh(owner);
    },
    'logbench.explorer.delete': async () => {
      // A heading that was clicked to expand it stays selected, but cannot be deleted.
      const nodes = (await selection.all()).filter((node) => !(node instanceof SectionNode));
      const [command, ...others] = new Set(nodes.map(deleteCommandOf));
      if (others.length > 0) throw new ExplainedError(t('Select items that can be deleted together.'));
      if (command !== undefined) await ui.commands.run(command, [nodes[0], nodes]);
    },
    'logbench.explorer.filter': async (...args) => {
      const suits = ({ askFilter }: ExplorerSection): boolean => askFilter !== undefined;
      const { heading, list } = await headingFor(deps, args, t('Filter'), suits);
      const section = model.sectionOf(heading);
      list.restart(await section.askFilter?.(heading.connection, list.filter, ui.prompts));
      tree.refresh(heading);
    },
    'logbench.explorer.clearFilter': async (...args) => {
      const { heading, list } = await headingFor(deps, args, t('Clear Filter'), () => true);
      list.restart(undefined);
      tree.refresh(heading);
    },
    'logbench.explorer.sort': async (...args) => {
      const suits = ({ sortings }: ExplorerSection): boolean => sortings !== undefined;
      const { heading, list } = await headingFor(deps, args, t('Sort'), suits);
      const section = model.sectionOf(heading);
      list.sorting = await ui.prompts.pick({
        title: t('Sort {0}', section.label),
        placeholder: t('Select the order of the items loaded so far'),
        choices: (section.sortings ?? []).map((sorting) => ({
          label: sorting.label,
          picked: sorting.id === list.sorting?.id,
          value: sorting,
        })),
      });
      tree.refresh(heading);
    },
  };
}

function refresh({ model, platforms, tree }: ExplorerDeps, node: ExplorerNode | undefined): void {
  platforms.forgetMissingOperations(node?.connection);
  model.reset(node);
  tree.refresh(node);
  // It may be collapsed.
  if (node instanceof SectionNode) void tree.countSoon(node);
}

function deleteCommandOf(node: TreeNode): string | undefined {
  if (node instanceof ConnectionNode) return 'logbench.connection.remove';
  return node instanceof RowNode ? node.row.deleteCommand : undefined;
}

/** The section on which a command was called, or without arguments the selected one; otherwise asks. */
async function headingFor(
  deps: ExplorerDeps,
  args: readonly unknown[],
  title: string,
  suits: (section: ExplorerSection) => boolean,
) {
  const heading = headingOf(args[0]) ?? (await askHeading(deps, args, title, suits));
  const list = deps.model.listOf(heading);
  if (list === undefined) throw new Error(`There is no list below '${heading.sectionId}'.`);
  return { heading, list };
}

async function askHeading(
  { model, platforms, ui, sections, view }: ExplorerDeps,
  args: readonly unknown[],
  title: string,
  suits: (section: ExplorerSection) => boolean,
): Promise<SectionNode> {
  const current = args.length === 0 ? headingOf(view.selection[0]) : undefined;
  if (current !== undefined && suits(model.sectionOf(current))) return current;
  const connection = await resolveConnection(platforms, args, title);
  const sectionId = await ui.prompts.pick({
    title: targetTitle(title, connection),
    placeholder: t('Select a list'),
    choices: sections.filter(suits).map(({ id, label, icon }) => ({ label, icon, value: id })),
  });
  // The view may never have been opened.
  const root = model.roots(platforms.all()).find((node) => node.connection.name === connection.name);
  const found = root && model.headings(root).find((node) => node.sectionId === sectionId);
  return found ?? new SectionNode(connection, sectionId);
}

function headingOf(node: unknown): SectionNode | undefined {
  if (node instanceof SectionNode) return node;
  if (node instanceof RowNode || node instanceof MoreNode) return headingOf(node.parent);
  return undefined;
}

function listOwner(node: unknown): ListOwner | undefined {
  if (node instanceof MoreNode) return node.parent;
  if (node instanceof SectionNode) return node;
  return node instanceof RowNode ? (node.row.children === undefined ? node.parent : node) : undefined;
}
