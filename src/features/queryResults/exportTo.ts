import type { PlatformClient } from '../../api/client';
import { t } from '../../shared/localize';
import type { ExportFormat } from '../../shared/protocol/common';
import { fileName } from '../../ui/format/fileName';
import { isCancellation } from '../../ui/prompts/cancelled';
import type { Prompts } from '../../ui/prompts/prompts';
import { exportRows } from './exportRows';
import type { MaskedRows } from './maskedLines';

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
  const file = await prompts.saveFile({
    title: t('Export Results'),
    filters: { [format === 'csv' ? 'CSV' : 'NDJSON']: [extension] },
    defaultName: fileName(name, extension),
  });
  report(0);
  try {
    const rows = await exportRows(client, queryId, format, file, everySoOften(report), signal, masked);
    // Not awaited, because the export is complete.
    void prompts.notify({
      severity: complete ? 'information' : 'warning',
      message: [rowsWritten(rows, file), ...notesOn({ complete, arranged, masked })].join(' '),
    });
  } catch (error) {
    if (!isCancellation(error) && !signal.aborted) throw error;
    void prompts.notify({
      severity: 'information',
      message: t('The export was canceled. No file was written.'),
    });
  }
}

export function rowsWritten(rows: number, file: string): string {
  return rows === 1
    ? t('1 row was written to {0}.', file)
    : t('{0} rows were written to {1}.', rows.toLocaleString(), file);
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
