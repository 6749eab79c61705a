import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import type {
  FromQueryResultsPage,
  LiveTailState,
  QueryResultsState,
  QueryResultsView,
} from '../../src/core/pages/queryResults';
import { formatElapsed } from '../../src/core/base/formatElapsed';
import { formatCount, formatRate } from '../../src/core/pages/format';
import { iconText, pageTitle, zoneSwitch, notice, sentence, phaseBadge, failureNotice } from '../app/parts';
import type { FailureActions } from '../app/parts';
import { button, iconButton, textButton, toggleButton, filterField } from '../elements/controls';
import { histogramSection } from '../elements/histogram';
import { exportButton } from '../elements/exportProgress';
import { opensMenu } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';
import type { ArrangementText } from './resultRowCache';
import { timeButton } from './timePicker';
import type { TimeActions } from './timePicker';

export interface HeaderActions extends TimeActions {
  readonly post: (message: FromQueryResultsPage) => void;
  readonly changeView: (change: Partial<QueryResultsView>) => void;
  readonly find: () => void;
  readonly copyItems: () => readonly MenuItem[];
  readonly exportItems: () => readonly MenuItem[];
}

export function resultsHeader(state: QueryResultsState, actions: HeaderActions): TemplateResult {
  const { phase } = state;
  const busy = phase === 'starting' || phase === 'running' || phase === 'cancelRequested';
  return html`<header class="page-header">
    ${pageTitle(state.title, state.connection, nothing, state.queryText)}
    <div class="toolbar">
      ${state.time ? timeButton(state, actions) : nothing} ${zoneSwitch(state, actions.changeView)}
      ${
        busy
          ? button(t('Cancel Query'), () => actions.post({ kind: 'cancel' }), {
              icon: 'debug-stop',
              primary: true,
              disabled: phase === 'cancelRequested',
            })
          : button(t('Run Again'), () => actions.post({ kind: 'refresh' }), { icon: 'play' })
      }
    </div>
  </header>`;
}

/** Rows, time and state on the left, actions on the right. */
export function statusStrip(
  state: QueryResultsState,
  arrangement: ArrangementText | undefined,
  actions: HeaderActions,
): TemplateResult {
  const { phase } = state;
  if (phase === 'dropped') return html`<div class="strip">${phaseBadge(phase)}</div>`;
  return html`<div class="strip">
    ${state.tail ? tailText(state.tail) : phaseBadge(phase)}
    ${isStarted(state) ? html`<span>${rowCount(state.rowCount)}</span>` : nothing}
    ${state.tail || !isStarted(state) ? nothing : html`<span>${formatElapsed(state.elapsed)}</span>`}
    ${phase === 'cancelled' && state.rowCount > 0 ? rowsMayBeMissing() : nothing}
    ${arrangement === undefined ? nothing : arranged(arrangement)} ${resultActions(state, actions)}
  </div>`;
}

function rowsMayBeMissing(): TemplateResult {
  return html`<span class="tail">${iconText('warning', t('Rows may be missing'))}</span>`;
}

/** A query that the platform has not accepted, or not yet, has neither rows nor a duration. */
function isStarted({ queryId, rowCount }: QueryResultsState): boolean {
  return queryId !== null || rowCount > 0;
}

/** How many rows a filter or order covers, with an action to load more. */
function arranged({ text, more }: ArrangementText): TemplateResult {
  return html`<span class="loaded"
    ><span role="status">${text}</span>${more ? button(more.label, more.run) : nothing}</span
  >`;
}

function resultActions(state: QueryResultsState, actions: HeaderActions): TemplateResult {
  return html`<div class="toolbar" role="toolbar" aria-label=${t('Result actions')}>
    ${state.rowCount > 0 ? rowActions(state, actions) : nothing}
    ${
      state.queryId === null
        ? nothing
        : textButton('pulse', t('Status'), () => actions.post({ kind: 'showStatus' }))
    }
  </div>`;
}

/** The actions that require rows. */
function rowActions(state: QueryResultsState, actions: HeaderActions): TemplateResult {
  const { view } = state;
  const switchChart = (): void => actions.changeView({ chartOpen: !view.chartOpen });
  return html`${filterField(t('Filter rows'), view.filter, (filter) => actions.changeView({ filter }))}
  ${state.canTail ? tailButton(state, actions) : nothing}
  ${state.chart ? toggleButton('graph', t('Chart'), view.chartOpen, switchChart) : nothing}
  ${iconButton('search', t('Find in Results (Ctrl+F)'), actions.find)}
  ${textButton('copy', t('Copy'), opensMenu(actions.copyItems))}
  ${exportButton(state, actions.exportItems, actions.post)}`;
}

