import { t } from '../../shared/localize';
import type { Selected } from '../../ui/explorer/explorerNode';
import { Cancelled } from '../../ui/prompts/cancelled';
import type { Choice } from '../../ui/prompts/prompts';
import { isMoving } from './uploadActions';
import { choiceOf, ownRow, unfinishedRow } from './uploadRow';
import type { Upload } from './uploadRow';
import type { UploadDeps } from './uploadsSection';

/** An upload of this window, or one from before its reload. */
export async function chooseResumable(deps: UploadDeps): Promise<Selected<Upload>> {
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

/** Asks whether to resume the uploads that a reload has interrupted. */
export async function wantsToResume({ ui, section }: UploadDeps): Promise<boolean> {
  const [first, ...others] = section.unfinished.all();
  if (first === undefined) return false;
  const { fileName, tableName } = first.request;
  const resume = await ui.prompts.notify({
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
  return resume === true;
}
