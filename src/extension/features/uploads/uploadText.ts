import { t } from '../../../core/base/localize';
import { ruledColumns } from '../../../core/base/columns';
import { listedNames, maxListed } from '../../../core/base/listedNames';
import { timeFieldOf } from '../../../core/time/timeField';
import { formatBytes } from '../../../core/base/formatBytes';
import { formatElapsed } from '../../../core/base/formatElapsed';
import type { Integer64 } from '../../../core/base/integers';
import type { ProgressStep } from '../../ui/prompts/lateProgress';
import type { FileUpload, UploadState } from './fileUpload';
import type { LogSample } from './logSample';

type Progress = Pick<FileUpload, 'state' | 'sent' | 'rate' | 'secondsLeft' | 'file'>;

/** The progress, rate and remaining time, or what it waits for. */
export function progressText(upload: Progress): string {
  const { state, sent, rate, secondsLeft, file } = upload;
  const amount = amountText(sent, file.size);
  switch (state.kind) {
    case 'sending': {
      const facts = [amount];
      if (rate !== undefined) facts.push(t('{0}/s', formatBytes(Math.round(rate))));
      if (secondsLeft !== undefined)
        facts.push(t('{0} left', formatElapsed(1000 * Math.max(1, Math.round(secondsLeft)))));
      return facts.join(' · ');
    }
    case 'paused':
      return t('paused at {0}', amount);
    case 'waiting':
      return t('connection lost, retrying in {0} s · {1}', Math.ceil(state.milliseconds / 1000), amount);
    case 'interrupted':
      return t('interrupted at {0}', amount);
    case 'loading':
      return t('all data sent; the platform is loading the rows');
    case 'ended':
      return t('ended');
  }
}

/** What the progress notification offers: to pause an upload that is being sent, or to resume one that waits. */
export function pauseLink({ kind }: UploadState): ProgressStep['link'] {
  if (kind === 'sending') return { label: t('Pause'), command: 'logbench.upload.pause' };
  const waits = kind === 'paused' || kind === 'interrupted' || kind === 'waiting';
  return waits ? { label: t('Resume'), command: 'logbench.upload.resume' } : undefined;
}

export function amountText(sent: Integer64, size: Integer64): string {
  return t('{0} % · {1} of {2}', percentOf(sent, size), formatBytes(sent), formatBytes(size));
}

/** In whole percent. */
export function percentOf(sent: Integer64, size: Integer64): number {
  return Number(size) === 0 ? 100 : Math.floor((Number(sent) / Number(size)) * 100);
}

/** The format and the first row, one line per fact. */
export function sampleText(sample: LogSample): string {
  const head = [...(sample.problem === undefined ? [] : [sample.problem]), formatLabel(sample)];
  // If the format was not detected, the fields are unknown.
  if (sample.fields.length === 0) return head.join('\n');
  const [first = []] = sample.rows;
  const values = sample.fields.map((field, index) => `${field}: ${shortened(first[index] ?? '')}`.trimEnd());
  return [
    ...head,
    '',
    t('Values of the first row:'),
    listedNames(values, maxListed, '\n'),
    '',
    timeText(sample),
  ]
    .join('\n')
    .trimEnd();
}

export function formatLabel({ format, delimiter }: Pick<LogSample, 'format' | 'delimiter'>): string {
  if (format === 'ndjson') return t('JSON, one object per line');
  return delimiter === undefined
    ? t('CSV with a header')
    : t('CSV with a header, separated by {0}', delimiterNames[delimiter]?.() ?? delimiter);
}

/** The document with the first rows in columns. */
export function previewText(name: string, sample: LogSample): string {
  return [
    name,
    formatLabel(sample),
    ...[timeText(sample)].filter((note) => note !== ''),
    t('Values are shown as they are in the file. The platform finds their types when it loads all rows.'),
    '',
    ...ruledColumns(
      sample.fields,
      sample.rows.map((row) => row.map(shortened)),
    ),
    '',
  ].join('\n');
}

const widest = 60;

/** One long message would push all following columns out of view. */
function shortened(value: string): string {
  return value.length > widest ? `${value.slice(0, widest - 1)}…` : value;
}

function timeText({ fields }: LogSample): string {
  return timeFieldOf(fields) === undefined
    ? t('No field has a common timestamp name, so each row gets its arrival time.')
    : '';
}

const delimiterNames: Readonly<Record<string, () => string>> = {
  ',': () => t('commas'),
  ';': () => t('semicolons'),
  '\t': () => t('tabs'),
};
