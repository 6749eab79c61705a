import { parseConditions, usedSelections } from './condition';
import { unusedSelections } from './convertRule';
import type { Warning } from './convertRule';
import { readItem } from './modifiers';
import type { Placeholders } from './placeholders';
import { readDetection } from './readDetection';
import type { RuleDocument } from './sigmaDocument';
import { readOrRejection, SigmaRejection } from './sigmaRejection';
import type { YamlNode } from './yamlNode';

/** Further problems of a rejected rule, after the first. */
export interface FurtherProblems {
  readonly rejections: readonly SigmaRejection[];
  readonly warnings: readonly Warning[];
}

export const noFurtherProblems: FurtherProblems = { rejections: [], warnings: [] };

/** At most one problem per field, so that all can be fixed at once. */
export function furtherProblems(
  rule: RuleDocument,
  first: SigmaRejection,
  placeholders: Placeholders,
): FurtherProblems {
  let used: ReadonlySet<string> | undefined;
  const inCondition = rejectionsOf(() => {
    used = new Set(parseConditions(rule).flatMap(usedSelections));
  });
  const inSelections = rule.selections
    .filter(({ name }) => used?.has(name) ?? true)
    .flatMap(({ node }) => rejectionsIn(node, placeholders));
  return {
    rejections: [...inCondition, ...inSelections].filter(
      ({ line, message }) => line !== first.line || message !== first.message,
    ),
    warnings: used === undefined ? [] : unusedSelections(rule),
  };
}

function rejectionsIn(node: YamlNode, placeholders: Placeholders): readonly SigmaRejection[] {
  switch (node.kind) {
    case 'list':
      return node.items.flatMap((item) => rejectionsIn(item, placeholders));
    case 'map':
      return node.entries.flatMap(({ key, value, line }) =>
        rejectionsOf(() => readItem(key, value, line, placeholders)),
      );
    case 'scalar':
      return rejectionsOf(() => readDetection(node, placeholders));
  }
}

function rejectionsOf(run: () => unknown): readonly SigmaRejection[] {
  const read = readOrRejection(run);
  return read instanceof SigmaRejection ? [read] : [];
}
