import assert from 'node:assert/strict';
import { eventually } from '../support/eventually';
import { queryClient } from '../support/queryClient';
import { startApp } from '../support/startApp';
import type { RunningApp } from '../support/startApp';
import { addRows, addTable } from '../support/tables';

describe('Small segments', () => {
  const segmentCount = (app: RunningApp): number => app.parts.logTables.find('logs')?.segments.size ?? 0;

  it('are merged if their fields differ in order or are optional, without changing a value', async () => {
    await using app = await startApp();
    await addTable(app, 'logs');
    const time = `TIMESTAMP '2026-01-02' AS _time`;
    const expected: unknown[] = [];
    for (let n = 0; n < 18; n += 1) {
      const both = [`${n} AS n`, `'t${n}' AS t`];
      const optional = n % 3 === 0 ? [`[${n}, null] AS l`] : n % 3 === 1 ? [`NULL::JSON AS l`] : [];
      await addRows(
        app,
        'logs',
        `SELECT ${[time, ...(n % 2 ? both : both.toReversed()), ...optional].join(', ')}`,
      );
      expected.push({ n, t: `t${n}`, l: n % 3 === 0 ? [n, null] : null });
    }
    const query = 'table logs | sort n | fields n, t, l';
    assert.deepEqual(await queryClient(app).rows(query), expected);
    await eventually(() => segmentCount(app) <= 3);
    assert.deepEqual(await queryClient(app).rows(query), expected);
  });

  it('stay apart if a field has another type, or a name that differs in case', async () => {
    await using app = await startApp();
    await addTable(app, 'logs');
    for (const field of ['1 AS n', '1.5::DOUBLE AS n', '2 AS "N"']) {
      for (let count = 0; count < 16; count += 1) {
        await addRows(app, 'logs', `SELECT TIMESTAMP '2026-01-02' AS _time, ${field}`);
      }
    }
    const query = 'table logs | stats count by n, N';
    const before = await queryClient(app).rows(query);
    await eventually(() => segmentCount(app) <= 3);
    assert.equal(segmentCount(app), 3);
    assert.deepEqual(await queryClient(app).rows(query), before);
  });
});
