import assert from 'node:assert/strict';
import path from 'node:path';
import { AuditExport } from '../../../../../src/extension/features/audit/auditExport';
import { firstSearch } from '../../../../../src/extension/features/audit/auditQuery';
import { AuditResult } from '../../../../../src/extension/features/audit/auditResult';
import type { AuditSession } from '../../../../../src/extension/features/audit/auditSession';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { eventually } from '../../../../support/eventually';
import { lab } from '../../../../support/labConnection';
import { temporaryFolder } from '../../../../support/temporaryFolder';
import { auditEntry, auditPage } from '../../../../support/auditEntries';

describe('The export of an audit panel', () => {
  const search = firstSearch('en');

  /** Of a log with this many matches, of which only some are there still. */
  function panel(
    responses: readonly PromptResponse[],
    { total = 1, left = total }: { total?: number; left?: number } = {},
  ) {
    const prompts = new ScriptedPrompts(responses);
    const [shown, opened]: [unknown[], string[]] = [[], []];
    const items = Array.from({ length: left }, (_, id) => auditEntry({ id }));
    const page = auditPage(items, total);
    const session = {
      state: { search },
      readAgain: () => {
        const result = new AuditResult(() => Promise.resolve({ ...page, items: [] }), page);
        return Promise.resolve({ result, resolved: { filters: {}, from: undefined, to: undefined } });
      },
    } as unknown as AuditSession;
    const audit: AuditExport = new AuditExport(session, lab, prompts, {
      changed: () => shown.push(audit.progress && [audit.progress.written, audit.progress.total]),
      showFile: (file) => Promise.resolve(void opened.push(path.basename(file))),
    });
    return { audit, prompts, shown, opened };
  }

  it('shows its progress, and the manifest on demand', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'audit.csv');
    const { audit, prompts, shown, opened } = panel([
      { file },
      { notice: 'Exported', press: 'Open Manifest' },
    ]);
    await audit.run('csv');
    await eventually(() => opened.length > 0);

    assert.deepEqual(shown, [[0, null], [0, 1], [1, 1], null]);
    assert.deepEqual(opened, ['audit.csv.manifest.json']);
    assert.deepEqual(prompts.notices, [`${lab.name}: Exported 1 entry to 1 file, with a manifest.`]);
  });

  it('warns of entries that were deleted before they could be read', async () => {
    await using folder = await temporaryFolder();
    const { audit, prompts } = panel([{ file: path.join(folder.path, 'a.csv') }], { total: 5, left: 0 });
    await audit.run('csv');

    assert.match(prompts.seen.at(-1) ?? '', /"severity":"warning"/);
    assert.match(
      prompts.notices.join(),
      /Exported 0 entries .* Entries deleted before they could be read: 5\./,
    );
  });
});
