import type * as vscode from 'vscode';
import type { Connection } from '../connections/connection';
import { adoptPanel, openPanel } from './webviewPanel';
import type { ResumeOf } from '../../../core/pages/page';
import type { PanelEnvironment, PanelPage, PanelPlacement, WebviewPanel } from './webviewPanel';
import type { FeatureDeps } from '../openUi';

/** What the panels of every feature work with. */
export interface PanelDeps extends FeatureDeps {
  readonly environment: PanelEnvironment;
}

/** The open panels of one page in this window. */
export class OpenPanels<Described extends PanelPage, Panel extends { readonly panel: vscode.Disposable }>
  implements vscode.Disposable
{
  readonly #panels = new Set<Panel>();

  constructor(
    private readonly page: Described,
    private readonly common: Omit<PanelDeps, 'ui'>,
    private readonly build: (
      panel: WebviewPanel<Described>,
      connection: Connection,
      resume: ResumeOf<Described>,
      restored: boolean,
    ) => Panel,
  ) {}

  all(): readonly Panel[] {
    return [...this.#panels];
  }

  /** Restores a panel after a reload, or closes it if its connection no longer exists. */
  restore(panel: vscode.WebviewPanel, remains: unknown): void {
    const { environment, platforms } = this.common;
    const adopted = adoptPanel(this.page, panel, remains, environment, platforms);
    if (adopted) this.#add(adopted.panel, adopted.connection, adopted.resume, true);
  }

  dispose(): void {
    for (const { panel } of this.all()) panel.dispose();
  }

  protected add(connection: Connection, resume: ResumeOf<Described>, placement?: PanelPlacement): Panel {
    const panel = openPanel(this.page, resume, this.common.environment, placement);
    return this.#add(panel, connection, resume, false);
  }

  #add(
    panel: WebviewPanel<Described>,
    connection: Connection,
    resume: ResumeOf<Described>,
    restored: boolean,
  ): Panel {
    panel.connection = connection;
    const built = this.build(panel, connection, resume, restored);
    this.#panels.add(built);
    panel.onDidDispose(() => this.#panels.delete(built));
    return built;
  }
}
