import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../../src/core/base/localize';
import type { AttentionItem, AttentionKind, OverviewState } from '../../src/core/pages/overview';
import { formatAgo, formatCount, formatTimestamp } from '../../src/core/pages/format';
import { icon, notice, panel, sentence } from '../app/parts';
import { link } from '../elements/controls';
import { actionLabel } from './actionLabel';
import type { OverviewSections } from './overviewSections';
import { visibleText } from '../../src/core/base/visibleText';

/** The number of items before *Show more*. */
const shownAtFirst = 5;
/** The maximum number of items; the list shows how many are left. */
const maxShown = 60;

/** What needs attention, from failures to mere information. */
export class AttentionSection {
  #showsAll = false;

  constructor(private readonly parts: OverviewSections) {}

  render(data: OverviewState): TemplateResult {
    const { attention } = data;
    const count = attention?.items.length ?? 0;
    return panel(
      'attention',
      t('Needs attention'),
      count > 0 ? html`<span class="count">${formatCount(count)}</span>` : nothing,
      attention ? this.#content(attention, data) : notice('loading', t('Checking…')),
    );
  }

  #content(
    { items, isChecking, gaps }: NonNullable<OverviewState['attention']>,
    data: OverviewState,
  ): TemplateResult {
    const shown = items.slice(0, this.#showsAll ? maxShown : shownAtFirst);
    const hidden = items.length - shown.length;
    return html`
      ${
        items.length === 0
          ? nothing
          : html`<ul class="attention">
              ${repeat(
                shown,
                ({ id }) => id,
                (item) => line(item, data, this.parts.act),
              )}
            </ul>`
      }
      ${isChecking ? notice('loading', t('Checking…')) : items.length === 0 ? allWell(gaps) : nothing}
      ${hidden > 0 && this.#showsAll ? html`<p class="muted">${t('{0} more', formatCount(hidden))}</p>` : nothing}
      ${items.length > shownAtFirst ? this.#toggle(items.length) : nothing}
      ${gaps.map((gap) => sentence('gap', 'info', gap))}
    `;
  }

  #toggle(count: number): TemplateResult {
    return link(this.#showsAll ? t('Show Fewer') : t('Show All {0}', formatCount(count)), () => {
      this.#showsAll = !this.#showsAll;
      this.parts.redraw();
    });
  }
}

function allWell(gaps: readonly string[]): TemplateResult {
  return gaps.length === 0
    ? sentence('all-well', 'pass', t('Nothing needs attention.'), 'status')
    : sentence('all-well', 'info', t('Nothing needs attention in the data that could be read.'), 'status');
}

function line(item: AttentionItem, data: OverviewState, act: OverviewSections['act']): TemplateResult {
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
        >${item.actions.map((action) => link(actionLabel(action, item.subject), () => act(action)))}</span
      >
    </div>
  </li>`;
}

/** The first of those that have the same problem. */
function members(all: NonNullable<AttentionItem['members']>, act: OverviewSections['act']): TemplateResult {
  return html`<span class="attention-actions"
    >${all.map(({ subject, action }) =>
      link(visibleText(subject), () => act(action), actionLabel(action, subject)),
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
