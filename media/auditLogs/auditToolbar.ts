import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { sends } from '../app/host';
import { t } from '../../src/shared/localize';
import { periodEnded } from '../../src/shared/protocol/auditLogs';
import type { AuditLogsState, AuditSearch, FromAuditLogsPage } from '../../src/shared/protocol/auditLogs';
import { formatAgo, formatCount } from '../app/format';
import { icon } from '../app/header';
import { exportItems, exportProgress } from '../elements/exportProgress';
import type { MenuItem } from '../elements/popupMenu';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';

export interface ToolbarActions {
  readonly post: (message: FromAuditLogsPage) => void;
  readonly menu: (items: readonly MenuItem[], button: Element) => void;
  readonly search: (search: AuditSearch) => void;
}

export function auditToolbar(state: AuditLogsState, actions: ToolbarActions): TemplateResult {
  const { post } = actions;
  const openMenu =
    (items: readonly MenuItem[]) =>
    (event: Event): void => {
      if (event.currentTarget instanceof Element) actions.menu(items, event.currentTarget);
    };
  return html`<div class="toolbar" role="toolbar" aria-label=${t('Search actions')}>
    ${periodEnded(state.search, Date.now()) ? nothing : followButton(state, post)}
    <vscode-toolbar-button
      icon="refresh"
      label=${t('Refresh')}
      title=${t('Refresh')}
      @click=${sends(post, { kind: 'refresh' })}
    ></vscode-toolbar-button>
    <vscode-toolbar-button
      icon="bookmark"
      title=${t('Saved searches')}
      @click=${openMenu(savedItems(state, actions))}
      ><span>${t('Saved')}</span></vscode-toolbar-button
    >
    <vscode-toolbar-button
      icon="link"
      label=${t('Copy Link to This Search')}
      title=${t('Copy Link to This Search')}
      @click=${sends(post, { kind: 'copyLink' })}
    ></vscode-toolbar-button>
    ${
      state.exporting
        ? exportProgress(state.exporting, sends(post, { kind: 'cancelExport' }))
        : html`<vscode-toolbar-button
            icon="export"
            title=${t('Export all matching entries')}
            @click=${openMenu(exportItems((format) => post({ kind: 'export', format })))}
            ><span>${t('Export')}</span></vscode-toolbar-button
          >`
    }
  </div>`;
}

function followButton({ follow }: AuditLogsState, post: ToolbarActions['post']): TemplateResult {
  return html`<vscode-toolbar-button
    icon="sync"
    toggleable
    ?checked=${follow.on}
    title=${t('Show new entries as they arrive')}
    @change=${sends(post, { kind: 'follow', on: !follow.on })}
    ><span>${t('Follow')}</span></vscode-toolbar-button
  >`;
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
    return html`${icon('debug-pause')}<span
        >${t('New entries are paused until you scroll back to the top')}</span
      >`;
  const silence = follow.lastHeard === null ? undefined : Date.now() - follow.lastHeard;
  const words =
    silence === undefined
      ? t('Following, waiting for the first response')
      : t('Following, updated {0}', formatAgo(silence));
  const late = silence !== undefined && silence > lateAfter;
  return html`${late ? icon('warning', 'late') : icon('sync')}<span>${words}</span>`;
}

function savedItems(state: AuditLogsState, { post, search }: ToolbarActions): readonly MenuItem[] {
  return [
    {
      label: t('Save Search…'),
      icon: 'save',
      run: sends(post, { kind: 'saveSearch' }),
    },
    ...state.saved.map((saved, index) => ({
      label: saved.name,
      icon: 'search',
      startsGroup: index === 0,
      run: () => search(saved.search),
    })),
    ...state.saved.map((saved, index) => ({
      label: t('Remove “{0}”', saved.name),
      icon: 'trash',
      startsGroup: index === 0,
      run: sends(post, { kind: 'removeSearch', name: saved.name }),
    })),
  ];
}

function entryCount(total: number): string {
  return total === 1 ? t('1 entry') : t('{0} entries', formatCount(total));
}
