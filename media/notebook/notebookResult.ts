import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { t } from '../../src/core/base/localize';
import type { ExportFormat } from '../../src/core/pages/common';
import type { CellOutput } from '../../src/core/pages/notebook';
import type { FromQueryResultsPage, QueryResultsState } from '../../src/core/pages/queryResults';
import { formatCount, formatTimestamp } from '../../src/core/pages/format';
import type { Host } from '../app/host';
import { button } from '../elements/controls';
import { QueryResultsPage } from '../queryResults/queryResultsPage';

interface ResultActions {
  readonly post: (message: FromQueryResultsPage) => void;
  readonly openResults: () => void;
}

/** The result of a cell: the results page without its header, with rows that it already has. */
@customElement('logbench-notebook-result')
export class NotebookResult extends QueryResultsPage {
  constructor(
    private readonly output: CellOutput,
    private readonly actions: ResultActions,
  ) {
    const host: Host<unknown> = { post: (message) => this.#onMessage(message as FromQueryResultsPage) };
    super(host);
    this.receive(output.state);
    this.receive({ kind: 'rows', resultId: output.state.resultId, offset: 0, rows: output.rows });
  }

  #onMessage(message: FromQueryResultsPage): void {
    // All rows were received at once.
    if (message.kind !== 'needRows') this.actions.post(message);
  }

  /** All rows of the cell are in the page. */
  protected override exportAll(format: ExportFormat): void {
    this.exportShown(format);
  }

  /** A notebook keeps results, and other kernels are other connections. */
  protected override header({ rowCount, connection, view }: QueryResultsState): TemplateResult {
    const { total, started } = this.output;
    const time = formatTimestamp(started, view.zone, connection.serverOffset);
    return html`<div class="cell-header">
      <span>${connection.name} · ${time}</span>
      ${
        total > rowCount
          ? html`<span role="status"
              >${t('The first {0} of {1} rows are shown.', formatCount(rowCount), formatCount(total))}</span
            >`
          : nothing
      }
      ${button(t('Open as Results'), this.actions.openResults, { icon: 'open-preview' })}
    </div>`;
  }
}
