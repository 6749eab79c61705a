import { writeEdits } from '../../code/keepLock';
import type { PlanItem } from '../../code/plan';
import { canBeTaken, pullEdits } from '../../code/pull';
import { t } from '../../shared/localize';
import { chooseFiles, compareNow } from './chosenProject';
import type { CodeDeps } from './index';
import { losesChanges } from './planGroups';
import { platformLabel } from './platformConnection';

/** *Accept Platform Changes*: overwrites the files with the platform's version. */
export async function takeOver(deps: CodeDeps, given: readonly unknown[]): Promise<void> {
  const { project, paths } = await chooseFiles(deps, given);
  const { content, platform, connection, plan } = await compareNow(project);
  const label = platformLabel(platform, connection);
  const isWanted = (path: string): boolean => paths.includes(path);
  const taken = plan.items.filter((item) => isWanted(item.path) && canBeTaken(item));
  if (taken.length === 0) {
    const message = t('{0}: there are no platform changes to accept.', label);
    await deps.ui.prompts.notify({ severity: 'information', message });
    return;
  }
  await confirmLoss(deps, label, taken.filter(losesChanges));
  const edits = pullEdits({ ...content, plan, platform: platform.name, isTaken: canBeTaken, isWanted });
  await project.during(async () => writeEdits(project.folder, platform.name, edits));
}

async function confirmLoss({ ui }: CodeDeps, label: string, lost: readonly PlanItem[]): Promise<void> {
  const [first] = lost;
  if (first === undefined) return;
  const gone = lost.filter((item) => 'current' in item && item.current === undefined).length;
  await ui.prompts.confirm({
    message:
      lost.length === 1
        ? t('Replace {0} with the copy from {1}?', first.path, label)
        : t('Replace {0} files with the copies from {1}?', lost.length, label),
    detail: [
      ...(gone < lost.length ? [t('Changes that are only in the file will be lost.')] : []),
      ...(gone > 0 ? [t('Deleted on the platform, so the file will be removed: {0}.', gone)] : []),
    ].join(' '),
    buttons: [{ label: t('Accept Platform Changes'), value: true }],
  });
}
