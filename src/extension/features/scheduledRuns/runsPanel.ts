import * as vscode from 'vscode';
import { rejectedRange } from '../../../core/language/services/rejectedRange';
import { t } from '../../../core/base/localize';
import { runsPage } from '../../../core/pages/runs';
import type { RunsQuery, RunsView } from '../../../core/pages/runs';
import { isSameGuid } from '../../../core/interface/guid';
import type { PlatformClient } from '../../../core/api/client';
import type { Connection } from '../../ui/connections/connection';
import type { ScheduledQueriesChanged, ScheduledQueriesAccess } from '../../ui/access';
import { queryUri } from '../../ui/documents/queryUri';
import { shownConnectionOf } from '../../ui/panels/panelFailure';
import { OpenPanels } from '../../ui/panels/openPanels';
import type { PanelDeps } from '../../ui/panels/openPanels';
import type { MessageHandlers, WebviewPanel } from '../../ui/panels/webviewPanel';
import { nothingRead, readRunsParts, commitsBefore } from './readRunsParts';
import type { RunsParts, Commit, GitRepository } from './readRunsParts';
import { plainText } from '../../../core/privacy/plainText';
import type { DocumentConnections } from '../../ui/documents/documentConnections';

/** The runs of one scheduled query in one panel. They are read again while it is visible and the query has run. */
class RunsPanel {
  #known = nothingRead;
  #reading = new AbortController();
  #wasVisible = true;