function tailButton({ tail }: QueryResultsState, { post }: HeaderActions): TemplateResult {
  const change = () => post({ kind: 'tail', on: tail === null });
  return toggleButton('broadcast', t('Live'), tail !== null, change, t('Show new rows as they arrive'));
}

function tailText(tail: LiveTailState): TemplateResult {
  const { paused, rate, failure } = tail;
  if (failure !== null) return tailLine('warning', failure, 'alert');
  return paused
    ? tailLine('debug-pause', t('Live updates are paused until you scroll back to the top'))
    : html`${tailLine('broadcast', t('Live, {0}', formatRate(rate)), nothing)}${tailLimit(tail)}`;
}

function tailLine(
  name: string,
  text: string,
  role: 'alert' | 'status' | typeof nothing = 'status',
): TemplateResult {
  return html`<span class="tail" role=${role}>${iconText(name, text)}</span>`;
}

function tailLimit({ kept }: LiveTailState): TemplateResult | typeof nothing {
  if (kept === null) return nothing;
  return tailLine('info', t('Only the newest {0} rows are kept.', formatCount(kept)));
}

function rowCount(count: number): string {
  return count === 1 ? t('1 row') : t('{0} rows', formatCount(count));
}

/** The events of a result over time, above its rows. They are counted when this is expanded. */
export function eventsOverTime(
  state: QueryResultsState,
  actions: Parameters<typeof histogramSection>[2],
): TemplateResult | typeof nothing {
  if (state.overTime === null) return nothing;
  const { histogram, failure } = state.overTime;
  const problem =
    failure === null
      ? undefined
      : sentence('histogram-problem', 'warning', t('The events could not be counted. {0}', failure), 'alert');
  return histogramSection(
    state,
    {
      title: t('Events over time'),
      counting: state.view.histogramOpen && histogram === null && failure === null,
      histogram,
      label: t(
        'Events over time. Use the arrow keys to select an interval, Shift to extend the selection, and Enter to run the query for that time.',
      ),
      instead: problem,
    },
    actions,
  );
}

interface NoticeActions extends FailureActions {
  readonly showStatus: () => void;
  readonly clearFilter: () => void;
}

/** Shown instead of the rows while there are none; undefined if there are rows. */
export function resultsNotice(
  data: QueryResultsState,
  shown: number,
  actions: NoticeActions,
): TemplateResult | undefined {
  if (data.rowCount > 0 && data.columns.length === 0) return withoutFields(data);
  if (shown > 0) return undefined;
  if (data.rowCount > 0) return filteredAway(data, actions);
  if (data.failure) return failureNotice(data.failure, actions);
  switch (data.phase) {
    case 'dropped': {
      const message = t('The results were discarded when the window was closed.');
      return notice('empty', message, t('Run the query again to see them.'));
    }
    case 'finished':
      return noRows(data, t('The query returned no rows.'), actions);
    case 'cancelled':
      return noRows(data, t('The query was canceled before any rows were read.'), actions);
    default:
      return notice('loading', t('Waiting for the first rows…'));
  }
}

/** A grid without fields would show empty lines. */
function withoutFields({ rowCount }: QueryResultsState): TemplateResult {
  const message =
    rowCount === 1
      ? t('The query returned 1 row without fields.')
      : t('The query returned {0} rows without fields.', formatCount(rowCount));
  return notice('empty', message);
}

function filteredAway(
  { view }: QueryResultsState,
  { clearFilter }: NoticeActions,
): TemplateResult | undefined {
  const filter = view.filter.trim();
  if (filter === '') return undefined;
  const message = t('No loaded row contains “{0}”.', filter);
  return notice('empty', message, null, button(t('Remove Filter'), clearFilter));
}

/** The pipeline shows which command removed the rows. */
function noRows(
  { queryId, hint }: QueryResultsState,
  message: string,
  actions: NoticeActions,
): TemplateResult {
  if (queryId === null) return notice('empty', message, hint);
  const show = button(t('Show Query Status'), actions.showStatus, { icon: 'pulse' });
  return notice(
    'empty',
    message,
    hint ?? t('The query status shows how many rows each command returned.'),
    show,
  );
}
