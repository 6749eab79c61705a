import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { sends } from '../app/host';
import { t } from '../../src/shared/localize';
import { triedDays } from '../../src/shared/protocol/sigmaImport';
import type {
  FromSigmaImportPage,
  ImportTask,
  SigmaImportState,
} from '../../src/shared/protocol/sigmaImport';
import { formatCount } from '../app/format';
import { valueOf } from '../app/header';
import { closeOnLeave } from '../elements/closeOnLeave';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-option/index.js';
import '@vscode-elements/elements/dist/vscode-progress-ring/index.js';
import '@vscode-elements/elements/dist/vscode-single-select/index.js';

/** The actions on the selected rules, or the progress of the current one. */
export function importToolbar(
  { task, view }: SigmaImportState,
  chosen: readonly number[],
  post: (message: FromSigmaImportPage) => void,
  changeDays: (days: number) => void,
): TemplateResult {
  if (task) return html`<div class="toolbar">${progress(task, post)}</div>`;
  const rules = [...chosen];
  const none = rules.length === 0;
  return html`<div class="toolbar">
    ${periodField(view.days, changeDays)}
    <vscode-button icon="play" ?disabled=${none} @click=${sends(post, { kind: 'try', rules })}
      >${t('Try')}</vscode-button
    >
    <vscode-button
      secondary
      icon="watch"
      ?disabled=${none}
      @click=${sends(post, { kind: 'createQueries', rules })}
      >${t('Create Scheduled Queries…')}</vscode-button
    >
    <vscode-button
      secondary
      icon="new-file"
      ?disabled=${none}
      @click=${sends(post, { kind: 'createFiles', rules })}
      >${t('Create Files…')}</vscode-button
    >
  </div>`;
}

function periodField(days: number, change: (days: number) => void): TemplateResult {
  const words = (count: number): string => (count === 1 ? t('Last 24 hours') : t('Last {0} days', count));
  return html`<vscode-single-select
    class="period"
    label=${t('Period')}
    .value=${String(days)}
    @focusout=${closeOnLeave}
    @change=${(event: Event) => change(Number(valueOf(event)))}
  >
    ${triedDays.map(
      (count) =>
        html`<vscode-option value=${count} ?selected=${count === days}>${words(count)}</vscode-option>`,
    )}
  </vscode-single-select>`;
}

function progress(task: ImportTask, post: (message: FromSigmaImportPage) => void): TemplateResult {
  return html`<span class="progress" role="status">
    <vscode-progress-ring aria-label=${t('Running')}></vscode-progress-ring>
    <span>${task.cancelling ? t('Canceling…') : taskText(task)}</span>
    ${
      task.cancelling
        ? nothing
        : html`<vscode-button secondary @click=${sends(post, { kind: 'cancel' })}
            >${t('Cancel')}</vscode-button
          >`
    }
  </span>`;
}

function taskText({ kind, done, total }: ImportTask): string {
  const counts = [formatCount(done), formatCount(total)] as const;
  switch (kind) {
    case 'reading':
      return total === 0 ? t('Reading rules…') : t('Reading rules: {0} of {1}', ...counts);
    case 'trying':
      return t('Trying rules: {0} of {1}', ...counts);
    case 'creating':
      return t('Creating scheduled queries: {0} of {1}', ...counts);
    case 'writing':
      return t('Writing files: {0} of {1}', ...counts);
  }
}
