import { t } from '../../shared/localize';
import type { UploadStream } from '../../shared/wire/upload';
import { Cancelled } from '../../ui/prompts/cancelled';
import type { Connection } from '../../ui/connections/connection';
import { selectedRows } from '../../ui/explorer/explorerNode';
import type { Selected } from '../../ui/explorer/explorerNode';
import { ExplainedError } from '../../ui/failures/failureText';
import type { Choice } from '../../ui/prompts/prompts';
import { isUnchanged } from './fileUpload';
import { followUpload } from './followUpload';
import { readLogFile } from './logSample';
import type { UnfinishedUpload } from './unfinishedUploads';
import { isMoving } from './uploadActions';
import { isUploadItem, choiceOf, ownRow, tableOf, unfinishedRow } from './uploadRow';
import type { Upload } from './uploadRow';
import type { UploadDeps } from './uploadsSection';

/** *Resume Upload* on a row, or from the Command Palette. */
export async function resumeUpload(deps: UploadDeps, given: readonly unknown[]): Promise<void> {
  const selected = selectedRows(given, isUploadItem).map(({ connection, value }) => ({
    connection,
    value: value.upload,
  }));
  const chosen = selected.length > 0 ? selected : [await chooseResumable(deps)];
  const [only] = chosen;
  if (only !== undefined && chosen.length === 1) {
    await resumeOne(deps, only);
    return;
  }
  const resume = async (one: Selected<Upload>): Promise<void> =>
    resumeOne(deps, one).catch(async (error: unknown) => deps.ui.failures.report(error, one));
  const isAsking = ({ value }: Selected<Upload>): boolean => 'other' in value;
  const silent = chosen.filter((one) => !isAsking(one)).map(resume);
  // These run in parallel; questions about files are asked one after another.
  for (const one of chosen.filter(isAsking)) await resume(one);
  await Promise.all(silent);
}

async function resumeOne(deps: UploadDeps, { connection, value }: Selected<Upload>): Promise<void> {
  if ('own' in value) value.own.upload.resume();
  else if ('unfinished' in value) await continueUnfinished(deps, connection, value.unfinished);
  else await continueStream(deps, connection, value.other);
}

/** Notifies of uploads that a reload has interrupted, because the explorer may be hidden. */
export async function offerToResume(deps: UploadDeps): Promise<void> {
  const [first, ...others] = deps.section.unfinished.all();
  if (first === undefined) return;
  const { fileName, tableName } = first.request;
  const resume = await deps.ui.prompts.notify({
    severity: 'warning',
    message:
      others.length === 0
        ? t(
            'The window was closed while {0} was being uploaded to {1} on {2}. You can resume the upload.',
            fileName,
            tableName,
            first.connection.name,
          )
        : t('The window was closed during {0} uploads. You can resume them.', others.length + 1),
    buttons: [{ label: t('Resume'), value: true }],
  });
  if (resume === true) await resumeUpload(deps, []);
}

/** An upload of this window, or one from before its reload. */
async function chooseResumable(deps: UploadDeps): Promise<Selected<Upload>> {
  const { ui, platforms, section } = deps;
  const running = section.running.all();
  const here = new Set(running.map(({ upload }) => upload.token));
  const choices: Choice<Selected<Upload>>[] = [
    ...running
      .filter(({ upload }) => !isMoving(upload))
      .map((own) => ({ ...choiceOf(ownRow(own)), value: { connection: own.connection, value: { own } } })),
    ...section.unfinished.all().flatMap((unfinished) => {
      const connection = platforms.find(unfinished.connection.name);
      if (connection?.baseUrl !== unfinished.connection.baseUrl || here.has(unfinished.token)) return [];
      return [{ ...choiceOf(unfinishedRow(unfinished)), value: { connection, value: { unfinished } } }];
    }),
  ];
  const [only] = choices;
  if (only !== undefined && choices.length === 1) return only.value;
  if (only !== undefined) {
    return ui.prompts.pick({ title: t('Resume Upload'), placeholder: t('Select an upload'), choices });
  }
  await ui.prompts.notify({
    severity: 'information',
    message: t('This window has no such upload.'),
  });
  throw new Cancelled();
}

async function continueUnfinished(
  deps: UploadDeps,
  connection: Connection,
  { token, file, request, sent }: UnfinishedUpload,
): Promise<void> {
  await deps.platforms.ensureWritable(connection);
  if (!(await isUnchanged(file).catch(() => false))) {
    const message = t(
      '{0} was deleted or changed after the upload started. Cancel the upload and start it again.',
      request.fileName,
    );
    throw new ExplainedError(message);
  }
  deps.section.removed(connection, token);
  await followUpload(deps, connection, file, request, { stream: { token, offset: sent } });
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
