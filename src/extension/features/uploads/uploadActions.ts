import { cancelUpload as cancelOperation } from '../../../core/api/operations/uploads';
import { t } from '../../../core/base/localize';
import { isGuid } from '../../../core/interface/guid';
import { CanceledError } from '../../ui/prompts/canceled';
import type { Connection } from '../../ui/connections/connection';
import { confirmWithDetails, requestDetail, sendAndLog } from '../../ui/writes/sendAndLog';
import type { ConfirmationDetail } from '../../ui/writes/sendAndLog';
import { connectionLabel } from '../../ui/connections/connection';
import { selectedRows } from '../../ui/explorer/explorerSection';
import { resolveConnection, targetTitle } from '../../ui/resolveTarget';
import type { Choice, Prompts } from '../../ui/prompts/prompts';
import type { FileUpload } from './fileUpload';
import type { RunningUpload } from './runningUploads';
import { choiceOf, knownUploads, ownRow, uploadOf, unfinishedRow } from './uploadRows';
import type { Upload } from './uploadRows';
import type { UploadDeps } from './uploadsSection';
import { isUnknownStream } from './uploadFaults';
import type { Selected } from '../../ui/explorer/explorerSection';
import { isAt } from './unfinishedUploads';
import type { UnfinishedUpload } from './unfinishedUploads';

/**
 * *Cancel Upload…* on rows, or by token from the Command Palette. Sends no key: the token and the address are
 * sufficient.
 */
export async function cancelUpload(deps: UploadDeps, args: readonly unknown[]): Promise<void> {
  const selected = selectedRows(args, uploadOf);
  if (selected.length > 0) {
    const targets = selected.map(({ connection, value }) => ({ connection, ...targetOf(value) }));
    await cancelSelected(deps, targets);
    return;
  }
  const title = t('Cancel Upload');
  const connection = await resolveConnection(deps.platforms, args, title);
  const target = await pickTarget(deps, connection, targetTitle(title, connection));
  await cancelSelected(deps, [{ connection, ...target }]);
}

/** *Pause Upload* in this window. */
export async function pauseUpload({ ui, section }: UploadDeps, args: readonly unknown[]): Promise<void> {
  const own = selectedRows(args, uploadOf).flatMap(({ value }) => ('own' in value ? [value.own] : []));
  const moving = section.running.all().filter(({ upload }) => isMoving(upload));
  const choices = moving.map((running) => ({ ...choiceOf(ownRow(running)), value: running }));
  const picked = own.length > 0 ? own : await onlyOrPicked(ui.prompts, t('Pause Upload'), choices, args);
  for (const { upload } of picked) upload.pause();
}

type CancelTarget =
  | { readonly own: RunningUpload }
  | { readonly token: string; readonly name: string | undefined };

type SelectedUpload = CancelTarget & { readonly connection: Connection };

/** One question for all of them; a failure of one does not affect the others. */
async function cancelSelected(deps: UploadDeps, targets: readonly SelectedUpload[]): Promise<void> {
  const { ui, platforms } = deps;
  const others = targets.filter((target) => !('own' in target));
  const ensureWritable = async (): Promise<void> => {
    for (const { connection } of others) await platforms.ensureWritable(connection);
  };
  await ensureWritable();
  const [first] = targets;
  if (first === undefined) return;
  const locations = new Set(targets.map(({ connection }) => connectionLabel(connection)));
  await confirmWithDetails(ui.prompts, {
    message:
      targets.length === 1
        ? t('Cancel the upload of {0} on {1}?', nameOf(first), connectionLabel(first.connection))
        : t('Cancel {0} uploads on {1}?', targets.length, [...locations].join(', ')),
    detail: [
      t('The data sent so far is discarded.'),
      ...(targets.length === 1 ? [] : ['', ...targets.map(nameOf)]),
    ].join('\n'),
    buttons: [{ label: t('Cancel Upload'), value: true }],
    details: requestDetails(deps, targets),
  });
  await ensureWritable();
  const ended = await Promise.allSettled(targets.map(async (target) => cancelOne(deps, target)));
  const failed = ended.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  const cancelled = others.filter((other) => ended[targets.indexOf(other)]?.status === 'fulfilled');
  if (cancelled.length > 0) {
    const names = cancelled.map(nameOf).join(', ');
    await ui.prompts.notify({ message: t('The upload of {0} was canceled and discarded.', names) });
  }
  for (const error of failed.slice(1)) void ui.failures.report(error);
  if (failed.length > 0) throw failed[0];
}

/** The requests for each connection. */
function requestDetails(
  { ui }: UploadDeps,
  targets: readonly SelectedUpload[],
): readonly ConfirmationDetail[] {
  const connections = new Map(targets.map(({ connection }) => [connection.name, connection]));
  return [...connections.values()].flatMap((connection) => {
    const tokens = targets
      .filter((target) => target.connection.name === connection.name)
      .flatMap((target) => ('own' in target ? target.own.upload.token : target.token) ?? []);
    if (tokens.length === 0) return [];
    const detail = requestDetail(ui.documents, connection, () => tokens.map(cancelOperation));
    const label = connections.size === 1 ? detail.label : `${detail.label} · ${connection.name}`;
    return [{ ...detail, label }];
  });
}

