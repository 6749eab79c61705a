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
import { button, select } from '../elements/controls';
import '@vscode-elements/elements/dist/vscode-progress-ring/index.js';

/** The actions on the selected rules, or the progress of the current one. */
export function importToolbar(
  { task, view }: SigmaImportState,
  selected: readonly number[],
  post: (message: FromSigmaImportPage) => void,
  changeDays: (days: number) => void,
): TemplateResult {
  if (task) return html`<div class="toolbar">${progress(task, post)}</div>`;
  const rules = [...selected];
  const disabled = rules.length === 0;
  return html`<div class="toolbar">
    ${periodField(view.days, changeDays)}
    ${button(t('Try'), sends(post, { kind: 'try', rules }), { icon: 'play', primary: true, disabled })}
    ${button(t('Create Scheduled Queries…'), sends(post, { kind: 'createQueries', rules }), { icon: 'watch', disabled })}
    ${button(t('Create Files…'), sends(post, { kind: 'createFiles', rules }), { icon: 'new-file', disabled })}
  </div>`;
}

function periodField(days: number, change: (days: number) => void): TemplateResult {
  const choices = triedDays.map(
    (count) => [String(count), count === 1 ? t('Last 24 hours') : t('Last {0} days', count)] as const,
  );
  return select(t('Period'), String(days), choices, (count) => change(Number(count)), 'period');
}

function progress(task: ImportTask, post: (message: FromSigmaImportPage) => void): TemplateResult {
  return html`<span class="progress" role="status">
    <vscode-progress-ring aria-label=${t('Running')}></vscode-progress-ring>
    <span>${task.cancelling ? t('Canceling…') : taskText(task)}</span>
    ${task.cancelling ? nothing : button(t('Cancel'), sends(post, { kind: 'cancel' }))}
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
