import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { sends } from '../app/host';
import { t } from '../../src/shared/localize';
import type {
  FromQueryResultsPage,
  LiveTailState,
  QueryResultsState,
  QueryResultsView,
} from '../../src/shared/protocol/queryResults';
import { formatCount, formatElapsed, formatRate } from '../app/format';
import { connectionBadge, icon, valueOf, zoneSwitch } from '../app/header';
import { phaseBadge } from '../app/phaseBadge';
import { exportProgress } from '../elements/exportProgress';
import type { MenuItem } from '../elements/popupMenu';
import type { ArrangementText } from './arrangementText';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';
import '../elements/textField';

export interface HeaderActions {
  readonly post: (message: FromQueryResultsPage) => void;
  readonly menu: (items: readonly MenuItem[], button: Element) => void;
  readonly changeView: (change: Partial<QueryResultsView>) => void;
  readonly copyItems: () => readonly MenuItem[];
  readonly exportItems: () => readonly MenuItem[];
}

export function resultsHeader(state: QueryResultsState, actions: HeaderActions): TemplateResult {
  const { phase } = state;
  const busy = phase === 'starting' || phase === 'running' || phase === 'cancelRequested';
  return html`<header class="page-header">
    <div class="page-title">
      <h1 title=${state.queryText}>${state.title}</h1>
      ${connectionBadge(state.connection)}
    </div>
    <div class="toolbar">
      ${zoneSwitch(state, actions.changeView)}
      ${
        busy
          ? html`<vscode-button
              icon="debug-stop"
              ?disabled=${phase === 'cancelRequested'}
              @click=${sends(actions.post, { kind: 'cancel' })}
              >${t('Cancel Query')}</vscode-button
            >`
          : html`<vscode-button secondary icon="play" @click=${sends(actions.post, { kind: 'refresh' })}
              >${t('Run Again')}</vscode-button
            >`
      }
    </div>
  </header>`;
}

/** Rows, time and state on the left, actions on the right. */
export function statusStrip(
  state: QueryResultsState,
  words: ArrangementText | undefined,
  actions: HeaderActions,
): TemplateResult {
  const { phase } = state;
  if (phase === 'dropped') return html`<div class="strip">${phaseBadge(phase)}</div>`;
  return html`<div class="strip">
    ${phaseBadge(phase)}
    <span>${rowCount(state.rowCount)}</span>
    <span>${formatElapsed(state.elapsed)}</span>
    ${words === undefined ? nothing : arranged(words)} ${state.tail ? tailText(state.tail) : nothing}
    ${resultActions(state, actions)}
  </div>`;
}

/** How many rows a filter or order covers, with an action to load more. */
function arranged({ text, more }: ArrangementText): TemplateResult {
  return html`<span class="loaded"
    ><span role="status">${text}</span>${
      more ? html`<vscode-button secondary @click=${more.run}>${more.label}</vscode-button>` : nothing
    }</span
  >`;
}

function resultActions(state: QueryResultsState, actions: HeaderActions): TemplateResult {
  return html`<div class="toolbar" role="toolbar" aria-label=${t('Result actions')}>
    ${state.rowCount > 0 ? rowActions(state, actions) : nothing}
    ${
      state.queryId === null
        ? nothing
        : html`<vscode-toolbar-button icon="pulse" @click=${sends(actions.post, { kind: 'showStatus' })}
            ><span>${t('Status')}</span></vscode-toolbar-button
          >`
    }
  </div>`;
}

/** The actions that require rows. */
function rowActions(state: QueryResultsState, actions: HeaderActions): TemplateResult {
  const { view } = state;
  const openMenu =
    (items: () => readonly MenuItem[]) =>
    (event: Event): void => {
      if (event.currentTarget instanceof Element) actions.menu(items(), event.currentTarget);
    };
  return html`<vscode-textfield
      class="filter"
      .label=${t('Filter rows')}
      placeholder=${t('Filter rows')}
      .value=${view.filter}
      @input=${(event: Event) => actions.changeView({ filter: valueOf(event) })}
    ></vscode-textfield>
    ${state.canTail ? tailButton(state, actions) : nothing}
    ${
      state.chart
        ? html`<vscode-toolbar-button
            icon="graph"
            toggleable
            ?checked=${view.chartOpen}
            @change=${() => actions.changeView({ chartOpen: !view.chartOpen })}
            ><span>${t('Chart')}</span></vscode-toolbar-button
          >`
        : nothing
    }
    <vscode-toolbar-button icon="copy" @click=${openMenu(actions.copyItems)}
      ><span>${t('Copy')}</span></vscode-toolbar-button
    >
    ${
      state.exporting
        ? exportProgress(state.exporting, sends(actions.post, { kind: 'cancelExport' }))
        : html`<vscode-toolbar-button icon="export" @click=${openMenu(actions.exportItems)}
            ><span>${t('Export')}</span></vscode-toolbar-button
          >`
    }`;
}

function tailButton({ tail }: QueryResultsState, { post }: HeaderActions): TemplateResult {
  return html`<vscode-toolbar-button
    icon="broadcast"
    toggleable
    ?checked=${tail !== null}
    title=${t('Show new rows as they arrive')}
    @change=${sends(post, { kind: 'tail', on: tail === null })}
    ><span>${t('Live')}</span></vscode-toolbar-button
  >`;
}

function tailText(tail: LiveTailState): TemplateResult {
  const { paused, rate, failure } = tail;
  if (failure !== null)
    return html`<span class="tail" role="alert">${icon('warning')}<span>${failure}</span></span>`;
  return paused
    ? html`<span class="tail" role="status"
        >${icon('debug-pause')}<span
          >${t('Live updates are paused until you scroll back to the top')}</span
        ></span
      >`
    : html`<span class="tail">${icon('broadcast')}<span>${t('Live, {0}', formatRate(rate))}</span></span
        >${tailLimits(tail)}`;
}

/** Which new rows are missing. */
function tailLimits({ kept, missed }: LiveTailState): TemplateResult {
  const sentences = [
    ...(kept === null ? [] : [t('Only the newest {0} rows are kept.', formatCount(kept))]),
    ...(missed ? [t('Rows arrived faster than they could be read. Some are not shown.')] : []),
  ];
  return html`${sentences.map(
    (sentence) => html`<span class="tail" role="status">${icon('info')}<span>${sentence}</span></span>`,
  )}`;
}

function rowCount(count: number): string {
  return count === 1 ? t('1 row') : t('{0} rows', formatCount(count));
}
