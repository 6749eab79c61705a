import { t } from '../../shared/localize';
import type { ExportFormat, ExportProgress } from '../../shared/protocol/common';
import type { Platforms } from '../../ui/connections/connection';
import { fileName, rowsWritten } from '../../ui/format/format';
import type { Prompts } from '../../ui/prompts/prompts';
import type { QueryRun } from './queryRun';
import { rowMaskOf } from '../../results/maskResults';
import type { ShownQuery } from './resultsState';
import { SafeCsv, exportRows } from './exportRows';
import type { MaskedRows } from './exportRows';
import type { PlatformClient } from '../../api/client';
import { isCancellation } from '../../ui/prompts/cancelled';
import type { PickSeriesMessage, SaveMessage } from '../../ui/access';
import { saveContent } from '../../ui/files/saveContent';

/** Saves the rows of a panel, or what its page has rendered, to files. */
export class ResultsExport {
  progress: ExportProgress | null = null;
  #end = new AbortController();

  constructor(
    private readonly platforms: Platforms,
    private readonly prompts: Prompts,
    private readonly changed: () => void,
  ) {}

  cancel(): void {
    this.#end.abort();
  }

  /** All rows of the cursor, regardless of the filter and order of the page. */
  async run(run: QueryRun, { connection, name, view }: ShownQuery, format: ExportFormat): Promise<void> {
    const { queryId } = run;
    if (queryId === null || this.progress) return;
    const mask = rowMaskOf(run.text);
    this.#end = new AbortController();
    const report = (written: number): void => {
      this.progress = { format, written, total: run.isOver() ? run.rowCount : null };
      this.changed();
    };
    try {
      await exportTo(
        { client: await this.platforms.clientFor(connection), prompts: this.prompts },
        {
          queryId,
          format,
          name,
          complete: run.phase === 'finished',
          arranged: view.sort !== null || view.filter.trim() !== '',
          masked: mask && { columns: run.columns.map((column) => column.name), mask },
        },
        report,
        this.#end.signal,
      );
    } finally {
      this.progress = null;
      this.changed();
    }
  }
}

/** Saves content that a page has created to a file that the user selects. */
export async function saveShown(
  prompts: Pick<Prompts, 'saveFile' | 'notify'>,
  name: string,
  { rows, extension, data }: SaveMessage,
): Promise<void> {
  const title = rows === null ? t('Save Chart') : t('Export Rows Shown');
  const content = extension === 'png' ? Buffer.from(data, 'base64') : safeText(extension, data);
  await saveContent(prompts, { title, name, extension }, content, (file) =>
    rows === null ? t('{0} was written.', file) : rowsWritten(rows, file),
  );
}

function safeText(extension: SaveMessage['extension'], data: string): string {
  if (extension !== 'csv') return data;
  const csv = new SafeCsv();
  return csv.push(data) + csv.end();
}

/** The minimum time between progress messages to the page. */
const reportEvery = 200;

export interface Export {
  readonly queryId: number;
  readonly format: ExportFormat;
  /** The name of the query, which is the proposed file name. */
  readonly name: string;
  /** Whether the query has finished; otherwise rows may be missing. */
  readonly complete: boolean;
  /** Whether the page shows a filter or order, which the file does not have. */
  readonly arranged: boolean;
  /** Undefined to write sensitive values. */
  readonly masked?: MaskedRows | undefined;
}

/** Asks for a file, exports everything to it and reports the result. */
export async function exportTo(
  { client, prompts }: { readonly client: PlatformClient; readonly prompts: Prompts },
  { queryId, format, name, complete, arranged, masked }: Export,
  report: (written: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const extension = format === 'csv' ? 'csv' : 'ndjson';
  const question = {
    title: t('Export Results'),
    filters: { [format === 'csv' ? 'CSV' : 'NDJSON']: [extension] },
    defaultName: fileName(name, extension),
  };
  const { location: file, result: rows } = await prompts.saveFile(question, async (path) => {
    report(0);
    const written = exportRows(client, queryId, format, path, everySoOften(report), signal, masked);
    return written.catch((error: unknown) => {
      if (isCancellation(error) || signal.aborted) return undefined;
      throw error;
    });
  });
  // Not awaited, because the export has ended.
  if (rows === undefined) {
    void prompts.notify({ message: t('The export was canceled. No file was written.') });
    return;
  }
  void prompts.notify({
    severity: complete ? 'information' : 'warning',
    message: [rowsWritten(rows, file), ...notesOn({ complete, arranged, masked })].join(' '),
    file,
  });
}

/** How the file differs from the displayed rows. */
function notesOn({ complete, arranged, masked }: Pick<Export, 'complete' | 'arranged' | 'masked'>): string[] {
  return [
    ...(masked ? [t('Sensitive values in it are masked.')] : []),
    ...(arranged ? [t('The file contains all rows in query order, without the filter and sort.')] : []),
    ...(complete ? [] : [t('The query had not finished, so rows may be missing.')]),
  ];
}

function everySoOften(report: (written: number) => void): (written: number) => void {
  let last = 0;
  return (written) => {
    if (Date.now() - last < reportEvery) return;
    last = Date.now();
    report(written);
  };
}

/** Asks which series of a chart to draw; null for the largest. */
export async function pickSeries(
  prompts: Pick<Prompts, 'pickMany'>,
  { series, max }: PickSeriesMessage,
): Promise<string[] | null> {
  const picked = await prompts.pickMany({
    title: t('Select Series'),
    placeholder: t('Select up to {0} series to draw, or none to draw the largest', max),
    choices: series.map(({ name, size, drawn }) => ({
      label: name,
      description: size,
      picked: drawn,
      value: name,
    })),
    allowNone: true,
  });
  return picked.length === 0 ? null : [...picked];
}
