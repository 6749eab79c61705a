import { t } from '../../../core/base/localize';
import type { ExportFormat, ExportProgress } from '../../../core/pages/common';
import { fileName, rowsWritten } from '../../ui/format/formatTimestamp';
import type { Prompts } from '../../ui/prompts/prompts';
import type { QueryRun } from './queryRun';
import { rowMaskOf } from '../../../core/privacy/maskResults';
import type { ShownQuery } from './resultsState';
import { isCancellation } from '../../ui/prompts/canceled';
import type { PickSeriesMessage, SaveMessage } from '../../ui/access';
import { saveContent } from '../../ui/files/saveContent';
import { writeWhole } from '../../ui/files/writeWhole';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { safeCsvLine } from '../../../core/base/csvLine';
import { cellText } from '../../../core/base/json';
import { CsvReader } from '../../../core/base/csvReader';
import type { CsvRecord } from '../../../core/base/csvReader';
import { parseJsonExactly } from '../../../core/base/integers';
import type { RawRecord } from '../../../core/interface/optional';
import type { RowMask } from '../../../core/privacy/maskResults';
import { decoded, linesOf } from './rowLines';
import type { Pieces, RowSource } from '../../../core/api/runningQuery';

/** Saves the rows of a panel, or what its page has rendered, to files. */
export class ResultsExport {
  progress: ExportProgress | null = null;
  #end = new AbortController();

  constructor(
    private readonly prompts: Prompts,
    private readonly changed: () => void,
  ) {}

  cancel(): void {
    this.#end.abort();
  }

  /** All rows of the cursor, regardless of the filter and order of the page. */
  async run(run: QueryRun, { name, view }: ShownQuery, format: ExportFormat): Promise<void> {
    if (run.queryId === null || this.progress) return;
    this.#end = new AbortController();
    const report = (written: number): void => {
      this.progress = { format, written, total: run.isOver() ? run.rowCount : null };
      this.changed();
    };
    try {
      await exportTo(
        this.prompts,
        run.source(this.#end.signal),
        {
          format,
          name,
          complete: run.phase === 'finished',
          arranged: view.sort !== null || view.filter.trim() !== '',
          columns: run.columns.map((column) => column.name),
          mask: rowMaskOf(run.text),
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
  const csv = new SafeCsv();
  const text = extension === 'csv' ? csv.push(data) + csv.end() : data;
  const content = extension === 'png' ? Buffer.from(data, 'base64') : text;
  await saveContent(prompts, { title, name, extension }, content, (file) =>
    rows === null ? t('{0} was written.', file) : rowsWritten(rows, file),
  );
}

/** The minimum time between progress messages to the page. */
const reportEvery = 200;

export interface Export {
  readonly format: ExportFormat;
  /** The name of the query, which is the proposed file name. */
  readonly name: string;
  /** Whether the query has finished; otherwise rows may be missing. */
  readonly complete: boolean;
  /** Whether the page shows a filter or order, which the file does not have. */
  readonly arranged: boolean;
  /** The column names, because not every JSON line contains all of them. */
  readonly columns: readonly string[];
  /** Undefined to write sensitive values. */
  readonly mask?: RowMask | undefined;
}

/** Asks for a file, exports everything to it and reports the result. */
export async function exportTo(
  prompts: Prompts,
  source: RowSource,
  exported: Export,
  report: (written: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { format, name } = exported;
  const question = {
    title: t('Export Results'),
    filters: { [format.toUpperCase()]: [format] },
    defaultName: fileName(name, format),
  };
  const { location: file, result: rows } = await prompts.saveFile(question, async (path) => {
    report(0);
    const written = exportRows(source, exported, path, throttled(report), signal);
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
    severity: exported.complete ? 'information' : 'warning',
    message: [rowsWritten(rows, file), ...notesOn(exported)].join(' '),
    file,
  });
}

/** How the file differs from the displayed rows. */
function notesOn({ complete, arranged, mask }: Export): string[] {
  return [
    ...(mask ? [t('Sensitive values in it are masked.')] : []),
    ...(arranged ? [t('The file contains all rows in query order, without the filter and sort.')] : []),
    ...(complete ? [] : [t('The query had not finished, so rows may be missing.')]),
  ];
}

function throttled(report: (written: number) => void): (written: number) => void {
  let last = 0;
  return (written) => {
    if (Date.now() - last < reportEvery) return;
    last = Date.now();
    report(written);
  };
}

/** Asks which series of a chart to draw, until its result no longer exists; null for the largest. */
export async function pickSeries(
  prompts: Pick<Prompts, 'pickMany'>,
  { series, max }: PickSeriesMessage,
  signal?: AbortSignal,
): Promise<string[] | null> {
  const picked = await prompts.pickMany({
    signal,
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

/**
 * Streams all rows of a result to a file and returns their number. The file appears under its name only when
 * it is complete; an incomplete one is deleted.
 */
export async function exportRows(
  source: RowSource,
  { format, columns, mask }: Pick<Export, 'format' | 'columns' | 'mask'>,
  file: string,
  report: (written: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const converted = (): Converted => convertedLines(source.json(), format, columns, mask);
  const plain = (): Converted =>
    format === 'csv' ? (source.csv ? safeLines(source.csv()) : converted()) : plainLines(source.json());
  let written = 0;
  const texts = async function* (): AsyncGenerator<string> {
    for await (const [text, rows] of mask ? converted() : plain()) {
      yield text;
      report((written = rows));
    }
  };
  await writeWhole(file, async (partial) =>
    pipeline(Readable.from(texts()), createWriteStream(partial), { signal }),
  );
  return written;
}

/** Texts for the file, and the number of rows up to the end of each. */
type Converted = AsyncGenerator<readonly [text: string, rows: number]>;

async function* plainLines(pieces: Pieces): Converted {
  let rows = 0;
  for await (const piece of decoded(pieces)) yield [piece, (rows += piece.split('\n').length - 1)];
}

async function* safeLines(pieces: Pieces): Converted {
  const csv = new SafeCsv();
  for await (const piece of decoded(pieces)) yield [csv.push(piece), csv.rows];
  yield [csv.end(), csv.rows];
}

/** The JSON lines in the format, with masked values if there is a mask. */
async function* convertedLines(
  pieces: Pieces,
  format: ExportFormat,
  columns: readonly string[],
  mask: RowMask | undefined,
): Converted {
  if (format === 'csv') yield [`${safeCsvLine(columns.map((name) => mask?.column(name) ?? name))}\n`, 0];
  const lineOf = (line: string): string => {
    const row = Object(parseJsonExactly(line)) as RawRecord;
    if (format === 'ndjson') return `${JSON.stringify(mask?.renamedRow(row) ?? row)}\n`;
    const values = mask?.row(row) ?? row;
    return `${safeCsvLine(columns.map((name) => cellText(values[name])))}\n`;
  };
  let rows = 0;
  for await (const lines of linesOf(pieces)) yield [lines.map(lineOf).join(''), (rows += lines.length)];
}

/** Converts chunks of CSV to CSV that is safe for spreadsheets. */
export class SafeCsv {
  /** Complete rows, including the header. */
  lines = 0;
  readonly #reader = new CsvReader();

  push(piece: string): string {
    return this.#write(this.#reader.push(piece));
  }

  /** Rows without the header. */
  get rows(): number {
    return Math.max(0, this.lines - 1);
  }

  /** Returns the rest after the last chunk. */
  end(): string {
    return this.#write(this.#reader.end());
  }

  #write(records: readonly CsvRecord[]): string {
    this.lines += records.length;
    return records.map(({ cells }) => `${safeCsvLine(cells)}\n`).join('');
  }
}
