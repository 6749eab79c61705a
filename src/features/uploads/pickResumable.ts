import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import type { Selected } from '../../ui/explorer/explorerSection';
import type { Choice } from '../../ui/prompts/prompts';
import { isAt } from './unfinishedUploads';
import type { UnfinishedUpload } from './unfinishedUploads';
import { isMoving, onlyOrPicked } from './uploadActions';
import { choiceOf, ownRow, unfinishedRow } from './uploadRow';
import type { Upload } from './uploadRow';
import type { UploadDeps } from './uploadsSection';

/** Uploads of this window, or from before its reload. */
export async function pickResumable(deps: UploadDeps): Promise<readonly Selected<Upload>[]> {
  const { ui, section } = deps;
  const running = section.running.all();
  const choices: Choice<Selected<Upload>>[] = [
    ...running
      .filter(({ upload }) => !isMoving(upload))
      .map((own) => ({ ...choiceOf(ownRow(own)), value: { connection: own.connection, value: { own } } })),
    ...(await interruptedUploads(deps)).map(({ connection, unfinished }) => ({
      ...choiceOf(unfinishedRow(unfinished)),
      value: { connection, value: { unfinished } },
    })),
  ];
  return onlyOrPicked(ui.prompts, t('Resume Upload'), choices);
}

export interface InterruptedUpload {
  readonly connection: Connection;
  readonly unfinished: UnfinishedUpload;
}

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
      interrupted.push({ connection, unfinished });
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
  const { fileName, tableName } = first.unfinished.request;
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
