import type * as vscode from 'vscode';
import type { Connection } from '../connections/connection';
import { adoptPanel, openPanel } from './webviewPanel';
import type { PageMessage } from '../../../core/pages/page';
import type { PanelEnvironment, PanelType, WebviewPanel } from './webviewPanel';
import type { FeatureDeps } from '../openUi';

/** What the panels of every feature work with. */
export interface PanelDeps extends FeatureDeps {
  readonly environment: PanelEnvironment;
}

/** The open panels of one type in this window. */
export class OpenPanels<
  ToPage extends object,
  FromPage extends PageMessage,
  Resume extends { readonly connection: string },
  Panel extends { readonly panel: vscode.Disposable },
>
  implements vscode.Disposable
{
  readonly #panels = new Set<Panel>();

  constructor(
    private readonly type: PanelType<ToPage, FromPage, Resume>,
    private readonly deps: Omit<PanelDeps, 'ui'>,
    private readonly build: (
      panel: WebviewPanel<ToPage, FromPage>,
      connection: Connection,
      resume: Resume,
      restored: boolean,
    ) => Panel,
  ) {}

  all(): readonly Panel[] {
    return [...this.#panels];
  }

  /** Restores a panel after a reload, or closes it if its connection no longer exists. */
  restore(panel: vscode.WebviewPanel, remains: unknown): void {
    const { environment, platforms } = this.deps;
    const adopted = adoptPanel(this.type, panel, remains, environment, platforms);
    if (adopted) this.#add(adopted.panel, adopted.connection, adopted.resume, true);
  }

  dispose(): void {
    for (const { panel } of this.all()) panel.dispose();
  }

  protected add(connection: Connection, resume: Resume): void {
    this.#add(openPanel(this.type, resume, this.deps.environment), connection, resume, false);
  }

  #add(
    panel: WebviewPanel<ToPage, FromPage>,
    connection: Connection,
    resume: Resume,
    restored: boolean,
  ): void {
    panel.connection = connection;
    const built = this.build(panel, connection, resume, restored);
    this.#panels.add(built);
    panel.onDidDispose(() => this.#panels.delete(built));
  }
}
