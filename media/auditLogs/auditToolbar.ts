import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import { periodEnded } from '../../src/core/pages/auditRanges';
import type { AuditLogsState, AuditSearch, FromAuditLogsPage } from '../../src/core/pages/auditLogMessages';
import { formatAgo, formatCount } from '../../src/core/pages/format';
import { iconText } from '../app/parts';
import { exportButton, exportItems } from '../elements/exportProgress';
import { iconButton, textButton, toggleButton } from '../elements/controls';
import { menuItem, opensMenu } from '../elements/popupMenu';
import type { MenuItem } from '../elements/popupMenu';

export interface ToolbarActions {
  readonly post: (message: FromAuditLogsPage) => void;
  readonly search: (search: AuditSearch) => void;
}

export function auditToolbar(state: AuditLogsState, actions: ToolbarActions): TemplateResult {
  const { post } = actions;
  const exports = (): readonly MenuItem[] => exportItems((format) => post({ kind: 'export', format }));
  return html`<div class="toolbar" role="toolbar" aria-label=${t('Search actions')}>
    ${periodEnded(state.search, Date.now()) ? nothing : followButton(state, post)}
    ${iconButton('refresh', t('Refresh'), () => post({ kind: 'refresh' }))}
    ${textButton(
      'bookmark',
      t('Saved'),
      opensMenu(() => savedItems(state, actions)),
      t('Saved searches'),
    )}
    ${iconButton('link', t('Copy Link to This Search'), () => post({ kind: 'copyLink' }))}
    ${exportButton(state, exports, post, t('Export all matching entries'))}
  </div>`;
}

function followButton({ follow }: AuditLogsState, post: ToolbarActions['post']): TemplateResult {
  const change = () => post({ kind: 'follow', on: !follow.on });
  return toggleButton('sync', t('Follow'), follow.on, change, t('Show new entries as they arrive'));
}

/** The line above the grid: the number of entries and the state of follow mode. */
export function statusLine(state: AuditLogsState): TemplateResult {
  const count = state.phase === 'loading' ? t('Searching…') : entryCount(state.total);
  return html`<div class="status-line">
    <span role="status">${count}</span>
    ${state.newRows > 0 ? html`<span role="status">${t('{0} new', formatCount(state.newRows))}</span>` : ''}
    ${state.follow.on ? html`<span class="following">${followText(state)}</span>` : ''}
  </div>`;
}

/** Longer than follow mode ever waits for a response. */
const lateAfter = 20_000;

function followText({ follow }: AuditLogsState): TemplateResult {
  if (follow.paused)
    return iconText('debug-pause', t('New entries are paused until you scroll back to the top'));
  const silence = follow.lastResponse === null ? undefined : Date.now() - follow.lastResponse;
  const text =
    silence === undefined
      ? t('Following, waiting for the first response')
      : t('Following, updated {0}', formatAgo(silence));
  const late = silence !== undefined && silence > lateAfter;
  return late ? iconText('warning', text, 'late') : iconText('sync', text);
}

function savedItems(state: AuditLogsState, { post, search }: ToolbarActions): readonly MenuItem[] {
  return [
    menuItem(t('Save Search…'), 'save', () => post({ kind: 'saveSearch' })),
    ...state.saved.map((saved, index) =>
      menuItem(saved.name, 'search', () => search(saved.search), index === 0),
    ),
    ...state.saved.map(({ name }, index) =>
      menuItem(t('Remove “{0}”', name), 'trash', () => post({ kind: 'removeSearch', name }), index === 0),
    ),
  ];
}

function entryCount(total: number): string {
  return total === 1 ? t('1 entry') : t('{0} entries', formatCount(total));
}
