import type { Locator } from 'playwright-core';
import type { Workbench } from './workbench';

/** The panel of one query's live status, open in front. */
export class StatusPanel {
  static async open(workbench: Workbench, queryId: number): Promise<StatusPanel> {
    await workbench.runCommand('Logbench: Show Query Status…');
    await workbench.quickInput.type(String(queryId));
    await workbench.quickInput.pick(`Query ${queryId}`);
    const panel = new StatusPanel(workbench);
    await panel.heading(queryId).waitFor({ timeout: 60_000 });
    return panel;
  }

  constructor(private readonly workbench: Workbench) {}

  heading(queryId: number): Locator {
    return this.workbench.webview().getByRole('heading', { name: `Query ${queryId}`, exact: true });
  }

  phase(name: 'running' | 'cancelRequested' | 'cancelled' | 'finished'): Locator {
    return this.workbench.webview().locator(`.phase[data-phase="${name}"]`);
  }

  /** A number at the head of the page, by its name. */
  fact(name: string): Locator {
    return this.workbench.webview().locator('.fact').filter({ hasText: name }).locator('dd');
  }

  async cancel(): Promise<void> {
    await this.workbench.webview().getByRole('button', { name: 'Cancel Query' }).click();
  }
}
