import { t } from '../../shared/localize';
import { ruledColumns } from '../../shared/columns';
import { listedNames, maxListed } from '../../shared/listedNames';
import { timeFieldOf } from '../../shared/timeField';
import { formatBytes } from '../../shared/formatBytes';
import type { Integer64 } from '../../shared/wire/integers';
import type { ProgressStep } from '../../ui/prompts/lateProgress';
import type { FileUpload, UploadState } from './fileUpload';
import type { LogSample } from './logSample';
import { storedRows } from './storedRows';
import type { StoredType } from './storedRows';

type Progress = Pick<FileUpload, 'state' | 'sent' | 'rate' | 'secondsLeft' | 'file'>;

/** The progress, rate and remaining time, or what it waits for. */
export function progressText(upload: Progress): string {
  const { state, sent, rate, secondsLeft, file } = upload;
  const amount = amountText(sent, file.size);
  switch (state.kind) {
    case 'sending': {
      const parts = [amount];
      if (rate !== undefined) parts.push(t('{0}/s', formatBytes(Math.round(rate))));
      if (secondsLeft !== undefined) parts.push(t('{0} left', durationText(secondsLeft)));
      return parts.join(' · ');
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

export function durationText(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return t('{0} s', whole);
  const minutes = Math.round(whole / 60);
  return minutes < 60 ? t('{0} min', minutes) : t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
}

/** What will be stored, one line per fact. */
export function sampleText(sample: LogSample, now: number): string {
  const head = [...(sample.problem === undefined ? [] : [sample.problem]), formatLabel(sample)];
  // If the format was not detected, the fields are unknown.
  if (sample.fields.length === 0) return head.join('\n');
  const { fields, rows, notes } = storedRows(sample, now);
  const [first = []] = rows;
  const columns = [
    ['_time', t('time'), first[0]] as const,
    ...fields.map(({ name, type }, index) => [name, typeLabels[type](), first[index + 1]] as const),
  ].map(([name, type, value = '']) =>
    [`${name}: ${type}`, ...(value === '' ? [] : [shortened(value)])].join(' · '),
  );
  const heading = t('Stored as, with the values of the first row:');
  return [...head, '', heading, listedNames(columns, maxListed, '\n'), '', ...notes, timeText(sample)]
    .join('\n')
    .trimEnd();
}

const typeLabels: Readonly<Record<StoredType, () => string>> = {
  text: () => t('text'),
  number: () => t('number'),
  boolean: () => t('true or false'),
  list: () => t('list'),
  map: () => t('map'),
  several: () => t('values of several types'),
  empty: () => t('no values so far'),
};

export function formatLabel({ format, delimiter }: Pick<LogSample, 'format' | 'delimiter'>): string {
  if (format === 'ndjson') return t('JSON, one object per line');
  return delimiter === undefined
    ? t('CSV with a header')
    : t('CSV with a header, separated by {0}', delimiterNames[delimiter]?.() ?? delimiter);
}

/** The document with the first rows in columns, as they will be stored. */
export function previewText(name: string, sample: LogSample, now: number): string {
  const { fields, rows, notes } = storedRows(sample, now);
  const types = fields.map(({ type }) => typeLabels[type]());
  return [
    name,
    formatLabel(sample),
    ...[...notes, timeText(sample)].filter((note) => note !== ''),
    t('Types are those of the first rows: later rows can have others.'),
    '',
    ...ruledColumns(
      ['_time', ...fields.map((field) => field.name)],
      [[t('time'), ...types], ...rows].map((row) => row.map(shortened)),
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
