import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import type { UploadStream } from '../../../core/interface/upload';
import type { Connection } from '../../ui/connections/connection';
import { selectedRows } from '../../ui/explorer/explorerSection';
import type { Selected } from '../../ui/explorer/explorerSection';
import { ExplainedError } from '../../ui/failures/failureText';
import { askAboutInterrupted, cancelStream, pickResumable, interruptedUploads } from './uploadActions';
import type { InterruptedUpload } from './uploadActions';
import { followUpload } from './followUpload';
import { readLogFile } from './logSample';
import type { DescribedFile } from './logSample';
import { compareToStream, isSameFile } from './sentPart';
import type { UnfinishedUpload } from './unfinishedUploads';
import { isUnknownStream } from './uploadFaults';
import { tableOf, uploadOf } from './uploadRows';
import type { Upload } from './uploadRows';
import type { UploadDeps } from './uploadsSection';

/** *Resume Upload* on a row, or from the Command Palette. */
export async function resumeUpload(deps: UploadDeps, args: readonly unknown[]): Promise<void> {
  const selected = selectedRows(args, uploadOf);
  const picked = selected.length > 0 ? selected : await pickResumable(deps, args);
  const [only] = picked;
  if (only !== undefined && picked.length === 1) {
    await resumeOne(deps, only);
    return;
  }
  const resume = async (one: Selected<Upload>): Promise<void> =>
    resumeOne(deps, one).catch(async (error: unknown) => deps.ui.failures.report(error, one));
  const isAsking = ({ value }: Selected<Upload>): boolean => 'other' in value;
  const silent = picked.filter((upload) => !isAsking(upload)).map(resume);
  // These run in parallel; questions about files are asked one after another.
  for (const upload of picked.filter(isAsking)) await resume(upload);
  await Promise.all(silent);
}

async function resumeOne(deps: UploadDeps, { connection, value }: Selected<Upload>): Promise<void> {
  if ('own' in value) value.own.upload.resume();
  else if ('unfinished' in value) await continueUnfinished(deps, connection, value.unfinished);
  else await continueStream(deps, connection, value.other);
}

/** Notifies of uploads that a reload has interrupted, because the explorer may be hidden. */
export async function offerToResume(deps: UploadDeps, asked: Set<string>): Promise<void> {
  const interrupted = await interruptedUploads(deps);
  const uploads = interrupted.filter(({ value }) => !asked.has(value.unfinished.token));
  for (const { value } of uploads) asked.add(value.unfinished.token);
  if (uploads.length === 0) return;
  // They may be resumed or canceled in the explorer while the notice is open.
  const left = async (): Promise<readonly InterruptedUpload[]> => {
    const tokens = new Set((await interruptedUploads(deps)).map(({ value }) => value.unfinished.token));
    return uploads.filter(({ value }) => tokens.has(value.unfinished.token));
  };
  const watching = deps.section.onDidChange(async ({ kind }) => {
    if (kind !== 'rows' || (await left()).length > 0) return;
    watching.dispose();
    // VS Code cannot close a single notice.
    await vscode.commands.executeCommand('notifications.hideToasts');
  });
  const decision = await askAboutInterrupted(deps, uploads);
  watching.dispose();
  if (decision === 'resume' && (await left()).length > 0) await resumeUpload(deps, []);
  if (decision === 'discard') await discardUploads(deps, await left());
}

/** They are not asked about again, even if the platform cannot be reached; it deletes them after a while. */
async function discardUploads(deps: UploadDeps, uploads: readonly InterruptedUpload[]): Promise<void> {
  for (const { connection, value } of uploads) {
    const { token, request } = value.unfinished;
    deps.section.removed(connection, token);
    await cancelStream(deps, connection, token, request.fileName).catch((error: unknown) => {
      if (!isUnknownStream(error)) void deps.ui.failures.report(error, { connection });
    });
  }
}

async function continueUnfinished(
  deps: UploadDeps,
  connection: Connection,
  { token, file, request, sent, part }: UnfinishedUpload,
): Promise<void> {
  await deps.platforms.ensureWritable(connection);
  if (!(await isSameFile(file, part).catch(() => false))) {
    const message = t(
      '{0} was deleted or changed after the upload started. Cancel the upload and start it again.',
      request.fileName,
    );
    throw new ExplainedError(message);
  }
  deps.section.removed(connection, token);
  await followUpload(deps, connection, file, request, { stream: { token, offset: sent } });
}

/** Rejects another file. Asks if it cannot be verified that it is the same. */
async function confirmSameFile({ ui }: UploadDeps, file: DescribedFile, stream: UploadStream): Promise<void> {
  const { isOther, doubts } = await compareToStream(file, stream);
  if (isOther) {
    throw new ExplainedError(
      t('{0} does not have the content of the file that the upload started with.', file.name),
    );
  }
  if (doubts.length === 0) return;
  await ui.prompts.confirm({
    message: t('Resume the upload of {0} with {1}?', stream.fileName ?? t('Unnamed upload'), file.path),
    detail: [
      t(
        'It cannot be verified that this is the same file. With another file, the rows of both would be mixed.',
      ),
      '',
      ...doubts,
    ].join('\n'),
    buttons: [{ label: t('Resume'), value: true }],
  });
}

/** Resumes an upload that was started elsewhere: the platform knows the offset, and the file must be the same. */
async function continueStream(deps: UploadDeps, connection: Connection, stream: UploadStream): Promise<void> {
  const { ui, platforms } = deps;
  await platforms.ensureWritable(connection);
  const path = await ui.prompts.openFile({
    title: t('Resume the upload of {0}: select the file', stream.fileName ?? ''),
    filters: { [t('All files')]: ['*'] },
  });
  const file = await readLogFile(path);
  if (file.size !== Number(stream.fileSize)) {
    throw new ExplainedError(
      t('{0} does not have the size of the file that the upload started with.', file.name),
    );
  }
  await confirmSameFile(deps, file, stream);
  // Writes may have been locked meanwhile. An upload that is not allowed to continue would be shown as interrupted.
  await platforms.ensureWritable(connection);
  const request = {
    fileName: file.name,
    fileSize: file.size,
    tableName: tableOf(stream) ?? '',
    format: stream.metadata['format'] === 'csv' ? 'csv' : 'ndjson',
  } as const;
  const { token, uploadedSize } = stream;
  deps.section.removed(connection, token);
  await followUpload(deps, connection, file, request, { stream: { token, offset: Number(uploadedSize) } });
}
