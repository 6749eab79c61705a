import { startApp } from '../test/support/startApp';
import { compare } from './measurement';
import type { Measurement } from './measurement';

const entries = 1_000_000;
/** Of every entry. */
const keyword = 'daily';

/** A search over a million audit log entries, compared with SQL that requests the same total and page. */
export async function measure(): Promise<Measurement[]> {
  await using app = await startApp();
  const { database } = app.parts;
  await database.write(({ run }) => run(fillStatement));
  const found = `FROM audit_log WHERE contains(content, '${keyword}')`;
  const newest = `SELECT * EXCLUDE (content) ${found} ORDER BY created DESC, id DESC LIMIT 200`;
  return [
    await compare({
      name: 'audit search by a keyword of every entry over 1,000,000 entries, page of 200 and total',
      against: 'the same by hand in SQL',
      bar: { atMost: 1.3 },
      ours: async () => {
        const response = await app.call('master', `GET /api/core/audit-logs?limit=200&keywords=${keyword}`);
        if (response.status !== 200) throw new Error(JSON.stringify(response.body));
      },
      theirs: async () => {
        await database.read(`SELECT count(*) ${found}`);
        await database.read(newest);
      },
    }),
  ];
}

const fillStatement = `INSERT INTO audit_log
  SELECT i, to_timestamp(1700000000 + i), 'company', md5(i::VARCHAR), 'user' || (i % 50), '10.0.0.' || (i % 256),
    'scheduled-query.update', 'scheduled-query', 'update', '{"name":"Daily report ' || (i % 1000) || '"}',
    '{"name":"Daily report ' || (i % 1000) || '"}', CASE WHEN i % 20 = 0 THEN 'duplicated name' END,
    concat_ws(chr(10), 'user' || (i % 50), '10.0.0.' || (i % 256), 'scheduled-query', 'update', md5(i::VARCHAR),
      'name', 'daily report ' || (i % 1000), 'query', 'table duration=1d firewall | stats count by source')
  FROM range(${entries}) numbers(i)`;
