import * as vscode from 'vscode';
import { registerExplorer } from '../../../src/extension/features/explorer';
import type { Explorer } from '../../../src/extension/features/explorer';
import type { QueryAddress } from '../../../src/extension/ui/queryAddress';
import type { Connection, PlatformsChange } from '../../../src/extension/ui/connections/connection';
import type { VisibleRecords } from '../../../src/extension/ui/connections/recordPages';
import type { FileMark, FileMarks, ProjectFiles } from '../../../src/extension/ui/access';
import type {
  ExplorerNode,
  ExplorerSection,
  Row,
  RowFilter,
  RowPage,
  RowRequest,
  SectionChange,
} from '../../../src/extension/ui/explorer/explorerSection';
import type { Ui } from '../../../src/extension/ui/openUi';
import { lab } from '../../support/labConnection';
import { platformsStub } from '../../support/platformsStub';
import { CommandsStub } from './commandsStub';

/** A section whose responses the test sets; it records what it was asked for. */
class TestedSection implements ExplorerSection {
  readonly label: string;
  readonly icon = 'table';
  readonly changed = new vscode.EventEmitter<SectionChange>();
  readonly onDidChange = this.changed.event;
  /** By what asks: the connection whose rows are kept up to date. */
  readonly watches = new Map<() => VisibleRecords | undefined, string>();
  readonly watch = ({ name }: Connection, seen: () => VisibleRecords | undefined): vscode.Disposable => {
    this.watches.set(seen, name);
    return new vscode.Disposable(() => this.watches.delete(seen));
  };
  readonly askFilter = async (): Promise<RowFilter> =>
    Promise.resolve({ label: '"x"', fields: { keywords: 'x' } });
  rows: readonly Row[] = [];
  readonly loads: RowRequest[] = [];
  readonly counts: string[] = [];
  /** What a request does before its response; it may reject. */
  response: (connection: Connection, signal: AbortSignal) => Promise<void> = () => Promise.resolve();

  constructor(readonly id: string) {
    this.label = id;
  }

  source(connection: Connection): ReturnType<ExplorerSection['source']> {
    return {
      load: async (request, signal): Promise<RowPage> => {
        this.loads.push(request);
        await this.response(connection, signal);
        const rows = this.rows.slice(request.offset, request.offset + request.limit);
        return { total: this.rows.length, rows };
      },
      count: async (_filter, signal) => {
        this.counts.push(connection.name);
        await this.response(connection, signal);
        return this.rows.length;
      },
    };
  }
}

/** The explorer with parts that the test controls, so that it decides when everything happens. */
export class TestedExplorer implements vscode.Disposable {
  readonly queries = new TestedSection('queries');
  readonly tables = new TestedSection('tables');
  connections: readonly Connection[] = [lab];
  readonly unlocked = new Map<string, number>();
  readonly platformsChanged = new vscode.EventEmitter<PlatformsChange>();
  readonly visibility = new vscode.EventEmitter<void>();
  readonly collapsed = new vscode.EventEmitter<{ readonly element: ExplorerNode }>();
  readonly moved = new vscode.EventEmitter<void>();
  readonly marked = new vscode.EventEmitter<{ readonly connection: string; readonly guid: string }>();
  readonly marks = new Map<string, FileMark>();
  readonly files = new Map<string, { readonly file: vscode.Uri; readonly connection: Connection }>();
  readonly reported: string[] = [];
  readonly dropped: unknown[] = [];
  readonly commands = new CommandsStub();
  /** The nodes that were drawn again; undefined for the whole tree. */
  readonly drawn: (ExplorerNode | undefined)[] = [];
  sees = true;
  selection: readonly ExplorerNode[] = [];
  readonly selected = new vscode.EventEmitter<{ readonly selection: readonly ExplorerNode[] }>();
  readonly explorer: Explorer;

