import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { RunningQuery } from '../../../../../src/core/api/runningQuery';
import type { RowSource } from '../../../../../src/core/api/runningQuery';
import type { QueryRun } from '../../../../../src/extension/features/queryResults/queryRun';
import { withOptions } from '../../../../../src/core/results/refinements';
import { ResultsExport, saveShown } from '../../../../../src/extension/features/queryResults/resultsExport';
import { firstView } from '../../../../../src/core/notebook/cellOutput';
import type { ShownQuery } from '../../../../../src/extension/features/queryResults/resultsState';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import { eventually } from '../../../../support/eventually';
import { temporaryFolder } from '../../../../support/temporaryFolder';
import { clientStub } from '../../../../support/clientStub';
import { queryStatus } from '../../../../../src/core/interface/queryStatus';
import { bareStatus } from '../../../../support/queryStatusRecord';
import { newRun } from './support';

const columns = ['_time', '_table', '_id'].map((name) => ({ name, type: 'text' }) as const);

describe('The rows of a page of results', () => {
  /** A finished run with three rows, and the ranges that it requests. */
  async function finished(total = 3) {
    const asked: unknown[] = [];
    const all = ['g1', 'g2', 'g3'].map((_id) => ({ _id }));
    const client = clientStub({
      'GET queries/*': () => queryStatus.parse({ ...bareStatus, is_finished: true }),
      'GET cursors/*': ({ query }) => {
        const [offset, limit] = [Number(query?.['offset']), Number(query?.['limit'])];
        asked.push([offset, limit]);
        const fieldOrder = ['_id', '_table', '_time'];
        return { rows: all.slice(offset, offset + limit), total, fieldOrder, fieldTypes: undefined };
      },
    });
    const run = newRun('table web', client);
    run.attach(5);
    await run.poll(new AbortController().signal);
    const shown = async (offset: number, limit: number): Promise<unknown> => {
      asked.length = 0;
      return (await run.shownRows(offset, limit)).map(([id]) => id);
    };
    return { run, shown, asked };
  }

  it('are those of its run, after those that came since', async () => {
    const { run, shown, asked } = await finished();
    assert.deepEqual(await shown(1, 2), ['g2', 'g3']);
    run.setTail(true);
    assert.ok(run.tail);
    assert.deepEqual(await shown(0, 2), ['g1', 'g2']);
    run.tail.rows = [['n1'], ['n2']];
    assert.deepEqual([await shown(0, 2), asked], [['n1', 'n2'], []]);
    assert.deepEqual(await shown(1, 3), ['n2', 'g1', 'g2']);
    assert.deepEqual([await shown(4, 5), asked], [['g3'], []]);
    run.setTail(false);
    assert.deepEqual(await shown(0, 2), ['g1', 'g2']);
  });

  it('are only those that came since when older ones were discarded, or the query had none', async () => {
    const { run, shown } = await finished();
    run.setTail(true);
    assert.ok(run.tail);
    run.tail.rows = [['n1'], ['n2']];
    run.tail.state = { ...run.tail.state, kept: 2 };
    assert.deepEqual(await shown(1, 3), ['n2']);

    const empty = await finished(0);
    empty.run.setTail(true);
    assert.ok(empty.run.tail);
    empty.run.tail.rows = [['n1']];
    assert.deepEqual([await empty.shown(0, 3), empty.asked], [['n1'], []]);
  });

  it('move when more come while those of the query are read', async () => {
    const { run, shown } = await finished();
    run.setTail(true);
    assert.ok(run.tail);
    run.tail.rows = [['n1']];
    const reading = shown(0, 3);
    run.tail.rows = [['n2'], ['n1']];
    assert.deepEqual(await reading, ['n2', 'n1', 'g1']);
  });
});

