import assert from 'node:assert/strict';
import { AuditResult } from '../../../../../src/extension/features/audit/auditResult';
import type { AskPage } from '../../../../../src/extension/features/audit/auditResult';
import { auditEntry, auditPage, fillAuditLog } from '../../../../support/auditEntries';
import { clientFor, startApp } from '../../../../support/startApp';
import type { RunningApp } from '../../../../support/startApp';
import { searchAuditLogs } from '../../../../../src/core/api/operations/auditLogs';

const { signal } = new AbortController();

describe('AuditResult', () => {
  it('counts an entry once although others arrive between two pages', async () => {
    await using app = await startApp();
    await using client = clientFor(app);
    // Another client changes something.
    await app.call('master', 'POST /api/core/tables', { form: { table: 'made' } });
    const known = await client.send(searchAuditLogs({ limit: 1 }));
    await fillAuditLog(app, 250, new Date(Date.now() + 3_600_000));
    const result = new AuditResult(async (range, abort) => {
      if (range.offset > 0) await addNewest(app);
      return client.send(searchAuditLogs(range), abort);
    }, known);
    const ids = (await result.addNewer(signal))?.map(({ id }) => id) ?? [];
    assert.equal(ids.length, 250);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(result.firstRows.length, 200, 'a page is kept');
  });
});

describe('The rows of an audit result', () => {
  /** A log whose entries are numbered from its oldest, and every range that was asked for. */
  function logOf(length: number): { log: { length: number }; ask: AskPage; asked: string[] } {
    const log = { length };
    const asked: string[] = [];
    const ask: AskPage = ({ offset, limit }) => {
      asked.push(`${offset}+${limit}`);
      const ids = Array.from({ length: log.length }, (_, index) => log.length - index);
      const items = ids
        .slice(offset, offset + limit)
        .map((id) => auditEntry({ id, time: id, created_at: id }));
      return Promise.resolve(auditPage(items, log.length));
    };
    return { log, ask, asked };
  }
  const idsOf = (rows: readonly { id: number }[] | undefined): readonly (number | undefined)[] => [
    rows?.length,
    rows?.[0]?.id,
    rows?.at(-1)?.id,
  ];

  it('are those of the search also after the platform has deleted newer entries', async () => {
    const { log, ask } = logOf(1000);
    const result = await AuditResult.read(ask, signal);
    log.length = 1100;
    assert.deepEqual(idsOf(await result.rows(400, 10, signal)), [10, 600, 591]);
    log.length = 1050;
    assert.deepEqual(idsOf(await result.rows(400, 10, signal)), [10, 600, 591]);
  });

  it('keep their positions after newer entries were added above them', async () => {
    const { log, ask, asked } = logOf(1000);
    const result = await AuditResult.read(ask, signal);
    log.length = 1030;
    await result.rows(300, 10, signal);
    log.length = 1300;
    assert.deepEqual(idsOf(await result.addNewer(signal)), [300, 1300, 1001]);
    assert.equal(result.total, 1300);
    assert.deepEqual(idsOf(result.firstRows), [200, 1300, 1101]);
    assert.deepEqual(idsOf(await result.rows(295, 10, signal)), [10, 1005, 996]);
    assert.deepEqual(asked.slice(-2), ['200+200', '295+60']);
  });
});

/** One entry that is newer than all others. */
async function addNewest(app: RunningApp): Promise<void> {
  await app.parts.database.write(({ run }) =>
    run(`INSERT INTO audit_log SELECT 4000000 + id, created + INTERVAL 2 HOUR, * EXCLUDE (id, created)
      FROM audit_log WHERE id >= 1000000 LIMIT 1`),
  );
}
