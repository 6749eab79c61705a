import { html, type TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { Zone } from '../../src/shared/protocol/common';
import type { ResultColumn, ResultRow } from '../../src/shared/protocol/queryResults';
import { jsonTree } from '../elements/jsonTree';
import { rowObject } from './copyRows';
import { cellText } from './resultColumns';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';

export interface ResultDetailContext {
  readonly zone: Zone;
  readonly serverOffset: number | null;
  readonly close: () => void;
  readonly copy: (text: string) => void;
}

/** One row as JSON. Escape closes it. */
export function resultDetail(
  row: ResultRow,
  columns: readonly ResultColumn[],
  { zone, serverOffset, ...actions }: ResultDetailContext,
): TemplateResult {
  const value = rowObject(row, columns);
  // Times are shown as in the grid; what is copied stays as the service gave it.
  const shown = columns.map(({ type }, index) => {
    const cell = row[index] ?? null;
    return type === 'time' && cell !== null ? cellText(cell, type, zone, serverOffset) : cell;
  });
  return html`<section
    class="detail"
    aria-label=${t('Row')}
    tabindex="-1"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape') actions.close();
    }}
  >
    <header class="detail-header">
      <h2>${t('Row')}</h2>
      <vscode-toolbar-button
        icon="copy"
        label=${t('Copy as JSON')}
        title=${t('Copy as JSON')}
        @click=${() => {
          actions.copy(JSON.stringify(value, undefined, 2));
        }}
      ></vscode-toolbar-button>
      <vscode-toolbar-button
        icon="close"
        label=${t('Close')}
        title=${t('Close')}
        @click=${actions.close}
      ></vscode-toolbar-button>
    </header>
    <div class="detail-body">${jsonTree(rowObject(shown, columns))}</div>
  </section>`;
}
