import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What one rule of a folder is about. */
export interface FolderRule {
  readonly title: string;
  readonly level?: string;
  readonly product?: string;
  readonly technique?: string;
  /** Below `detection:`, indented as if it stood alone. */
  readonly detection?: string;
}

const levels = ['critical', 'high', 'medium', 'low', 'informational'];

/** Fifty rules: most are valid, some need a mapping, some cannot be converted. Rule N searches for `word N`. */
const fiftyRules: readonly FolderRule[] = Array.from({ length: 50 }, (_, index) => ({
  title: `Rule ${index + 1}`,
  level: levels[index % levels.length] ?? 'low',
  product: index % 10 === 9 ? 'unheard-of' : index % 2 === 0 ? 'windows' : 'linux',
  technique: `t10${50 + (index % 3)}.001`,
  detection:
    index % 25 === 24
      ? "s: {CommandLine|re: '(?=x)'}\ncondition: s"
      : `s: {CommandLine|contains: 'word ${index + 1};'}\ncondition: s`,
}));

export function folderRuleText(rule: FolderRule, index: number): string {
  const { title, level = 'medium', product = 'windows', technique = 't1059' } = rule;
  const { detection = "s: {CommandLine|contains: 'word'}\ncondition: s" } = rule;
  return `title: ${title}
id: 00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}
description: What ${title} is for.
author: Nobody
level: ${level}
tags: [attack.execution, attack.${technique}]
logsource:
  product: ${product}
detection:
${detection.replaceAll(/^/gm, '  ')}
`;
}

/** Writes the fifty rules to subfolders by product. */
export async function writeRules(folder: string): Promise<void> {
  for (const [index, rule] of fiftyRules.entries()) {
    const below = path.join(folder, rule.product ?? 'windows');
    await mkdir(below, { recursive: true });
    await writeFile(
      path.join(below, `rule_${String(index + 1).padStart(2, '0')}.yml`),
      folderRuleText(rule, index),
    );
  }
}

/** Rows in which each rule matches as often as its number modulo five. */
export function rowsFor(product: string): readonly Readonly<Record<string, string>>[] {
  return fiftyRules.flatMap((rule, index) =>
    rule.product === product
      ? Array.from({ length: (index + 1) % 5 }, () => ({ CommandLine: `run WORD ${index + 1}; now` }))
      : [],
  );
}
