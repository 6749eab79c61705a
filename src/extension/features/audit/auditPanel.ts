import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import { plainText } from '../../../core/privacy/plainText';
import { hidingMasker } from '../../../core/privacy/hiddenValues';
import { holdsMask } from '../../../core/privacy/masker';
import { maskMessage } from '../../../core/privacy/maskMessage';
import type { AuditLogsState, AuditLogsView, AuditSearch } from '../../../core/pages/auditLogMessages';
import type { ResumeOf } from '../../../core/pages/page';
import type { Connection } from '../../ui/connections/connection';
import { SeenPolling } from '../../ui/panels/seenPolling';
import { shownConnectionOf } from '../../ui/panels/panelFailure';
import type { MessageHandlers, WebviewPanel } from '../../ui/panels/webviewPanel';
import { uriOfLocation } from '../../ui/files/fileLocation';
import { ExplainedError } from '../../ui/failures/failureText';
import type { Memory } from '../../ui/memory';
import { AuditExport } from './auditExport';
import { AuditSession } from './auditSession';
import { searchLink } from './searchLink';
import { auditLogsPage, auditSearch } from '../../../core/pages/auditLogMessages';
import { OpenPanels } from '../../ui/panels/openPanels';
import { firstSearch, ZoomHistory } from './auditQuery';
import { SavedSearches } from './savedSearches';
import type { PanelDeps } from '../../ui/panels/openPanels';
import { targetTitle } from '../../ui/resolveTarget';

export interface AuditPanelDeps extends PanelDeps {
  /** Where searches are saved. */
  readonly memory: Memory;
}

/** One search in one panel on one connection. Follows only while the panel is visible. */
export class AuditPanel {
  readonly #session: AuditSession;
  readonly #export: AuditExport;
  readonly #polling: SeenPolling;
  #view: AuditLogsView;
  readonly #zoom = new ZoomHistory();

