import * as vscode from 'vscode';
import { WritesLockedError } from '../../../core/api/errors';
import { dropTable, listTables } from '../../../core/api/operations/tables';
import type { UploadRequest } from '../../../core/api/operations/uploads';
import type { Connection } from '../../ui/connections/connection';
import { formatElapsed } from '../../../core/base/formatElapsed';
import { t } from '../../../core/base/localize';
import type { LoadedUpload } from '../../../core/interface/upload';
import { connectionLabel } from '../../ui/connections/connection';
import { isUnknownOutcome, sendAndLog, readAfterWrite, writeReceipt } from '../../ui/writes/sendAndLog';
import { withProgress } from '../../ui/prompts/progress';
import { describeFailure, ExplainedError } from '../../ui/failures/failureText';
import { FileChangedError, FileUpload } from './fileUpload';
import type { OpenStream, UploadOutcome } from './fileUpload';
import type { LogFile } from './sentPart';
import type { RunningUpload } from './runningUploads';
import type { UploadDeps } from './uploadsSection';
import { pauseLink, percentOf, progressText } from './uploadText';
import { problemAt } from '../../ui/documents/textProblems';

/**
 * Runs an upload, or resumes a stream, with visible progress and reports its result. Returns whether it has removed the
 * table that was created for it.
 */
export async function followUpload(
  deps: UploadDeps,
  connection: Connection,
  file: LogFile,
  request: UploadRequest,
  { stream, isNewTable = false }: { readonly stream?: OpenStream; readonly isNewTable?: boolean },
): Promise<boolean> {
  const { running: uploads } = deps.section;
  const running = uploads.add(
    connection,
    (moved) => new FileUpload(file, request, async () => deps.platforms.clientFor(connection), moved),
    await deps.platforms.accountOf(connection),
  );
  const started = Date.now();
  deps.problems.delete(vscode.Uri.file(file.path));
  try {
    const outcome = await withShownProgress(deps, running, stream);
    writeReceipt(deps.ui.log, {
      connection,
      operation: `upload into ${request.tableName}`,
      names: [request.fileName],
      result: outcome.kind === 'done' ? `${outcome.rows} rows` : outcome.kind,
    });
    const isDiscarded = ['badRow', 'cancelled'].includes(outcome.kind);
    const isRemoved = isNewTable && isDiscarded && (await removeIfEmpty(deps, running));
    if (!isRemoved) deps.tablesChanged(connection);
    // Not awaited, because the upload has ended and another file may be next.
    void reportOutcome(deps, running, outcome, Date.now() - started).catch(async (error: unknown) =>
      deps.ui.failures.report(error, { connection }),
    );
    return isRemoved;
  } catch (error) {
    if (isNewTable && !isUnknownOutcome(error)) await removeIfEmpty(deps, running);
    if (!(error instanceof FileChangedError)) throw error;
    const message = t(
      '{0} was changed while it was being sent. The upload was discarded. Start it again.',
      request.fileName,
    );
    throw new ExplainedError(message, { cause: error });
  } finally {
    uploads.remove(running);
  }
}

/** Drops a table that was created for an upload that failed, and returns whether it did. */
async function removeIfEmpty(
  { platforms, ui }: UploadDeps,
  { connection, upload: { request } }: RunningUpload,
): Promise<boolean> {
  const { tableName } = request;
  const isRemoved = await readAfterWrite(ui.log, async () => {
    const client = await platforms.clientFor(connection);
    const { items } = await client.send(listTables({ tableName }));
    const table = items.find(({ name }) => name === tableName);
    // Another user may have started to use it.
    if (table === undefined || table.lastDay !== undefined) return false;
    const receipt = { connection, operation: 'drop the new table of a failed upload', names: [tableName] };
    const failure = await sendAndLog(
      ui.log,
      receipt,
      async () => client.send(dropTable(tableName)),
      (failure) => (failure === undefined ? 'done' : `not done: ${failure.message}`),
    );
    return failure === undefined;
  });
  return isRemoved === true;
}

