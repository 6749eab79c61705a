import type * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { fromSigmaImportPage, sigmaImportResume, toSigmaImportPage } from '../../shared/protocol/sigmaImport';
import type {
  FromSigmaImportPage,
  SigmaImportResume,
  SigmaImportView,
  ToSigmaImportPage,
} from '../../shared/protocol/sigmaImport';
import type { Connection } from '../../ui/connections/connection';
import { adoptPanel, openPanel } from '../../ui/panels/webviewPanel';
import type { PanelType, WebviewPanel } from '../../ui/panels/webviewPanel';
import { ImportPanel } from './importPanel';
import type { SigmaDeps } from './sigmaDeps';
import { maskImport } from './maskImport';

const importPanelType: PanelType<ToSigmaImportPage, FromSigmaImportPage, SigmaImportResume> = {
  viewType: 'logbench.sigmaImport',
  page: 'sigmaImport',
  icon: 'sigmaImport',
  toPage: toSigmaImportPage,
  fromPage: fromSigmaImportPage,
  resume: sigmaImportResume,
  resumeOf: (message) => {
    if (message.kind !== 'state') return undefined;
    const { connection, folder, view } = message;
    return { connection: connection.name, folder, view };
  },
  mask: maskImport,
};

const firstView: SigmaImportView = {
  text: '',
  levels: [],
  products: [],
  techniques: [],
  states: [],
  days: 1,
  chosen: [],
  widths: {},
  firstRow: 0,
};

/** The import panels of this window, one per folder and connection. */
export class ImportPanels implements vscode.Disposable {
  readonly #panels = new Set<ImportPanel>();

  constructor(private readonly deps: SigmaDeps) {}

  open(connection: Connection, folder: string): void {
    const known = [...this.#panels].find((panel) => panel.shows(connection, folder));
    if (known) {
      known.reveal();
      return;
    }
    const title = titleOf({ connection: connection.name });
    const panel = openPanel(importPanelType, title, this.deps.environment);
    this.#add(panel, connection, folder, firstView);
  }

  /** Restores a panel after a reload and reads its folder again, or closes it if its connection no longer exists. */
  restore(panel: vscode.WebviewPanel, remains: unknown): void {
    const adopted = adoptPanel(importPanelType, panel, remains, this.deps.environment, titleOf);
    if (!adopted) return;
    const { folder, view } = adopted.resume;
    const connection = this.deps.platforms.find(adopted.resume.connection);
    // The selection consists of indexes into a list that may have changed.
    if (connection) this.#add(adopted.panel, connection, folder, { ...view, chosen: [] });
    else adopted.panel.dispose();
  }

  dispose(): void {
    for (const panel of [...this.#panels]) panel.dispose();
  }

  #add(
    panel: WebviewPanel<ToSigmaImportPage, FromSigmaImportPage>,
    connection: Connection,
    folder: string,
    view: SigmaImportView,
  ): void {
    panel.connection = connection.name;
    const shown = new ImportPanel(panel, { connection, folder, view }, this.deps);
    this.#panels.add(shown);
    panel.onDidDispose(() => this.#panels.delete(shown));
  }
}

function titleOf({ connection }: Pick<SigmaImportResume, 'connection'>): string {
  return t('Import Sigma Rules · {0}', connection);
}
