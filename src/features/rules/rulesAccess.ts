import type { Connection } from '../../ui/connections/connection';
import type { RulesAccess, RuleTarget } from '../../ui/connections/rulesAccess';
import { ruleOfRow } from './ruleItem';
import type { RuleDeps } from './ruleDeps';

/** What other features may ask and report. The code is loaded on first use. */
export function rulesAccess(deps: RuleDeps): RulesAccess {
  return {
    ruleOfRow,
    resolve: async (args, title) => {
      const { connection, target } = await (await import('./pickRule')).pickRule(deps, args, title);
      return { connection, value: target };
    },
    onDidChange: deps.section.onDidChange,
    written: async (connection: Connection, target: RuleTarget, { message, before }) => {
      const [{ undoRestore }, { showWritten }] = await Promise.all([
        import('./restoreRule'),
        import('./restoreRule'),
      ]);
      const selected = { connection, target };
      const undo = before === undefined ? undefined : async () => undoRestore(deps, selected, before);
      await showWritten(deps, selected, message, undo);
    },
  };
}