  constructor() {
    const { queries, tables } = this;
    this.explorer = registerExplorer({
      ui: this.#ui(),
      platforms: platformsStub(() => this.connections, {
        accessText: () => Promise.resolve(['Account: kim, role MEMBER.']),
        onDidChange: this.platformsChanged.event,
        isLocked: ({ name, environment }) => environment === 'production' && !this.unlocked.has(name),
        unlockedFor: ({ name }) => this.unlocked.get(name) ?? 0,
      }),
      sections: [queries, tables],
      view: this.#view(),
      marks: {
        markOf: (path) => this.marks.get(path),
        onDidChangeMark: this.marked.event,
      } satisfies FileMarks,
      projects: this.#projects(),
      filesDropped: (...dropped) => Promise.resolve(void this.dropped.push(dropped)),
    });
    this.explorer.tree.onDidChangeTreeData?.((node) => this.drawn.push(node as ExplorerNode | undefined));
  }

  async below(node?: ExplorerNode): Promise<readonly ExplorerNode[]> {
    const nodes = (await this.explorer.tree.getChildren(node)) ?? [];
    return nodes.filter((below) => below.kind !== 'group');
  }

  /** The node of the only connection and its sections. */
  async opened(): Promise<readonly [ExplorerNode, ...ExplorerNode[]]> {
    const [root] = await this.below();
    if (root === undefined) throw new Error('There is no connection.');
    return [root, ...(await this.below(root))];
  }

  async item(node: ExplorerNode | undefined): Promise<vscode.TreeItem> {
    if (node === undefined) throw new Error('There is no such node.');
    return this.explorer.tree.getTreeItem(node);
  }

  /** What a click on a node runs, and its arguments. */
  async click(node: ExplorerNode | undefined): Promise<readonly unknown[] | undefined> {
    const { command, arguments: args } = (await this.item(node)).command ?? {};
    if (command === undefined) return undefined;
    if (args !== undefined) return [command, ...(args as unknown[])];
    this.selection = node === undefined ? [] : [node];
    await this.commands.run(command);
    return this.commands.runs.pop();
  }

  /** As the user does, in the tree. */
  select(...nodes: readonly ExplorerNode[]): void {
    this.selection = nodes;
    this.selected.fire({ selection: nodes });
  }

  /** What was drawn again since the last call, with what waited until VS Code had its children. */
  async settledDrawn(): Promise<readonly (ExplorerNode | undefined)[]> {
    await new Promise((resolve) => setTimeout(resolve));
    return this.takeDrawn();
  }

  /** What was drawn again since the last call. */
  takeDrawn(): readonly (ExplorerNode | undefined)[] {
    return this.drawn.splice(0);
  }

  dispose(): void {
    this.explorer.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #view(): vscode.TreeView<ExplorerNode> {
    const visible = (): boolean => this.sees;
    const selection = (): readonly ExplorerNode[] => this.selection;
    return {
      get selection() {
        return selection();
      },
      get visible() {
        return visible();
      },
      onDidChangeSelection: this.selected.event,
      onDidChangeVisibility: this.visibility.event,
      onDidCollapseElement: this.collapsed.event,
      onDidExpandElement: new vscode.EventEmitter().event,
    } as unknown as vscode.TreeView<ExplorerNode>;
  }

  #ui(): Ui {
    return {
      commands: this.commands,
      failures: {
        sentence: (error: unknown) => `Why: ${String(error)}`,
        report: (_error: unknown, { connection }: { readonly connection: Connection }) => {
          this.reported.push(connection.name);
          return Promise.resolve();
        },
      },
    } as unknown as Ui;
  }

  #projects(): ProjectFiles {
    return {
      onDidMoveFiles: this.moved.event,
      fileOf: ({ guid }: QueryAddress) => this.files.get(guid)?.file,
      connectionOf: (file: vscode.Uri) =>
        [...this.files.values()].find((known) => known.file.toString() === file.toString())?.connection,
    } as unknown as ProjectFiles;
  }
}
