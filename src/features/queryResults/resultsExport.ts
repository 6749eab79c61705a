import { t } from '../../shared/localize';
import type { ExportFormat, ExportProgress } from '../../shared/protocol/common';
import type { Platforms } from '../../ui/connections/connection';
import { fileName, rowsWritten } from '../../ui/format/format';
import type { Prompts } from '../../ui/prompts/prompts';
import type { QueryRun } from './queryRun';
import { rowMaskOf } from '../../results/maskResults';
import type { ShownQuery } from './resultsState';
import type { PlatformClient } from '../../api/client';
import { isCancellation } from '../../ui/prompts/canceled';
import type { PickSeriesMessage, SaveMessage } from '../../ui/access';
import { saveContent } from '../../ui/files/saveContent';
import { writeWhole } from '../../ui/files/writeWhole';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { safeCsvLine } from '../../shared/csv/csvLine';
import { cellText } from '../../shared/json';
import { CsvReader } from '../../shared/csv/csvReader';
import type { CsvRecord } from '../../shared/csv/csvReader';
import { parseJsonExactly } from '../../shared/wire/integers';
import type { RawRecord } from '../../shared/wire/optional';
import type { RowMask } from '../../results/maskResults';
import { exportCursor } from '../../api/operations/queries';

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
  const question = {
    title: t('Export Results'),
    filters: { [format.toUpperCase()]: [format] },
    defaultName: fileName(name, format),
  };
  const { location: file, result: rows } = await prompts.saveFile(question, async (path) => {
    report(0);
    const written = exportRows(client, queryId, format, path, throttled(report), signal, masked);
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

function throttled(report: (written: number) => void): (written: number) => void {
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

export const everything = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/** The settings of an export with masked values. */
export interface MaskedRows {
  /** The column names, because not every JSON line contains all of them. */
  readonly columns: readonly string[];
  readonly mask: RowMask;
}

/**
 * Streams all rows of a cursor to a file and returns their number. The file appears under its name only when
 * it is complete; an incomplete one is deleted.
 */
export async function exportRows(
  client: PlatformClient,
  cursor: number,
  format: ExportFormat,
  file: string,
  report: (written: number) => void,
  signal: AbortSignal,
  masked?: MaskedRows,
): Promise<number> {
  // Masking depends on column names, which JSON lines contain and CSV lines do not.
  const asked = format === 'csv' && masked === undefined ? 'csv' : 'json';
  const pieces = client.stream(exportCursor(cursor, asked, everything), signal);
  const plain = format === 'csv' ? safeLines(pieces) : plainLines(pieces);
  let written = 0;
  const texts = async function* (): AsyncGenerator<string> {
    for await (const [text, rows] of masked ? maskedLines(pieces, format, masked) : plain) {
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
type Pieces = AsyncIterable<Uint8Array>;

async function* plainLines(pieces: Pieces): Converted {
  let rows = 0;
  for await (const piece of decoded(pieces)) yield [piece, (rows += piece.split('\n').length - 1)];
}

async function* safeLines(pieces: Pieces): Converted {
  const csv = new SafeCsv();
  for await (const piece of decoded(pieces)) yield [csv.push(piece), csv.rows];
  yield [csv.end(), csv.rows];
}

async function* maskedLines(pieces: Pieces, format: ExportFormat, { columns, mask }: MaskedRows): Converted {
  if (format === 'csv') yield [`${safeCsvLine(columns.map((name) => mask.column(name)))}\n`, 0];
  const lineOf = (line: string): string => {
    const row = Object(parseJsonExactly(line)) as RawRecord;
    if (format === 'ndjson') return `${JSON.stringify(mask.renamedRow(row))}\n`;
    const values = mask.row(row);
    return `${safeCsvLine(columns.map((name) => cellText(values[name])))}\n`;
  };
  let rows = 0;
  for await (const lines of linesOf(pieces)) yield [lines.map(lineOf).join(''), (rows += lines.length)];
}

/** The lines that each chunk completes, without blank ones. */
export async function* linesOf(pieces: Pieces): AsyncGenerator<readonly string[]> {
  const isFilled = (line: string): boolean => line.trim() !== '';
  let rest = '';
  for await (const piece of decoded(pieces)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield lines.filter(isFilled);
  }
  yield [rest].filter(isFilled);
}

/** A chunk can end within a character. */
async function* decoded(pieces: Pieces): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
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