async function withShownProgress(
  deps: UploadDeps,
  running: RunningUpload,
  stream: OpenStream | undefined,
): Promise<UploadOutcome> {
  const { upload, connection } = running;
  const { fileName, tableName } = upload.request;
  const title = t('Uploading {0} to {1} on {2}', fileName, tableName, connection.name);
  return withProgress(title, async (signal, report) => {
    const listening = deps.section.running.listen((moved) => {
      if (moved.id !== running.id) return;
      const percent = percentOf(upload.sent, upload.file.size);
      const link = pauseLink(upload.state);
      report({ message: progressText(upload), percent, link });
      // Reported once, because nothing moves while it is interrupted.
      if (upload.state.kind === 'interrupted') void offerResume(deps, running);
    });
    signal.addEventListener('abort', () => upload.cancel());
    try {
      return await upload.run(stream);
    } finally {
      listening.dispose();
    }
  });
}

async function offerResume({ ui }: UploadDeps, { upload, connection }: RunningUpload): Promise<void> {
  const { state, request } = upload;
  if (state.kind !== 'interrupted') return;
  const reason =
    state.error instanceof WritesLockedError
      ? t('Writes to {0} are locked.', connection.name)
      : describeFailure(state.error, connection).sentence;
  const resume = await ui.prompts.notify({
    severity: 'warning',
    message: t('The upload of {0} was interrupted. {1}', request.fileName, reason),
    buttons: [{ label: t('Resume'), value: true }],
  });
  if (resume === true) upload.resume();
}

async function reportOutcome(
  deps: UploadDeps,
  { upload, connection }: RunningUpload,
  outcome: UploadOutcome,
  milliseconds: number,
): Promise<void> {
  const { fileName, tableName } = upload.request;
  const where = connectionLabel(connection);
  const notify = async (severity: 'information' | 'warning', message: string): Promise<void> => {
    const buttons = [{ label: t('Show Table'), value: true }];
    const show = await deps.ui.prompts.notify({ severity, message, buttons });
    if (show === true)
      await vscode.commands.executeCommand('logbench.table.show', connection.name, tableName);
  };
  switch (outcome.kind) {
    case 'done': {
      const [severity, message] = describeDone(outcome, [fileName, tableName, where], milliseconds);
      return notify(severity, message);
    }
    case 'cancelled':
      await deps.ui.prompts.notify({ message: t('The upload of {0} was canceled and discarded.', fileName) });
      return;
    case 'notConfirmed':
      if (outcome.mayBeLoaded) {
        return notify(
          'warning',
          t(
            'The upload of {0} was canceled while {1} was loading it, and the platform did not confirm that it was discarded. Its rows may be in the table {2}. Check before you upload it again.',
            fileName,
            where,
            tableName,
          ),
        );
      }
      await deps.ui.prompts.notify({
        severity: 'warning',
        message: t(
          'The upload of {0} was canceled and no rows were loaded, but {1} did not confirm that the data sent so far was discarded. Refresh Uploads to see whether it is still there.',
          fileName,
          where,
        ),
      });
      return;
    case 'unknown':
      return notify(
        'warning',
        t(
          'The connection was lost while {0} was loading {1}. The upload has ended since then, so its rows are most likely in the table {2}. Check before you upload it again.',
          where,
          fileName,
          tableName,
        ),
      );
    case 'badRow':
      return reportBadRow(deps, upload.file.path, fileName, outcome);
  }
}

/** A warning if something was not stored as it was. */
function describeDone(
  { rows, notices = [] }: LoadedUpload,
  names: readonly string[],
  milliseconds: number,
): readonly ['information' | 'warning', string] {
  const count = Number(rows) === 1 ? t('1 row') : t('{0} rows', rows.toLocaleString());
  const done = t(
    '{0} was uploaded to the table {1} on {2}: {3} in {4}.',
    ...names,
    count,
    formatElapsed(milliseconds),
  );
  return [notices.length === 0 ? 'information' : 'warning', [done, ...notices].join(' ')];
}

async function reportBadRow(
  { ui, problems }: UploadDeps,
  path: string,
  fileName: string,
  { line, reason }: { readonly line: number; readonly reason: string },
): Promise<void> {
  const uri = vscode.Uri.file(path);
  const message = t('Line {0} of {1} cannot be read: {2}. The upload was discarded.', line, fileName, reason);
  const range = new vscode.Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER);
  problems.set(uri, [problemAt(range, message)]);
  const show = await ui.prompts.notify({
    severity: 'error',
    message,
    buttons: [{ label: t('Show Line'), value: true }],
  });
  const start = new vscode.Position(line - 1, 0);
  // `openTextDocument` has a limit of 50 MB, which editors do not have.
  if (show === true) {
    await vscode.commands.executeCommand('vscode.open', uri, { selection: new vscode.Range(start, start) });
  }
}