describe('Saving results', () => {
  const shown = { connection: { name: 'Lab' }, name: 'Logons', view: firstView } as ShownQuery;

  it('writes what the page shows, as CSV safe for spreadsheets, and says where it is', async () => {
    await using folder = await temporaryFolder();
    const save = async (
      extension: 'csv' | 'ndjson' | 'png',
      rows: number | null,
      data: string,
    ): Promise<unknown> => {
      const file = path.join(folder.path, `out.${extension}`);
      const prompts = new ScriptedPrompts([{ file }]);
      await saveShown(prompts, shown.name, { kind: 'save', extension, rows, data });
      const question = /"title":"([^"]*)".*"defaultName":"([^"]*)"/.exec(prompts.seen[0] ?? '') ?? [];
      return [
        question[1],
        question[2],
        await readFile(file, 'utf8'),
        prompts.notices[0]?.replace(folder.path, ''),
      ];
    };

    assert.deepEqual(await save('csv', 2, 'a,b\n=1+1,"x\ny"'), [
      'Export Rows Shown',
      'Logons.csv',
      `a,b\n'=1+1,"x\ny"\n`,
      '2 rows were written to /out.csv.',
    ]);
    assert.deepEqual(await save('png', null, Buffer.from('image').toString('base64')), [
      'Save Chart',
      'Logons.png',
      'image',
      '/out.png was written.',
    ]);
    assert.deepEqual(((await save('ndjson', 1, '{"a":"=1+1"}\n')) as string[]).slice(2), [
      '{"a":"=1+1"}\n',
      '1 row was written to /out.ndjson.',
    ]);
  });

  /** Exports pieces whose arrival takes no time except where the test lets it pass. */
  async function exported(
    run: Partial<QueryRun>,
    query: Partial<ShownQuery>,
    pieces: readonly string[],
    onPiece: (saving: ResultsExport, piece: string) => void = () => undefined,
  ) {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'out');
    const prompts = new ScriptedPrompts([{ file }]);
    const client = clientStub({
      'GET cursors/*': async function* () {
        for (const piece of pieces) {
          onPiece(saving, piece);
          yield await Promise.resolve(Buffer.from(piece));
        }
      },
    });
    const progress: unknown[] = [];
    const source = (end: AbortSignal): RowSource => new RunningQuery(client, 5, '').source(end);
    const saving = new ResultsExport(prompts, () =>
      progress.push(saving.progress && [saving.progress.written, saving.progress.total]),
    );
    const ended = { queryId: 5, text: 'table web', columns, phase: 'finished', rowCount: 3, source };
    const rows = { ...ended, isOver: () => true, ...run };
    await saving.run(rows as unknown as QueryRun, { ...shown, ...query }, 'csv');
    await eventually(() => rows.queryId === null || prompts.notices.length > 0);
    const text = await readFile(file, 'utf8').catch(() => '');
    return { progress, prompts, text };
  }

  it('reports how the file differs from the page', async () => {
    const sorted = { ...firstView, sort: { column: 'a', descending: false } };
    const unfinished = await exported({ phase: 'running', isOver: () => false }, { view: sorted }, [
      'a\n1\n',
    ]);
    assert.match(
      unfinished.prompts.notices[0] ?? '',
      /1 row was written to .* without the filter and sort\. The query had not finished, so rows may be missing\.$/,
    );
    assert.match(unfinished.prompts.seen.at(-1) ?? '', /"severity":"warning"/);
    assert.deepEqual(unfinished.progress[0], [0, null]);
    for (const [filter, isNoted] of [
      [' ', false],
      [' x', true],
    ] as const) {
      const { prompts } = await exported({}, { view: { ...firstView, filter } }, ['a\n']);
      assert.equal(prompts.notices[0]?.includes('without the filter'), isNoted);
    }
  });

  it('writes the rows of a canceled query, also as CSV', async () => {
    const kept = (): Iterable<Uint8Array> => [Buffer.from('{"_id":"=1","_table":"t"}\n{"_time":5}\n')];
    const source: QueryRun['source'] = () => ({ json: kept });
    const { text, prompts } = await exported({ phase: 'cancelled', dropped: true, source }, {}, []);
    assert.equal(text, "_time,_table,_id\n,t,'=1\n5,,\n");
    assert.match(prompts.notices[0] ?? '', /^2 rows .* rows may be missing\.$/);
  });

  it('runs once at a time, not without a query, and can be canceled', async () => {
    const { progress, prompts } = await exported({ queryId: null }, {}, []);
    assert.deepEqual([progress, prompts.seen], [[], []]);
    let second: Promise<void> | undefined;
    const twice = await exported({}, {}, ['a\n1\n', '2\n'], (saving) => {
      second ??= saving.run({ queryId: 6 } as QueryRun, shown, 'csv');
    });
    await second;
    assert.equal(twice.prompts.notices.length, 1);
    const cancelled = await exported({}, {}, ['a\n1\n', '2\n'], (saving) => saving.cancel());
    assert.deepEqual(cancelled.prompts.notices, ['The export was canceled. No file was written.']);
    assert.deepEqual([cancelled.progress.at(-1), cancelled.text], [null, '']);
  });
});

describe('The options of a source', () => {
  it('are replaced in the first command that reads tables, and in no subquery', () => {
    for (const [text, changed] of [
      ['table web', 'table x=1 web'],
      ['table  from=1  web', 'table x=1  web'],
      ['table from=1 to=2 limit=3 web', 'table x=1 limit=3 web'],
      ['table from=1\n  web | limit 5', 'table x=1 \n  web | limit 5'],
      ['json "{}" | fulltext to=2 "a" from web', 'json "{}" | fulltext x=1 "a" from web'],
      [
        'table limit=1 web | join a [ table from=1 other ]',
        'table x=1 limit=1 web | join a [ table from=1 other ]',
      ],
      ['json "{}" | join a [ table from=1 other ]', undefined],
    ] as const) {
      assert.equal(withOptions(text, ['from', 'to'], 'x=1'), changed, text);
    }
  });
});
