import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Proposal } from '../../assistant/host';
import { safeFileName } from '../../code/newPath';
import { diffLines } from '../../code/textDiff';

/** Comparing takes time proportional to the product of both lengths. */
const maxComparedLines = 1000;

/** Two drafts with the same name may be created within a millisecond. */
let drafts = 0;

/**
 * Saves a proposal and its diff as files. The extension differs from that of queries, so that no project
 * pattern applies it.
 */
export async function keepDraft(folder: string, proposal: Proposal, now = new Date()): Promise<string> {
  await mkdir(folder, { recursive: true });
  const stamp = `${now.toISOString().replace(/[:.]/g, '-')}-${(drafts += 1)}`;
  const name = safeFileName(proposal.name.replace(/[^\p{L}\p{N} _-]/gu, '_'));
  const file = path.join(folder, `${stamp} ${name}.lq.draft`);
  await writeFile(file, draftText(proposal, now), { flag: 'wx' });
  const changes = changedLines(proposal);
  if (changes !== undefined) await writeFile(`${file}.diff`, `${changes}\n`, { flag: 'wx' });
  return `The draft is in ${file}. A person reviews and publishes it; nothing was sent to the platform.`;
}

/** JSON is valid YAML, so every value stays a value. */
function draftText(proposal: Proposal, now: Date): string {
  const fields = {
    name: proposal.name,
    platform: proposal.platform.name,
    guid: proposal.current?.guid,
    schedule: proposal.cronSchedule,
    description: proposal.description,
    proposed: now.toISOString(),
    reason: proposal.reason,
  };
  const lines = Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`],
  );
  return ['---', ...lines, '---', proposal.query, ''].join('\n');
}

function changedLines({ current, query }: Proposal): string | undefined {
  if (current === undefined) return undefined;
  const lines = current.query.split('\n').length + query.split('\n').length;
  return lines > maxComparedLines ? undefined : diffLines(current.query, query).join('\n');
}
