import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { t } from '../../src/shared/localize';
import type { ExportFormat } from '../../src/shared/protocol/common';
import { needRowsMessage } from '../../src/shared/protocol/common';
import type { CellOutput } from '../../src/shared/protocol/notebook';
import type { FromQueryResultsPage, QueryResultsState } from '../../src/shared/protocol/queryResults';
import { formatCount } from '../../src/shared/format';
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
    if (!needRowsMessage.safeParse(message).success) this.actions.post(message);
  }

  /** All rows of the cell are in the page. */
  protected override exportAll(format: ExportFormat): void {
    this.exportShown(format);
  }

  protected override header({ rowCount }: QueryResultsState): TemplateResult | typeof nothing {
    const { total } = this.output;
    return html`<div class="cell-header">
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
