import { cancelUpload as cancelOperation } from '../../api/operations/uploads';
import { t } from '../../shared/localize';
import { isGuid } from '../../shared/wire/guid';
import type { UploadStream } from '../../shared/wire/upload';
import { Cancelled } from '../../ui/cancelled';
import type { Connection } from '../../ui/connection';
import { confirmWithPapers, requestPaper } from '../../ui/confirmWrite';
import { environmentLabel } from '../../ui/environment';
import { connectionOf, selectedRows } from '../../ui/explorerNode';
import type { Choice } from '../../ui/prompts';
import { writeReceipt } from '../../ui/receipt';
import type { FileUpload } from './fileUpload';
import type { RunningUpload } from './runningUploads';
import { isUploadItem, type UploadItem } from './uploadItem';
import type { UploadParts } from './uploadParts';
import { isUnknownStream } from './uploadFaults';
import { choiceOf, otherRow, ownRow, unfinishedRow } from './uploadRow';
import { knownUploads } from './uploadRows';
import type { UnfinishedUpload } from './unfinishedUploads';

/** *Cancel Upload…* on a row, or by token from the palette. No key is sent: the token and the address count. */
export async function cancelUpload(parts: UploadParts, given: readonly unknown[]): Promise<void> {
  const [selected] = selectedRows(given, isUploadItem);
  if (selected !== undefined) {
    await cancelChosen(parts, selected.connection, targetOf(selected.value));
    return;
  }
  const connection = connectionOf(given) ?? (await parts.platforms.pick(t('Cancel Upload')));
  await cancelChosen(parts, connection, await chooseTarget(parts, connection));
}

/** *Pause Upload* of this window. */
export async function pauseUpload(parts: UploadParts, given: readonly unknown[]): Promise<void> {
  const running = await chooseOwn(parts, given, t('Pause Upload'), ({ upload }) => isMoving(upload));
  running.upload.pause();
}

type CancelTarget =
  { readonly own: RunningUpload } | { readonly token: string; readonly name: string | undefined };

async function cancelChosen(parts: UploadParts, connection: Connection, target: CancelTarget): Promise<void> {
  const { workbench, platforms } = parts;
  const token = 'own' in target ? target.own.upload.token : target.token;
  const name = 'own' in target ? target.own.upload.request.fileName : (target.name ?? t('the upload'));
  if (!('own' in target)) await platforms.ensureWritable(connection);
  await confirmWithPapers(workbench.prompts, {
    message: t(
      'Cancel the upload of {0} on {1} ({2})?',
      name,
      connection.name,
      environmentLabel(connection.environment),
    ),
    detail: t('What has been sent so far is thrown away.'),
    buttons: [{ label: t('Cancel Upload'), value: true }],
    papers:
      token === undefined
        ? []
        : [requestPaper(workbench.documents, connection, () => [cancelOperation(token)])],
  });
  if ('own' in target) {
    target.own.upload.cancel();
    return;
  }
  await cancelStream(parts, connection, target.token);
  writeReceipt(workbench.log, { connection, operation: 'cancel upload', names: [name], result: 'cancelled' });
  await workbench.prompts.notify({
    severity: 'information',
    message: t('The upload of {0} was cancelled. Nothing of it was kept.', name),
  });
}

async function cancelStream(
  { platforms, section }: UploadParts,
  connection: Connection,
  token: string,
): Promise<void> {
  try {
    await (await platforms.clientFor(connection)).cancelUpload(token);
    section.removed(connection, token);
  } catch (error) {
    // What the service does not know there is nothing to go on with either.
    if (isUnknownStream(error)) section.removed(connection, token);
    throw error;
  }
}

async function chooseTarget(
  { workbench, platforms, section }: UploadParts,
  connection: Connection,
): Promise<CancelTarget> {
  const title = t('Cancel Upload');
  const known = await knownUploads(await platforms.clientFor(connection), connection, section);
  const choices: Choice<CancelTarget | undefined>[] = [
    ...known.running.map((running) => ({ ...choiceOf(ownRow(running)), value: { own: running } })),
    ...known.unfinished.map((unfinished) => ({
      ...choiceOf(unfinishedRow(unfinished)),
      value: { token: unfinished.token, name: unfinished.request.fileName },
    })),
    ...known.others.map((other) => ({
      ...choiceOf(otherRow(other)),
      value: { token: other.token, name: other.fileName },
    })),
    { label: t('Enter a Token…'), icon: 'key', value: undefined },
  ];
  const chosen = await workbench.prompts.pick({ title, placeholder: t('Which upload?'), choices });
  if (chosen !== undefined) return chosen;
  const token = await workbench.prompts.input({
    title,
    prompt: t(
      'Token of the upload. It works only from the address that opened the upload; with a remote host that is the address of the remote machine.',
    ),
    validate: (text) =>
      isGuid(text.trim())
        ? undefined
        : { problem: t('A token looks like 01234567-89ab-cdef-0123-456789abcdef.') },
  });
  return { token: token.trim(), name: undefined };
}

async function chooseOwn(
  { workbench, section }: UploadParts,
  given: readonly unknown[],
  title: string,
  suits: (running: RunningUpload) => boolean,
): Promise<RunningUpload> {
  const [selected] = selectedRows(given, isUploadItem);
  if (selected !== undefined && 'own' in selected.value.upload) return selected.value.upload.own;
  const running = section.running.all().filter(suits);
  const [only] = running;
  if (running.length === 1 && only !== undefined) return only;
  if (only === undefined) {
    await workbench.prompts.notify({
      severity: 'information',
      message: t('There is no such upload in this window.'),
    });
    throw new Cancelled();
  }
  return workbench.prompts.pick({
    title,
    placeholder: t('Which upload?'),
    choices: running.map((upload) => ({ ...choiceOf(ownRow(upload)), value: upload })),
  });
}

function targetOf({ upload }: UploadItem): CancelTarget {
  if ('own' in upload) return upload;
  const stream = 'unfinished' in upload ? namedStream(upload.unfinished) : upload.other;
  return { token: stream.token, name: stream.fileName };
}

function namedStream({ token, request }: UnfinishedUpload): Pick<UploadStream, 'token' | 'fileName'> {
  return { token, fileName: request.fileName };
}

export function isMoving({ state }: FileUpload): boolean {
  return state.kind === 'sending' || state.kind === 'loading';
}
