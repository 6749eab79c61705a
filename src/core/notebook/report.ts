import { t } from '../base/localize';
import type { Masker } from '../privacy/masker';
import type { CellOutput, CellRun } from '../pages/notebook';
import { cellOutput } from './cellOutput';
import type { MarkdownCell } from './markdownCells';
import type { NotebookProperties } from './notebookProperties';
import { rangeOfNotebook, rangeOfRun, rangeText, timeText } from './timeRange';

/** What a report says, apart from its format. */
export interface Report {
  readonly title: string;
  /** What was asked of whom, by whom and when: labels and values. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly sections: readonly ReportSection[];
}

export type ReportSection =
  | { readonly kind: 'text'; readonly markdown: string }
  | {
      readonly kind: 'query';
      readonly name: string;
      readonly text: string;
      /** Undefined if it is the text. */
      readonly sent: string | undefined;
      readonly facts: readonly (readonly [label: string, value: string])[];
      /** Undefined for a query that has not run. */
      readonly output: CellOutput | undefined;
      readonly failure: string | undefined;
    };

export interface ReportSource {
  /** Used if neither the front matter nor a heading has a title. */
  readonly fileName: string;
  readonly properties: NotebookProperties;
  readonly cells: readonly (Pick<MarkdownCell, 'kind' | 'name' | 'value'> & {
    readonly run: CellRun | undefined;
  })[];
  readonly connection: string;
  /** Undefined if the platform does not tell. */
  readonly account: string | undefined;
  readonly created: Date;
  /** Undefined to show sensitive values. */
  readonly masker: Masker | undefined;
}

export function buildReport(source: ReportSource): Report {
  const { masker, cells } = source;
  if (masker !== undefined) learn(masker, source);
  const shown = (text: string): string => masker?.text(text) ?? text;
  const title = titleOf(source);
  return {
    title: shown(title),
    facts: factsOf(source),
    sections: cells.map((cell) =>
      cell.kind === 'text' ? { kind: 'text', markdown: shown(cell.value) } : querySection(cell, source),
    ),
  };
}

/** A value of any result or parameter is then masked in all texts, also in those before it. */
function learn(masker: Masker, { properties, cells }: ReportSource): void {
  masker.learn([Object.fromEntries(properties.parameters)]);
  for (const { run } of cells) {
    if (run === undefined) continue;
    const names = run.columns.map(({ name }) => name);
    masker.learn(run.rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]]))));
  }
}

function titleOf({ properties, cells, fileName }: ReportSource): string {
  const heading = cells.find(({ kind, value }) => kind === 'text' && /^#\s/.test(value))?.value;
  return properties.title ?? (heading === undefined ? fileName : headingText(heading));
}

/** The first line, without what marks it as a heading and without escapes. */
function headingText(markdown: string): string {
  const [line = ''] = markdown.split(/\r?\n/, 1);
  return line.replace(/^#\s+/, '').replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** A text without the title of the report, which is not repeated. */
export function withoutTitle(markdown: string, title: string): string {
  const [first = '', ...rest] = markdown.split(/\r?\n/);
  return headingText(first) === title ? rest.join('\n') : markdown;
}

function factsOf({ masker, properties, account, connection, created, cells }: ReportSource): Report['facts'] {
  const shown = (text: string): string => masker?.text(text) ?? text;
  const range = rangeOfNotebook(
    properties,
    cells.map(({ run }) => run),
    created,
  );
  const values = Object.fromEntries(properties.parameters);
  return [
    [t('Connection'), shown(connection)],
    ...(account === undefined ? [] : [[t('Account'), masker?.name('user', account) ?? account] as const]),
    [t('Created'), timeText(created)],
    ...(range === undefined ? [] : [[t('Time range'), rangeText(range)] as const]),
    ...Object.entries(masker?.record(values) ?? values),
    ...(masker === undefined ? [] : [[t('Sensitive values'), t('masked')] as const]),
  ];
}

function querySection(
  { name, value, run }: ReportSource['cells'][number],
  { masker, connection }: Pick<ReportSource, 'masker' | 'connection'>,
): ReportSection {
  const shown = (text: string): string => masker?.text(text) ?? text;
  const base = { kind: 'query', name: shown(name), text: shown(value) } as const;
  if (run === undefined) {
    const nothing = { sent: undefined, output: undefined, failure: undefined };
    return { ...base, ...nothing, facts: [[t('State'), t('not run')]] };
  }
  const { failure, sent } = run;
  const facts: (readonly [string, string])[] = [
    ...(run.text === undefined || run.text === value
      ? []
      : [[t('State'), t('The text was changed after this run.')] as const]),
    ...(run.connection.name === connection ? [] : [[t('Connection'), shown(run.connection.name)] as const]),
    ...runFacts(run),
  ];
  return {
    ...base,
    sent: sent === value ? undefined : shown(sent),
    facts,
    output: failure === null ? cellOutput('', name, run, {}, masker) : undefined,
    failure: failure === null ? undefined : shown([failure.message, failure.detail ?? ''].join(' ').trim()),
  };
}

function runFacts(run: CellRun): Report['facts'] {
  const { failure, total } = run;
  const range = rangeOfRun(run);
  return [
    ...(run.queryId === null ? [] : [[t('Query'), String(run.queryId)] as const]),
    [t('Started'), timeText(new Date(run.started))],
    [t('Duration'), t('{0} ms', run.elapsed)],
    ...(range === undefined ? [] : [[t('Time range'), rangeText(range)] as const]),
    ...(failure === null ? [[t('Rows'), String(total)] as const, hashFact(run)] : []),
  ];
}

/** The hash of a result, and of how many of its rows if not of all. */
export function hashFact({ hash, hashed, total }: CellRun): readonly [label: string, value: string] {
  if (hashed >= total) return ['SHA-256', hash];
  if (hashed === 0) return ['SHA-256', t('not available, because the rows could not be read again')];
  return [t('SHA-256 of the first {0} of {1} rows', hashed, total), hash];
}