async function cancelOne(deps: UploadDeps, target: SelectedUpload): Promise<void> {
  if ('own' in target) {
    target.own.upload.cancel();
    return;
  }
  const { section } = deps;
  const { connection, token } = target;
  try {
    await cancelStream(deps, connection, token, nameOf(target));
    section.removed(connection, token);
  } catch (error) {
    // An upload that the platform does not know cannot be resumed either.
    if (isUnknownStream(error)) section.removed(connection, token);
    throw error;
  }
}

function nameOf(target: CancelTarget): string {
  return 'own' in target ? target.own.upload.request.fileName : (target.name ?? t('the upload'));
}

/** Makes the platform discard what was sent of an upload. */
export async function cancelStream(
  { ui, platforms }: UploadDeps,
  connection: Connection,
  token: string,
  name: string,
): Promise<void> {
  const receipt = { connection, operation: 'cancel upload', names: [name] };
  await sendAndLog(ui.log, receipt, async () =>
    (await platforms.clientFor(connection)).send(cancelOperation(token)),
  );
}

async function pickTarget(
  { ui, platforms, section }: UploadDeps,
  connection: Connection,
  title: string,
): Promise<CancelTarget> {
  const own = { ...section, unfinished: await section.unfinished() };
  const uploads = await knownUploads(await platforms.clientFor(connection), connection, own);
  const choices: Choice<CancelTarget | undefined>[] = [
    ...uploads.rows.map((row) => ({ ...choiceOf(row), value: targetOf(row.value.upload) })),
    { label: t('Enter a Token…'), icon: 'key', value: undefined },
  ];
  const selected = await ui.prompts.pick({ title, placeholder: t('Select an upload'), choices });
  if (selected !== undefined) return selected;
  const token = await ui.prompts.input({
    title,
    prompt: t(
      'Token of the upload. It works only from the address that started the upload. On a remote host, this is the address of the remote machine.',
    ),
    validate: (text) =>
      isGuid(text.trim())
        ? undefined
        : { problem: t('A token looks like 01234567-89ab-cdef-0123-456789abcdef.') },
  });
  return { token: token.trim(), name: undefined };
}

/** The only upload, or those that the user selects, also if the row that was clicked is not known. */
export async function onlyOrPicked<Value>(
  prompts: Prompts,
  title: string,
  choices: readonly Choice<Value>[],
  args: readonly unknown[],
): Promise<readonly Value[]> {
  if (choices.length === 1 && args.length === 0) return choices.map(({ value }) => value);
  if (choices.length > 0) return prompts.pickMany({ title, placeholder: t('Select uploads'), choices });
  await prompts.notify({ message: t('This window has no such upload.') });
  throw new CanceledError();
}

function targetOf(upload: Upload): CancelTarget {
  if ('own' in upload) return upload;
  if ('other' in upload) return { token: upload.other.token, name: upload.other.fileName };
  return { token: upload.unfinished.token, name: upload.unfinished.request.fileName };
}

export function isMoving({ state }: FileUpload): boolean {
  return state.kind === 'sending' || state.kind === 'loading';
}

/** Uploads of this window, or from before its reload. */
export async function pickResumable(
  deps: UploadDeps,
  args: readonly unknown[],
): Promise<readonly Selected<Upload>[]> {
  const { ui, section } = deps;
  const running = section.running.all();
  const choices: Choice<Selected<Upload>>[] = [
    ...running
      .filter(({ upload }) => !isMoving(upload))
      .map((own) => ({ ...choiceOf(ownRow(own)), value: { connection: own.connection, value: { own } } })),
    ...(await interruptedUploads(deps)).map((interrupted) => ({
      ...choiceOf(unfinishedRow(interrupted.value.unfinished)),
      value: interrupted,
    })),
  ];
  return onlyOrPicked(ui.prompts, t('Resume Upload'), choices, args);
}

export type InterruptedUpload = Selected<{ readonly unfinished: UnfinishedUpload }>;

/** The uploads from before a reload whose platform is still connected. */
export async function interruptedUploads({
  platforms,
  section,
}: UploadDeps): Promise<readonly InterruptedUpload[]> {
  const here = new Set(section.running.all().map(({ upload }) => upload.token));
  const interrupted: InterruptedUpload[] = [];
  for (const unfinished of (await section.unfinished()).all()) {
    const connection = platforms.find(unfinished.connection.name);
    if (connection === undefined || here.has(unfinished.token)) continue;
    if (isAt(unfinished, connection, await platforms.accountOf(connection))) {
      interrupted.push({ connection, value: { unfinished } });
    }
  }
  return interrupted;
}

/** Asks what to do with the uploads that a reload has interrupted. */
export async function askAboutInterrupted(
  { ui }: Pick<UploadDeps, 'ui'>,
  uploads: readonly InterruptedUpload[],
): Promise<'resume' | 'discard' | undefined> {
  const [first, ...others] = uploads;
  if (first === undefined) return undefined;
  const { fileName, tableName } = first.value.unfinished.request;
  return ui.prompts.notify({
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
    buttons: [
      { label: t('Resume'), value: 'resume' as const },
      { label: t('Discard'), value: 'discard' as const },
    ],
  });
}
