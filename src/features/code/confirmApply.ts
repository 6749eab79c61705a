import { needsDecision } from '../../code/actions';
import type { PlanItem } from '../../code/plan';
import { describeItem, planText } from '../../code/planText';
import { t } from '../../shared/localize';
import { confirmByName, confirmWithDetails } from '../../ui/writes/confirmWrite';
import type { ConfirmationDetail } from '../../ui/writes/confirmWrite';
import type { Button } from '../../ui/prompts/prompts';
import { readSettings } from '../../ui/settings/settings';
import type { CodeDeps } from './index';
import type { ComparedProject } from './openProject';
import { groupOf } from './planGroups';
import { platformLabel } from './platformConnection';

const named = 10;

/** Asks for a confirmation on an unlocked platform. Returns whether records are deleted too. */
export async function confirmApply(
  { ui, platforms }: CodeDeps,
  compared: ComparedProject,
  items: readonly PlanItem[],
): Promise<boolean> {
  const { connection, platform } = compared;
  const label = platformLabel(platform, connection);
  const [only] = items;
  const message =
    only !== undefined && items.length === 1
      ? t('Apply “{0}” to {1}?', only.name, label)
      : t('Apply {0} scheduled queries to {1}?', items.length, label);
  await platforms.ensureWritable(connection);
  const prune = await confirmWithDetails(ui.prompts, {
    message,
    detail: detailOf(compared, items),
    buttons: buttonsOf(items),
    details: [planDetail(ui, compared, items)],
  });
  await confirmByName(ui.prompts, connection, message, readSettings().confirmation);
  return prune;
}

function detailOf({ plan }: ComparedProject, items: readonly PlanItem[]): string {
  const lines = items.slice(0, named).map((item) => `${item.name}: ${describeItem(item)}`);
  const overwritten = items.filter(needsDecision).length;
  const left = plan.items.filter(
    (item) => !items.includes(item) && needsDecision(item) && groupOf(item) !== undefined,
  ).length;
  return [
    ...lines,
    ...(items.length > named ? [t('and {0} more', items.length - named)] : []),
    ...(overwritten > 0 ? [t('Changes made on the platform will be overwritten: {0}.', overwritten)] : []),
    ...(left > 0 ? [t('Changed on the platform or in conflict, and skipped: {0}.', left)] : []),
  ].join('\n');
}

/** Deleting always has a separate button. */
function buttonsOf(items: readonly PlanItem[]): readonly Button<boolean>[] {
  const deletions = items.filter(isDeletion).length;
  if (deletions === 0) return [{ label: t('Apply'), value: false }];
  if (deletions === items.length) return [{ label: t('Delete'), value: true }];
  return [
    { label: t('Apply Without Deleting'), value: false },
    { label: t('Apply and Delete {0}', deletions), value: true },
  ];
}

function isDeletion(item: PlanItem): boolean {
  return item.kind === 'delete' || (item.kind === 'conflict' && item.wanted === undefined);
}

function planDetail(
  { documents }: CodeDeps['ui'],
  { plan, platform, connection }: ComparedProject,
  items: readonly PlanItem[],
): ConfirmationDetail {
  return {
    label: t('Show Plan'),
    open: async () => {
      const text = [
        `${platformLabel(platform, connection)}, ${platform.baseUrl}`,
        '',
        ...planText(plan, items),
      ];
      const path = [connection.name, 'plans', new Date().toISOString(), `${t('Plan')}.diff`];
      await documents.show(path, `${text.join('\n')}\n`);
    },
  };
}
