import { t } from '../../../core/base/localize';
import { copyTargetOf, pickOther } from '../../ui/writes/copyTarget';
import { copyRule } from './copyRule';
import { createNamed, readOriginal } from './createRule';
import { listedVersions, pickRule } from './pickRule';
import { showWritten } from './restoreRule';
import type { RuleDeps } from './rulesSection';

/** *Copy Rule to Connection…*: copies the published rule, not its draft. */
export async function copyRuleToConnection(deps: RuleDeps, args: readonly unknown[]): Promise<void> {
  const { platforms, section, ui } = deps;
  const { connection: from, value: target } = await pickRule(deps, args, t('Copy Rule to Connection'));
  const { kind } = target;
  const to = await pickOther(platforms, from, target.name);
  const original = await readOriginal(deps, { connection: from, value: target });
  const copyTarget = await copyTargetOf(ui, platforms, from, to, original.name);
  let before: number | undefined;
  await copyRule(
    {
      ...copyTarget,
      create: async (record) => {
        await createNamed(deps, to, { kind, record }, original.name);
        return true;
      },
      compare: async (texts) => {
        const versions = await listedVersions(copyTarget.target, { ...target, guid: texts.guid });
        before = versions?.[0]?.version;
        await copyTarget.compare(texts);
      },
      updated: async (rule) => (rule === undefined ? section.reload(to) : section.changed(to, kind, rule)),
      report: async ({ guid, name }, message) => {
        await showWritten(deps, { connection: to, value: { kind, guid, name } }, { message, before });
      },
    },
    kind,
    original,
  );
}
