import assert from 'node:assert/strict';
import { tryRules } from '../../../../../src/extension/features/sigma/importRules';
import type { NumberedRule } from '../../../../../src/extension/features/sigma/importRules';
import { KnownPlatform } from '../../../../../src/extension/features/sigma/platformFacts';
import { isOwnQuery } from '../../../../../src/core/interface/ownQueries';
import type { RawRecord } from '../../../../../src/core/interface/optional';
import { eventually } from '../../../../support/eventually';
import { clientStub } from '../../../../support/clientStub';

/** A platform that runs queries when it is told to, and notes what it is asked for. */
class Queries {
  tables: readonly string[] = ['ev'];
  row: RawRecord = {};
  isHeld = false;
  readonly asked: string[] = [];
  readonly dropped: number[] = [];
  lists = 0;

  readonly client = clientStub({
    'GET tables': () => {
      this.lists += 1;
      return { items: this.tables.map((name) => ({ name })) };
    },
    'POST cursors': ({ form }) => this.asked.push(String(form?.['q'])),
    'GET queries/*': () => ({ finished: !this.isHeld, raw: {} }),
    'GET cursors/*': () => ({ rows: [this.row] }),
    'DELETE cursors/*': ({ path: [, id] }) => {
      this.dropped.push(Number(id));
      throw new Error('deleted already');
    },
  });
}

describe('The tables and fields of a platform', () => {
  const source = {
    tables: ['ev', 'old'],
    condition: 'kind == 1',
    fields: [
      { name: 'a', line: 1 },
      { name: 'b c', line: 2 },
    ],
    line: 1,
  };

  it('are requested once, but tables again while there are none', async () => {
    const queries = new Queries();
    const known = new KnownPlatform(() => Promise.resolve(queries.client));
    queries.tables = [];
    for (let time = 0; time < 2; time++) assert.deepEqual((await known.facts()).tables, []);
    queries.tables = ['ev'];
    for (let time = 0; time < 2; time++) assert.deepEqual((await known.facts()).tables, ['ev']);
    assert.equal(queries.lists, 3);

    const facts = await known.facts();
    await Promise.all([facts.absentFields(source), facts.absentFields(source)]);
    await facts.absentFields({ ...source, tables: ['ev'] });
    assert.equal(queries.asked.length, 2, 'one for each source');
  });

  it('are absent when no row has them, unless there are no rows', async () => {
    for (const [row, absent] of [
      [{ sigma_rows: 5, sigma_0: 5, sigma_1: 0 }, ['b c']],
      [{ sigma_rows: 0, sigma_0: 0, sigma_1: 0 }, []],
      [{}, []],
    ] as const) {
      const queries = new Queries();
      queries.row = row;
      const facts = await new KnownPlatform(() => Promise.resolve(queries.client)).facts();
      assert.deepEqual(await facts.absentFields(source), absent);
      assert.deepEqual(queries.asked, [
        'table duration=1d ev, old | search kind == 1 | limit 1000 | ' +
          'stats count as sigma_rows, count(a) as sigma_0, count(field("b c")) as sigma_1 | # asked by the editor',
      ]);
      assert.ok(queries.asked.every(isOwnQuery), 'not in the history of the user');
    }
  });

  for (const hostile of [
    { condition: 'kind == 1 | import copied' },
    { condition: 'kind == 1 | # [' },
    { condition: 'kind == "' },
    { tables: ['ev | import copied'] },
    { tables: ['ev | wget url="http://a"'] },
    { tables: ['ev | frobnicate'] },
  ]) {
    it(`are requested only with a query that reads: ${JSON.stringify(hostile)}`, async () => {
      const queries = new Queries();
      const facts = await new KnownPlatform(() => Promise.resolve(queries.client)).facts();
      assert.deepEqual(await facts.absentFields({ ...source, ...hostile }), []);
      assert.deepEqual(queries.asked, []);
    });
  }
});

describe('Rules that are tried', () => {
  const rules = Array.from({ length: 5 }, (_, number) => ({
    number,
    rule: { queryOver: (span: string) => `table duration=${span} t${number}` },
  })) as unknown as readonly NumberedRule[];

  it('run three at a time, and stop when the user cancels', async () => {
    const queries = new Queries();
    queries.isHeld = true;
    const abort = new AbortController();
    const received: string[] = [];
    const trying = tryRules(
      rules,
      { client: queries.client, span: '7d', explain: String },
      (number, trial) => received.push(`${number} ${trial === null ? 'not tried' : trial.state}`),
      abort.signal,
    );
    await eventually(() => queries.asked.length >= 3);
    abort.abort();
    await assert.rejects(trying, { name: 'AbortError' });
    await eventually(() => queries.dropped.length === queries.asked.length && received.length >= 6);

    assert.equal(queries.asked.length, 3);
    assert.equal(queries.asked[0], 'table duration=7d t0\n| stats count as hits');
    assert.deepEqual(received.slice(0, 3), ['0 running', '1 running', '2 running']);
    assert.deepEqual(received.slice(3).sort(), ['0 not tried', '1 not tried', '2 not tried']);
  });
});
