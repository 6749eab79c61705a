import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { ExportFormat, ExportProgress } from '../../src/shared/protocol/common';
import { formatCount } from '../app/format';
import type { MenuItem } from './popupMenu';
import '@vscode-elements/elements/dist/vscode-progress-ring/index.js';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';

/** The progress of an export, with a Cancel button. */
export function exportProgress(progress: ExportProgress, cancel: () => void): TemplateResult {
  const written = formatCount(progress.written);
  const words =
    progress.total === null
      ? t('Exporting {0}', written)
      : t('Exporting {0} of {1}', written, formatCount(progress.total));
  return html`<span class="progress">
    <vscode-progress-ring aria-label=${t('Export in progress')}></vscode-progress-ring>
    <span>${words}</span>
    <vscode-toolbar-button
      icon="close"
      label=${t('Cancel Export')}
      title=${t('Cancel Export')}
      @click=${cancel}
    ></vscode-toolbar-button>
  </span>`;
}

export function exportItems(start: (format: ExportFormat) => void): readonly MenuItem[] {
  return [
    {
      label: t('Export as CSV…'),
      icon: 'table',
      run: () => start('csv'),
    },
    {
      label: t('Export as NDJSON…'),
      icon: 'json',
      run: () => start('ndjson'),
    },
  ];
}
