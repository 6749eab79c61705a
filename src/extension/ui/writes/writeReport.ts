import { ruledColumns } from '../../../core/base/columns';
import { t } from '../../../core/base/localize';
import type { Connection } from '../connections/connection';
import { connectionLabel } from '../connections/connection';
import type { DocumentAction } from '../documents/documentContents';
import { formatTimestamp } from '../format/formatTimestamp';
import type { Ui } from '../openUi';

/** What became of several writes. */
export interface WriteReport {
  readonly connection: Connection;
  /** Of the document. */
  readonly title: string;
  readonly sentence: string;
  /** The headings, and a row for each write. */
  readonly rows: readonly (readonly string[])[];
  /** Whether everything is as it was wanted. */
  readonly isComplete: boolean;
  /** What to do next. */
  readonly actions: readonly DocumentAction[];
  /** What else the document offers. */
  readonly exports: readonly DocumentAction[];
}

/** Says what became of the writes, and offers all results in a document. */
export async function showReport(
  { prompts, documents, failures }: Pick<Ui, 'prompts' | 'documents' | 'failures'>,
  report: WriteReport,
): Promise<void> {
  const { connection, title, sentence, isComplete, actions, exports } = report;
  const at = new Date();
  const showResults: DocumentAction = {
    label: t('Show Results'),
    run: async () =>
      documents.show([connection.name, 'results', at.toISOString(), `${title}.txt`], reportText(report, at), [
        ...actions,
        ...exports,
      ]),
  };
  const selected = await prompts.notify({
    severity: isComplete ? 'information' : 'warning',
    message: sentence,
    buttons: [showResults, ...actions].map((action) => ({ label: action.label, value: action })),
  });
  try {
    await selected?.run();
  } catch (error) {
    // It is not a failure of what was done before.
    void failures.report(error, { connection, retry: selected?.run });
  }
}

/** One row per object, in columns. Plain text, so that names are shown unchanged. */
export function reportText(
  { connection, sentence, rows }: Pick<WriteReport, 'connection' | 'sentence' | 'rows'>,
  at: Date,
): string {
  const isFilled = (column: number): boolean => rows.slice(1).some((cells) => cells[column] !== '');
  // Tables have no GUID, and most results no reason.
  const [headings = [], ...cells] = rows.map((row) => row.filter((_, column) => isFilled(column)));
  return [
    `${connectionLabel(connection)} · ${formatTimestamp(at)}`,
    sentence,
    '',
    ...ruledColumns(headings, cells),
    '',
  ].join('\n');
}