  constructor(
    readonly panel: WebviewPanel<typeof runsPage>,
    private readonly connection: Connection,
    private readonly query: RunsQuery,
    private view: RunsView,
    private readonly deps: RunsDeps,
  ) {
    const { platforms, access, ui, environment } = deps;
    panel.handle(this.#handlers(), ui.failures, () => connection);
    const isSeen = (): boolean => environment.polling.canSee(panel);
    const subscriptions = vscode.Disposable.from(
      platforms.onDidChange(() => this.#post()),
      access.watch(connection, () => (isSeen() ? { guids: [query.guid] } : undefined)),
      access.onDidChange((change) => {
        if (isSeen() && this.#isChanged(change)) void this.#read();
      }),
    );
    panel.onDidChangeVisibility((isVisible) => {
      if (isVisible && !this.#wasVisible) void this.#read();
      this.#wasVisible = isVisible;
    });
    panel.onDidDispose(() => {
      subscriptions.dispose();
      this.#reading.abort();
    });
    void this.#read();
  }

  shows(connection: Connection, { guid }: RunsQuery): boolean {
    return this.connection.name === connection.name && isSameGuid(this.query.guid, guid);
  }

  /** Shows and reloads it. */
  reveal(): void {
    this.panel.reveal();
    void this.#read();
  }

  get #uri(): vscode.Uri {
    return queryUri({ address: this.#address, name: this.#known.name ?? this.query.name });
  }

  get #address(): { readonly connection: string; readonly guid: string } {
    return { connection: this.connection.name, guid: this.query.guid.toLowerCase() };
  }

  /** Whether the query may have run or was changed. */
  #isChanged({ connection, changed, removed }: ScheduledQueriesChanged): boolean {
    if (connection.name !== this.connection.name) return false;
    if (changed === undefined && removed === undefined) return true;
    const guids = [...(changed ?? []).map(({ guid }) => guid), ...(removed ?? [])];
    return guids.some((guid) => isSameGuid(guid, this.query.guid));
  }

  /** The previous data stays visible until responses arrive. */
  async #read(): Promise<void> {
    this.#reading.abort();
    const { signal } = (this.#reading = new AbortController());
    const onUpdate = (parts: Partial<RunsParts>): void => {
      if (signal.aborted) return;
      this.#known = { ...this.#known, ...parts };
      this.#post();
    };
    const open = async (): Promise<PlatformClient> => this.deps.platforms.clientFor(this.connection);
    const file = this.deps.connections.fileOf(this.#address);
    const commits = async (before: number): ReturnType<typeof readCommits> => readCommits(file, before);
    await readRunsParts(open, this.query.guid, commits, onUpdate, signal);
  }

  #handlers(): MessageHandlers<typeof runsPage> {
    const run = async (command: string, ...args: readonly unknown[]): Promise<void> => {
      await vscode.commands.executeCommand(`logbench.${command}`, ...args);
    };
    return {
      ready: () => this.#post(),
      refresh: async () => this.#read(),
      viewChanged: ({ view }) => (this.view = view),
      openQuery: async () => run('scheduledQuery.open', this.#uri),
      openFailing: async () => this.#openFailing(),
      openCommit: async ({ hash }) => {
        const commit = this.#known.commits?.find((each) => each.hash === hash);
        const file = this.deps.connections.fileOf(this.#address);
        if (commit !== undefined && file !== undefined) await openCommit(file, commit);
      },
      runNow: async () => run('scheduledQuery.runNow', this.#uri),
      showHistory: async () => run('query.history'),
      searchAudit: async () => run('audit.search', this.connection.name, this.query.guid),
    };
  }

  /** The position is searched in the text of the editor, which may be a draft. */
  async #openFailing(): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.#uri);
    const { from, to } = rejectedRange(this.#known.rejection ?? '', document.getText());
    const selection = new vscode.Range(document.positionAt(from), document.positionAt(to));
    await vscode.window.showTextDocument(document, { selection });
  }

  #post(): void {
    const { name = this.query.name, serverOffset, rejection: _, commits: __, ...shown } = this.#known;
    this.panel.post({
      kind: 'state',
      connection: shownConnectionOf(this.connection, this.deps.platforms, serverOffset),
      query: { ...this.query, name },
      ...shown,
      view: this.view,
    });
  }
}

/** The pages of runs in this window, one for each query. */
export class RunsPanels extends OpenPanels<typeof runsPage, RunsPanel> {
  constructor(deps: RunsDeps) {
    super(
      runsPage,
      deps,
      (panel, connection, { query, view }) => new RunsPanel(panel, connection, query, view, deps),
    );
  }

  open(connection: Connection, { guid, name }: RunsQuery): void {
    const query = { guid, name };
    const open = this.all().find((panel) => panel.shows(connection, query));
    if (open === undefined) this.add(connection, { connection: connection.name, query, view: firstView });
    else open.reveal();
  }
}

const firstView: RunsView = { zone: 'local' };

/** What is used of VS Code's Git extension. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

interface GitApi {
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<unknown>;
  getRepository(file: vscode.Uri): GitRepository | null;
  toGitUri(file: vscode.Uri, ref: string): vscode.Uri;
}

/** The last commits of a file before a time; undefined if it is not in a Git repository that VS Code has open. */
export async function readCommits(
  file: vscode.Uri | undefined,
  before: number,
): Promise<readonly Commit[] | undefined> {
  const repository = file && (await gitApi())?.getRepository(file);
  return repository ? commitsBefore(repository, file.fsPath, before) : undefined;
}

/** Compares a file with what it was before a commit. */
export async function openCommit(file: vscode.Uri, { hash, parent, message }: Commit): Promise<void> {
  const git = await gitApi();
  if (git === undefined) return;
  const after = git.toGitUri(file, hash);
  const title = plainText(t('{0} ({1})', message.trim().split('\n', 1)[0] ?? '', hash.slice(0, 8)));
  await (parent === undefined
    ? vscode.window.showTextDocument(after)
    : vscode.commands.executeCommand('vscode.diff', git.toGitUri(file, parent), after, title));
}

/** Undefined if the extension is disabled, or there is no Git on this machine. */
async function gitApi(): Promise<GitApi | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  const git = await extension?.activate();
  if (git?.enabled !== true) return undefined;
  const api = git.getAPI(1);
  if (api.state === 'uninitialized') {
    await new Promise((resolve) => {
      api.onDidChangeState(resolve);
    });
  }
  return api;
}

/** The dependencies of the pages of runs. */
export interface RunsDeps extends PanelDeps {
  readonly access: Pick<ScheduledQueriesAccess, 'resolve' | 'watch' | 'onDidChange'>;
  readonly connections: Pick<DocumentConnections, 'fileOf'>;
}
