import type { PlanItem } from '../../code/plan';
import { describeItem } from '../../code/planText';
import type { ProjectPlatform } from '../../code/project';
import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import { groupOf } from './planGroups';
import { platformLabel } from './platformConnection';

export interface ProjectLensFacts {
  readonly platform: ProjectPlatform | undefined;
  readonly connection: Connection | undefined;
  /** Undefined until the platform is read, or if the query does not exist on it. */
  readonly item: PlanItem | undefined;
}

export interface ProjectLensText {
  readonly icon?: string;
  readonly title: string;
  readonly command: string;
}

export function projectLensTexts({
  platform,
  connection,
  item,
}: ProjectLensFacts): readonly ProjectLensText[] {
  if (platform === undefined) return [];
  const label = platformLabel(platform, connection);
  if (item === undefined)
    return [{ icon: 'refresh', title: t('{0}: compare', label), command: 'logbench.code.plan' }];
  const state = { title: `${label}: ${describeItem(item)}`, command: 'logbench.code.openChanges' };
  const group = groupOf(item);
  return [
    { ...state, icon: group === 'conflicts' ? 'warning' : 'git-compare' },
    ...(group === undefined
      ? []
      : [{ icon: 'cloud-upload', title: t('Apply…'), command: 'logbench.code.applyFile' }]),
    ...(group === undefined || item.kind === 'create'
      ? []
      : [{ icon: 'cloud-download', title: t('Accept Platform Changes'), command: 'logbench.code.takeOver' }]),
    ...('current' in item && item.current !== undefined
      ? [{ title: t('Open Platform Copy'), command: 'logbench.code.openCopy' }]
      : []),
  ];
}
