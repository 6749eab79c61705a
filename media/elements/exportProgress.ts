import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import type { ExportFormat, ExportProgress } from '../../src/core/pages/common';
import { formatCount } from '../../src/core/pages/format';
import { iconButton, textButton } from './controls';
import { menuItem, opensMenu } from './popupMenu';
import type { MenuItem } from './popupMenu';
import '@vscode-elements/elements/dist/vscode-progress-ring/index.js';

/** Offers exports, or shows the progress of one. */
export function exportButton(
  { exporting }: { readonly exporting: ExportProgress | null },
  items: () => readonly MenuItem[],
  post: (message: { readonly kind: 'cancelExport' }) => void,
  title?: string,
): TemplateResult {
  if (exporting === null) return textButton('export', t('Export'), opensMenu(items), title);
  return exportProgress(exporting, () => post({ kind: 'cancelExport' }));
}

/** With a Cancel button. */
function exportProgress(progress: ExportProgress, cancel: () => void): TemplateResult {
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
