import type { PlatformClient } from '../../api/client';
import { t } from '../../shared/localize';
import type { ExportFormat } from '../../shared/protocol/common';
import { fileName } from '../../ui/format/fileName';
import { isCancellation } from '../../ui/prompts/cancelled';
import type { Prompts } from '../../ui/prompts/prompts';
import { exportRows } from './exportRows';
import type { MaskedRows } from './maskedLines';

/** The page is told of progress this often at most. */
const reportEvery = 200;

export interface Export {
  readonly queryId: number;
  readonly format: ExportFormat;
  /** Of the query; the file is called after it unless the person says otherwise. */
  readonly name: string;
  /** Whether the query has come to its end: else there may be more rows than are written. */
  readonly complete: boolean;
  /** Whether a filter or an order is shown, neither of which the file has. */
  readonly arranged: boolean;
  /** Undefined where sensitive values may be in the file. */
  readonly masked?: MaskedRows | undefined;
}

/** Asks for a file, writes everything to it and says what came of it. */
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
    const written =
      rows === 1
        ? t('1 row was written to {0}.', file)
        : t('{0} rows were written to {1}.', rows.toLocaleString(), file);
    // Not awaited: the export is over, whenever its message is closed.
    void prompts.notify({
      severity: complete ? 'information' : 'warning',
      message: [written, ...notesOn({ complete, arranged, masked })].join(' '),
    });
  } catch (error) {
    if (!isCancellation(error) && !signal.aborted) throw error;
    void prompts.notify({
      severity: 'information',
      message: t('The export was canceled. No file was written.'),
    });
  }
}

/** In what the file differs from what is on the screen. */
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
