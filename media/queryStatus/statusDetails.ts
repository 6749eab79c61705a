import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { QueryStatusState, WatchedStatus } from '../../src/shared/protocol/queryStatus';
import { formatTimestamp } from '../app/format';
import { jsonTree } from '../elements/jsonTree';
import { button, definitions } from '../elements/controls';
import { visibleText } from '../../src/shared/visibleText';

export interface DetailActions {
  readonly toggle: (part: 'detailsOpen' | 'textOpen', open: boolean) => void;
  readonly copyText: () => void;
  readonly openText: () => void;
}

/** The query text and all fields of the record that are not shown elsewhere. */
export function detailsTemplate(
  state: QueryStatusState,
  status: WatchedStatus,
  actions: DetailActions,
): TemplateResult {
  return html`
    <details class="section" ?open=${state.view.textOpen} @toggle=${follow(actions, 'textOpen')}>
      <summary>${t('Query text')}</summary>
      <div class="section-body">
        <pre class="query-text" tabindex="0" aria-label=${t('Query text')}>
${visibleText(status.queryString)}</pre>
        <div class="toolbar">
          ${button(t('Copy'), actions.copyText, { icon: 'copy' })}
          ${button(t('Open in Editor'), actions.openText, { icon: 'go-to-file' })}
        </div>
      </div>
    </details>
    <details class="section" ?open=${state.view.detailsOpen} @toggle=${follow(actions, 'detailsOpen')}>
      <summary>${t('Details')}</summary>
      <div class="section-body">
        <dl class="record">${plainFields(state, status)}</dl>
        ${mapField(t('Constants'), status.constants)} ${mapField(t('Tags'), status.tags)}
        ${mapField(t('Other fields'), status.more)}
      </div>
    </details>
  `;
}

function follow(actions: DetailActions, part: 'detailsOpen' | 'textOpen'): (event: Event) => void {
  return ({ currentTarget }) => {
    if (currentTarget instanceof HTMLDetailsElement) actions.toggle(part, currentTarget.open);
  };
}

function plainFields(state: QueryStatusState, status: WatchedStatus): readonly TemplateResult[] {
  const timestamp = (epoch: number | null): string =>
    epoch === null ? '–' : formatTimestamp(epoch, state.view.zone, state.connection.serverOffset);
  const yesNo = (value: boolean): string => (value ? t('Yes') : t('No'));
  return definitions([
    [t('Source'), status.source],
    [t('Login name'), status.loginName],
    [t('Client address'), status.remoteIp],
    [t('Started'), timestamp(status.startTime)],
    [t('Finished'), timestamp(status.finishTime)],
    [t('Last started (server format)'), status.lastStarted ?? '–'],
    [t('Scheduled query'), yesNo(status.isScheduledQuery)],
    [
      t('Background'),
      status.background
        ? t('Yes, the query continues when the session ends')
        : t('No, the query is canceled when the session ends'),
    ],
    [t('Status version (stamp)'), String(status.stamp)],
  ]);
}

function mapField(name: string, value: Readonly<Record<string, unknown>>): TemplateResult {
  if (Object.keys(value).length === 0) return html``;
  return html`<h3>${name}</h3>
    ${jsonTree(value)}`;
}
