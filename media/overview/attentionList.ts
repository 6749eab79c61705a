import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../../src/shared/localize';
import type {
  AttentionItem,
  AttentionKind,
  OverviewAction,
  OverviewState,
} from '../../src/shared/protocol/overview';
import { formatAgo, formatCount, formatTimestamp } from '../../src/shared/format';
import { icon, notice, panel, sentence } from '../app/parts';
import { actionLabel } from './actionLabel';
import { visibleText } from '../../src/shared/visibleText';

/** The number of items before *Show more*. */
const shownAtFirst = 5;
/** The maximum number of items; the list shows how many are left. */
const maxShown = 60;

interface AttentionActions {
  readonly act: (action: OverviewAction) => void;
  readonly showAll: (all: boolean) => void;
}

export function attentionSection(
  data: OverviewState,
  showAll: boolean,
  actions: AttentionActions,
): TemplateResult {
  const { attention } = data;
  const count = attention?.items.length ?? 0;
  return panel(
    'attention',
    t('Needs attention'),
    count > 0 ? html`<span class="count">${formatCount(count)}</span>` : nothing,
    attention ? content(attention, data, showAll, actions) : notice('loading', t('Checking…')),
  );
}

function content(
  { items, isChecking, gaps }: NonNullable<OverviewState['attention']>,
  data: OverviewState,
  showAll: boolean,
  actions: AttentionActions,
): TemplateResult {
  const shown = items.slice(0, showAll ? maxShown : shownAtFirst);
  const hidden = items.length - shown.length;
  return html`
    ${
      items.length === 0
        ? nothing
        : html`<ul class="attention">
            ${repeat(
              shown,
              ({ id }) => id,
              (item) => line(item, data, actions),
            )}
          </ul>`
    }
    ${isChecking ? notice('loading', t('Checking…')) : items.length === 0 ? allWell(gaps) : nothing}
    ${hidden > 0 && showAll ? html`<p class="muted">${t('{0} more', formatCount(hidden))}</p>` : nothing}
    ${
      items.length > shownAtFirst
        ? html`<button class="link" @click=${() => actions.showAll(!showAll)}>
            ${showAll ? t('Show Fewer') : t('Show All {0}', formatCount(items.length))}
          </button>`
        : nothing
    }
    ${gaps.map((gap) => sentence('gap', 'info', gap))}
  `;
}

function allWell(gaps: readonly string[]): TemplateResult {
  return gaps.length === 0
    ? sentence('all-well', 'pass', t('Nothing needs attention.'), 'status')
    : sentence('all-well', 'info', t('Nothing needs attention in the data that could be read.'), 'status');
}

function line(item: AttentionItem, data: OverviewState, { act }: AttentionActions): TemplateResult {
  const [name, kind] = styleOf(item.kind);
  return html`<li class="attention-line" data-kind=${item.kind}>
    ${icon(name)}
    <div class="attention-text">
      <span class="attention-head"
        ><strong>${visibleText(item.subject)}</strong>
        <span class="muted">${kind}${since(item, data)}</span></span
      >
      <span>${visibleText(item.sentence)}</span>
      ${item.members ? members(item.members, act) : nothing}
      <span class="attention-actions"
        >${item.actions.map(
          (action) =>
            html`<button class="link" @click=${() => act(action)}>
              ${actionLabel(action, item.subject)}
            </button>`,
        )}</span
      >
    </div>
  </li>`;
}

/** The first of those that have the same problem. */
function members(all: NonNullable<AttentionItem['members']>, act: AttentionActions['act']): TemplateResult {
  return html`<span class="attention-actions"
    >${all.map(
      ({ subject, action }) =>
        html`<button class="link" title=${actionLabel(action, subject)} @click=${() => act(action)}>
          ${visibleText(subject)}
        </button>`,
    )}</span
  >`;
}

function since({ since: timestamp }: AttentionItem, { view, connection }: OverviewState): TemplateResult {
  if (timestamp === null) return html``;
  return html` ·
    <time title=${formatTimestamp(timestamp, view.zone, connection.serverOffset)}
      >${formatAgo(Date.now() - timestamp)}</time
    >`;
}

function styleOf(kind: AttentionKind): readonly [icon: string, label: string] {
  const styles = {
    failed: ['error', t('failed')],
    late: ['watch', t('did not run')],
    waiting: ['debug-pause', t('waiting')],
    silent: ['mute', t('silent')],
    emptying: ['trash', t('all logs expire soon')],
    losing: ['calendar', t('oldest logs expire soon')],
    longRunning: ['clock', t('long-running')],
    rejected: ['shield', t('rejected')],
  } as const;
  return styles[kind];
}