  constructor(
    readonly panel: WebviewPanel<typeof auditLogsPage>,
    private readonly connection: Connection,
    shown: Pick<ResumeOf<typeof auditLogsPage>, 'search' | 'view'>,
    private readonly deps: PanelDeps,
    private readonly saved: SavedSearches,
  ) {
    this.#view = shown.view;
    const changed = (what: 'state' | 'result'): void => {
      this.#polling.update();
      this.#post(what);
    };
    const changedState = (): void => changed('state');
    this.#session = new AuditSession(
      {
        client: async () => deps.platforms.clientFor(connection),
        post: (message) => panel.post(message),
        changed,
        now: Date.now,
      },
      shown.search,
      shown.view.histogramOpen,
    );
    this.#export = new AuditExport(this.#session, connection, deps.ui.prompts, {
      changed: changedState,
      showFile: async (file) => void (await vscode.window.showTextDocument(uriOfLocation(file))),
    });
    this.#polling = new SeenPolling(panel, {
      polling: deps.environment.polling,
      connection,
      polled: this.#session,
      wanted: () => this.#session.following,
      changed: changedState,
    });
    const savedChanges = saved.onDidChange(changedState);
    panel.handle(this.#handlers(), deps.ui.failures, () => connection);
    panel.onDidDispose(() => {
      savedChanges.dispose();
      this.#session.dispose();
      this.#export.cancel();
    });
    void this.#start(shown.search);
  }

  async #start(search: AuditSearch): Promise<void> {
    await this.#session.run(search);
    // Before the first response the server's time zone is unknown, so UTC is used.
    await this.#session.learnServerOffset().catch(() => undefined);
  }

  #handlers(): MessageHandlers<typeof auditLogsPage> {
    const session = this.#session;
    return {
      ready: () => this.#post('result'),
      drawn: ({ resultId }) => session.rowsDrawn(resultId),
      refresh: async () => session.run(session.state.search),
      search: async ({ search }) => {
        this.#zoom.replaced(session.state.search, search);
        await session.run(search);
      },
      needRows: async (needed) => session.answerNeedRows(needed),
      follow: ({ on }) => session.setFollow(on),
      atTop: ({ atTop }) => session.setAtTop(atTop),
      viewChanged: ({ view }) => this.#changeView(view),
      zoomIn: async ({ search }) => {
        this.#zoom.zoomIn(session.state.search);
        await session.run(search);
      },
      zoomOut: async () => session.run(this.#zoom.zoomOut(session.state.search)),
      copyLink: async () => this.#copyLink(session.state.search),
      saveSearch: async () => this.#saveSearch(session.state.search),
      removeSearch: async ({ name }) => this.saved.remove(this.connection.name, name),
      // Tables have other names for what the audit log calls user and address.
      pivot: async ({ column, value }) => {
        const [label, kind] = column === 'user' ? [t('User'), 'user'] : [t('Address'), 'ip'];
        const target = { connection: this.connection.name, column: label, kind, value };
        await this.deps.ui.commands.run('logbench.notebook.pivot', [target]);
      },
      export: async ({ format }) => this.#export.run(format),
      cancelExport: () => this.#export.cancel(),
    };
  }

  #changeView(view: AuditLogsView): void {
    const { histogramOpen } = this.#view;
    this.#view = view;
    if (view.histogramOpen !== histogramOpen) this.#session.setOverTime(view.histogramOpen);
  }

  async #copyLink(search: AuditSearch): Promise<void> {
    if (namesHidden(search)) {
      throw new ExplainedError(
        t('The link would show a hidden value. Show sensitive values first, then try again.'),
      );
    }
    const link = searchLink(vscode.env.uriScheme, { connection: this.connection.name, search });
    await vscode.env.clipboard.writeText(link);
    vscode.window.setStatusBarMessage(
      plainText(t('The link to this search was copied to the clipboard.')),
      4000,
    );
  }

  async #saveSearch(search: AuditSearch): Promise<void> {
    const { name: connection } = this.connection;
    const taken = this.saved.of(connection).map(({ name }) => name);
    const name = await this.deps.ui.prompts.input({
      title: targetTitle(t('Save Search'), this.connection),
      prompt: t('Name of the search'),
      value: namesHidden(search) ? '' : search.keywords.join(' '),
      validate: (text) => {
        if (text.trim() === '') return { problem: t('Enter a name.') };
        return taken.includes(text.trim())
          ? { information: t('This replaces the search with the same name.') }
          : undefined;
      },
    });
    await this.saved.save(connection, name.trim(), search);
  }

  #post(what: 'state' | 'result'): void {
    this.panel.post(this.#state(what === 'result' ? this.#session.firstRows : null));
  }

  #state(firstRows: AuditLogsState['firstRows']): AuditLogsState {
    return {
      kind: 'state',
      connection: shownConnectionOf(this.connection, this.deps.platforms, this.#session.serverOffset),
      ...this.#session.state,
      zoomed: this.#zoom.isZoomed,
      firstRows,
      saved: [...this.saved.of(this.connection.name)],
      exporting: this.#export.progress,
      view: this.#view,
    };
  }
}

/** Whether the search contains a value that is currently hidden. */
function namesHidden(search: AuditSearch): boolean {
  const masker = hidingMasker();
  return masker !== undefined && holdsMask(JSON.stringify(maskMessage(auditSearch, search, masker)));
}

const firstView: AuditLogsView = { zone: 'local', widths: {}, histogramOpen: true, firstRow: 0 };

/** The audit log panels of this window. */
export class AuditPanels extends OpenPanels<typeof auditLogsPage, AuditPanel> {
  constructor(deps: AuditPanelDeps) {
    const saved = new SavedSearches(deps.memory);
    super(
      auditLogsPage,
      deps,
      (panel, connection, resume) => new AuditPanel(panel, connection, resume, deps, saved),
    );
  }

  open(connection: Connection, search: AuditSearch = firstSearch(vscode.env.language)): void {
    this.add(connection, { connection: connection.name, search, view: firstView });
  }
}
