import { writeFile } from 'node:fs/promises';
import { t } from '../../shared/localize';
import type { ExportFormat, ExportProgress } from '../../shared/protocol/common';
import type { FromQueryResultsPage } from '../../shared/protocol/queryResults';
import type { Platforms } from '../../ui/connections/platforms';
import { fileName } from '../../ui/format/fileName';
import type { Prompts } from '../../ui/prompts/prompts';
import { exportTo, rowsWritten } from './exportTo';
import type { QueryRun } from './queryRun';
import { rowMaskOf } from './rowMask';
import type { ShownQuery } from './resultsState';
import { SafeCsv } from './safeCsv';

type Save = Extract<FromQueryResultsPage, { kind: 'save' }>;

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
      this.progress = { format, written, total: run.over ? run.rowCount : null };
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

  async save({ name }: ShownQuery, { rows, extension, data }: Save): Promise<void> {
    const file = await this.prompts.saveFile({
      title: rows === null ? t('Save Chart') : t('Export Rows Shown'),
      filters: { [extension.toUpperCase()]: [extension] },
      defaultName: fileName(name, extension),
    });
    await writeFile(file, extension === 'png' ? Buffer.from(data, 'base64') : safeText(extension, data));
    const message = rows === null ? t('{0} was written.', file) : rowsWritten(rows, file);
    void this.prompts.notify({ severity: 'information', message });
  }
}

function safeText(extension: Save['extension'], data: string): string {
  if (extension !== 'csv') return data;
  const csv = new SafeCsv();
  return csv.push(data) + csv.end();
}
