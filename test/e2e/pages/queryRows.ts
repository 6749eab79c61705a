import { eventually } from '../../support/eventually';
import type { TreeView } from './treeView';
import type { Workbench } from './workbench';

/** The scheduled queries of the connection "Lab" in the explorer. */
export class QueryRows {
  /** Shows them, and waits until one of them is visible. */
  static async show(workbench: Workbench, awaited: RegExp): Promise<QueryRows> {
    const explorer = workbench.tree(/Explorer/);
    await workbench.openContainer('Logbench');
    await explorer.expand('Lab');
    await explorer.expand('Scheduled Queries');
    await explorer.row(awaited).first().waitFor();
    return new QueryRows(workbench, explorer);
  }

  private constructor(
    private readonly workbench: Workbench,
    readonly explorer: TreeView,
  ) {}

  async select(first: RegExp, ...others: readonly RegExp[]): Promise<void> {
    await eventually(async () => {
      await this.explorer.click(first);
      // The click opens the query, and a tab that opens would close a menu.
      await this.workbench.editor.tab(first).first().waitFor();
      for (const name of others) await this.explorer.click(name, { modifiers: ['Control'] });
      return this.explorer.areSelected(first, ...others);
    });
  }
}
