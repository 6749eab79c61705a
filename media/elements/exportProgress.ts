import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import type { ExportFormat, ExportProgress } from '../../src/core/pages/common';
import { formatCount } from '../../src/core/pages/format';
import { iconButton } from './controls';
import { menuItem } from './popupMenu';
import type { MenuItem } from './popupMenu';
import '@vscode-elements/elements/dist/vscode-progress-ring/index.js';

/** The progress of an export, with a Cancel button. */
export function exportProgress(progress: ExportProgress, cancel: () => void): TemplateResult {
  const written = formatCount(progress.written);
  const text =
    progress.total === null
      ? t('Exporting {0}', written)
      : t('Exporting {0} of {1}', written, formatCount(progress.total));
  return html`<span class="progress">
    <vscode-progress-ring aria-label=${t('Export in progress')}></vscode-progress-ring>
    <span>${text}</span>
    ${iconButton('close', t('Cancel Export'), cancel)}
  </span>`;
}

export function exportItems(start: (format: ExportFormat) => void): readonly MenuItem[] {
  return [
    menuItem(t('Export as CSV…'), 'table', () => start('csv')),
    menuItem(t('Export as NDJSON…'), 'json', () => start('ndjson')),
  ];
}
