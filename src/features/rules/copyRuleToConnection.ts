import { t } from '../../shared/localize';
import { ExplainedError } from '../../ui/failures/failureText';
import { withProgress } from '../../ui/prompts/progress';
import { copyTargetOf, openCopyComparison, pickOther } from '../../ui/writes/copyTarget';
import { copyRule } from './copyRule';
import { createNamed } from './createRule';
import { listedVersions, pickRule, readRule } from './pickRule';
import { showWritten, undoRestore } from './restoreRule';
import type { RuleDeps } from './rulesSection';

/** *Copy to Connection…* for a detection rule: copies the published rule, not its draft. */
export async function copyRuleToConnection(deps: RuleDeps, args: readonly unknown[]): Promise<void> {
  const { platforms, section, ui } = deps;
  const { connection: from, target } = await pickRule(deps, args, t('Copy to Connection'));
  const { kind } = target;
  const to = await pickOther(platforms, from, target.name);
  const source = await platforms.clientFor(from);
  const original = await withProgress(t('Reading {0}…', target.name), async (signal) =>
    readRule(source, target, signal),
  );
  if (original === undefined) throw new ExplainedError(t('This platform does not support it.'));
  const copyTarget = await copyTargetOf(ui, platforms, to, original.name);
  let before: number | undefined;
  await copyRule(
    {
      ...copyTarget,
      create: async (record) => {
        await createNamed(deps, to, { kind, record }, original.name);
        return true;
      },
      compare: async ({ guid, name }, current, copy) => {
        [before] = ((await listedVersions(copyTarget.target, { kind, guid, name })) ?? []).map(
          ({ version }) => version,
        );
        const file = `${name}.lqrule`;
        await openCopyComparison(ui.documents, { from, to }, { guid, file, current, copy });
      },
      updated: async (rule) => (rule === undefined ? section.reload(to) : section.changed(to, kind, rule)),
      report: async ({ guid, name }, message) => {
        const selected = { connection: to, target: { kind, guid, name } };
        const version = before;
        const undo = version === undefined ? undefined : async () => undoRestore(deps, selected, version);
        await showWritten(deps, selected, message, undo);
      },
    },
    kind,
    original,
  );
}
