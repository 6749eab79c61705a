import type { ProjectItem } from '../../../core/project/folderRules';
import { isRule } from '../../../core/project/folderRules';
import type { PlatformPlan } from '../../../core/project/plan';
import { t } from '../../../core/base/localize';
import { anotherPlatformText, describeItem } from '../../../core/project/planText';
import { formatBriefly } from '../../ui/format/formatTimestamp';
import type { OpenProject } from './openProject';
import { platformLabel } from './platformConnection';

/** The groups of the Source Control view. */
export type GroupId = 'toApply' | 'onPlatform' | 'conflicts';

/** Undefined for items that require neither an action nor a decision. */
export function groupOf({ kind }: ProjectItem): GroupId | undefined {
  return groups[kind];
}

const groups: Readonly<Record<ProjectItem['kind'], GroupId | undefined>> = {
  create: 'toApply',
  change: 'toApply',
  delete: 'toApply',
  drift: 'onPlatform',
  missing: 'onPlatform',
  conflict: 'conflicts',
  question: 'conflicts',
  adopt: undefined,
  unchanged: undefined,
};

/** Whether accepting the platform's version discards changes in the file. */
export function losesChanges(item: ProjectItem): boolean {
  if (item.kind === 'drift') return item.current === undefined;
  return (
    item.kind === 'change' ||
    item.kind === 'missing' ||
    item.kind === 'question' ||
    (item.kind === 'conflict' && item.wanted !== undefined)
  );
}

/** Describes the differences in a sentence or two. */
export function describePlan(plan: PlatformPlan, rules: readonly ProjectItem[] = []): string {
  const { unmanaged } = plan;
  const rows = [...plan.items, ...rules];
  const another = anotherPlatformText(plan);
  const count = (group: GroupId): number => rows.filter((row) => groupOf(row) === group).length;
  const [toApply, onPlatform, conflicts] = [count('toApply'), count('onPlatform'), count('conflicts')];
  const changes = [
    ...(toApply > 0 ? [t('{0} to apply', toApply)] : []),
    ...(onPlatform > 0 ? [t('{0} changed on the platform', onPlatform)] : []),
    ...(conflicts > 0 ? [t('{0} in conflict', conflicts)] : []),
  ];
  const sentences = [
    ...(another === undefined ? [] : [another]),
    ...(changes.length > 0 ? [`${changes.join(', ')}.`] : []),
    ...(unmanaged.length > 0 ? [unmanagedText(unmanaged.length)] : []),
  ];
  return sentences.length === 0 ? t('The files and the platform match.') : sentences.join(' ');
}

/** Queries that exist only on the platform. */
function unmanagedText(count: number): string {
  return t('On the platform but not in this folder: {0}. Pull to add them.', count);
}

type ComparisonState = readonly [icon: string, title: string, tooltip: string];

/** The state of the comparison for the Source Control view. A failure is more important than what was read before. */
export function comparisonState(
  project: Pick<OpenProject, 'failure' | 'content' | 'connection' | 'readAt' | 'plan'>,
): ComparisonState {
  const { failure, content, connection, readAt, plan } = project;
  if (failure !== undefined) return ['warning', t('Not compared'), failure];
  const problems = content?.problems.length ?? 0;
  if (problems > 0) return ['error', t('Problems: {0}', problems), t('The Problems view lists them.')];
  if (connection === undefined) {
    return ['debug-disconnect', t('No connection'), t('There is no connection to this platform.')];
  }
  if (readAt === undefined) return ['refresh', t('Plan'), t('Compare the folder with the platform')];
  return comparedState(plan, readAt);
}

function comparedState(plan: PlatformPlan | undefined, readAt: Date): ComparisonState {
  const another = plan && anotherPlatformText(plan);
  if (another !== undefined) return ['warning', t('Another platform'), another];
  const others = plan?.unmanaged.length ?? 0;
  const tooltip = others === 0 ? t('Compare the folder with the platform') : unmanagedText(others);
  return ['refresh', t('as of {0}', formatBriefly(readAt)), tooltip];
}

/** @param item undefined until the platform is read, or if the query does not exist on it. */
export function projectLensTexts(
  { platform, connection }: Pick<OpenProject, 'platform' | 'connection'>,
  item: ProjectItem | undefined,
): readonly { readonly icon?: string; readonly title: string; readonly command: string }[] {
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
      : [
          {
            icon: 'cloud-download',
            title: t('Accept Platform Changes'),
            command: 'logbench.code.acceptRemote',
          },
        ]),
    ...(!isRule(item) && 'current' in item && item.current !== undefined
      ? [{ title: t('Open Platform Copy'), command: 'logbench.code.openCopy' }]
      : []),
  ];
}
