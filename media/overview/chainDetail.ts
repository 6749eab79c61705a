import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import { visibleText } from '../../src/shared/visibleText';
import type { ChainNode, OverviewAction } from '../../src/shared/protocol/overview';
import { formatCount } from '../app/format';
import { icon } from '../app/header';
import { dependentsOf } from './chainLayout';
import { nodeText } from './chainShapes';
import { actionLabel } from './actionLabel';
import '../elements/controls';

export interface ChainDetailActions {
  readonly act: (action: OverviewAction) => void;
  /** Highlights the schedules that an action would break while its button is hovered or focused. */
  readonly threaten: (guids: readonly string[]) => void;
}

const maxNamed = 6;

/** One schedule of a chain: its properties, actions and their effects. */
export function chainDetail(
  node: ChainNode,
  nodes: readonly ChainNode[],
  actions: ChainDetailActions,
): TemplateResult {
  const { guid, name } = node;
  const after = dependentsOf(guid, nodes);
  const button = (kind: 'openQuery' | 'editQuery' | 'stopQuery' | 'deleteQuery', breaks: readonly string[]) =>
    html`<vscode-button
      ?secondary=${kind !== 'openQuery'}
      @click=${() => actions.act({ kind, guid, name })}
      @focus=${() => actions.threaten(breaks)}
      @blur=${() => actions.threaten([])}
      @mouseenter=${() => actions.threaten(breaks)}
      @mouseleave=${() => actions.threaten([])}
      >${kind === 'openQuery' ? t('Open') : actionLabel({ kind, guid, name })}</vscode-button
    >`;
  const started = node.state === 'running' ? startedBySuccess(guid, nodes) : [];
  return html`<aside class="chain-detail" aria-label=${t('Selected scheduled query')}>
    <h3>${visibleText(name)}</h3>
    <p class="muted">${nodeText(node)} · ${visibleText(node.trigger)}</p>
    ${
      node.state === 'missing'
        ? nothing
        : html`<div class="toolbar">
              ${button('openQuery', [])} ${button('editQuery', [])} ${button('stopQuery', started)}
              ${button('deleteQuery', after)}
            </div>
            <dl class="effects">
              <dt>${icon('debug-stop')}${t('If you stop it')}</dt>
              <dd>${stopText(node, started, nodes)}</dd>
              <dt>${icon('trash')}${t('If you delete it')}</dt>
              <dd>${deleteText(after, nodes)}</dd>
            </dl>`
    }
  </aside>`;
}

/** The schedules that a successful end of the run would start. */
function startedBySuccess(guid: string, nodes: readonly ChainNode[]): readonly string[] {
  const direct = nodes.filter(({ preceding, action }) => preceding === guid && action === 'succeeded');
  return direct.flatMap((node) => [node.guid, ...dependentsOf(node.guid, nodes)]);
}

function stopText(node: ChainNode, started: readonly string[], nodes: readonly ChainNode[]): string {
  if (node.state !== 'running') return t('It is not running, so there is nothing to stop.');
  if (started.length === 0) return t('The current run ends. No other query waits for it to succeed.');
  return t('The current run ends, and these queries do not start this time: {0}', named(started, nodes));
}

function deleteText(after: readonly string[], nodes: readonly ChainNode[]): string {
  return after.length === 0
    ? t('No query runs after it.')
    : t('These queries would never run again: {0}', named(after, nodes));
}

function named(guids: readonly string[], nodes: readonly ChainNode[]): string {
  const names = guids
    .slice(0, maxNamed)
    .map((guid) => nodes.find((node) => node.guid === guid)?.name ?? guid)
    .map(visibleText);
  const rest = guids.length - names.length;
  return rest === 0 ? names.join(', ') : t('{0} and {1} more', names.join(', '), formatCount(rest));
}
