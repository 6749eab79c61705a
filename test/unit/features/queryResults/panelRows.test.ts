import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PanelTail } from '../../../../src/features/queryResults/liveTail';
import type { QueryRun } from '../../../../src/features/queryResults/queryRun';
import { withOptions } from '../../../../src/results/refinements';
import { ResultsExport, saveShown } from '../../../../src/features/queryResults/resultsExport';
import { firstView } from '../../../../src/results/cellOutput';
import type { ShownQuery } from '../../../../src/features/queryResults/resultsState';
import type { ResultRow } from '../../../../src/shared/protocol/queryResults';
import type { Platforms } from '../../../../src/ui/connections/connection';
import type { PollScheduler } from '../../../../src/ui/panels/polling';
import { ScriptedPrompts } from '../../../integration/support/scriptedPrompts';
import { eventually } from '../../../support/eventually';
import { temporaryFolder } from '../../../support/temporaryFolder';
import { clientStub } from '../../../support/clientStub';

const columns = ['_time', '_table', '_id'].map((name) => ({ name, type: 'text' }) as const);

/** The rows of a run without a platform; it notes which were asked for. */
class Rows {
  readonly text: string = 'table web';
  readonly columns = columns;
  readonly asked: (readonly [number, number])[] = [];
  dropped = false;

  constructor(private readonly all: readonly ResultRow[]) {}

  get rowCount(): number {
    return this.all.length;
  }

  rows(offset: number, limit: number): Promise<readonly ResultRow[]> {
    this.asked.push([offset, limit]);
    if (this.all.length < offset) return Promise.reject(new Error('no such rows'));
    return Promise.resolve(this.all.slice(offset, offset + limit));
  }

  get run(): QueryRun {
    return this as unknown as QueryRun;
  }
}

const args = [['g1'], ['g2'], ['g3']];

describe('The rows of a panel', () => {
  let panel: PanelTail;

  beforeEach(() => {
    const scheduler = { add: () => undefined, remove: () => undefined } as unknown as PollScheduler;
    const rejects = (): Promise<never> => Promise.reject(new Error('nothing is asked'));
    panel = new PanelTail({
      client: rejects,
      watched: () => true,
      found: () => undefined,
      scheduler: () => scheduler,
    });
  });

  async function shown(rows: Rows, offset: number, limit: number): Promise<unknown> {
    const response = await panel.respond(rows.run, { kind: 'needRows', resultId: 7, offset, limit });
    return response?.kind === 'rows' ? response.rows.flat() : response;
  }

  it('are those of its run, after those that came since', async () => {
    const rows = new Rows(args);
    assert.deepEqual(await shown(rows, 1, 2), ['g2', 'g3']);
    panel.start(rows.run);
    assert.ok(panel.tail);
    assert.deepEqual(await shown(rows, 0, 2), ['g1', 'g2']);
    panel.tail.rows = [['n1'], ['n2']];
    rows.asked.length = 0;
    assert.deepEqual(await shown(rows, 0, 2), ['n1', 'n2']);
    assert.deepEqual(rows.asked, []);
    assert.deepEqual(await shown(rows, 1, 3), ['n2', 'g1', 'g2']);
    assert.deepEqual(await shown(rows, 4, 5), ['g3']);
    assert.deepEqual(rows.asked, [
      [0, 2],
      [2, 5],
    ]);
  });

  it('are reported as failed unless the query was dropped', async () => {
    const rows = new Rows([]);
    const message = await shown(rows, 1, 1);
    assert.deepEqual(message, {
      kind: 'rowsFailed',
      resultId: 7,
      offset: 1,
      message: 'An unexpected error occurred: no such rows',
    });
    rows.dropped = true;
    assert.equal(await shown(rows, 1, 1), undefined);
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
    const platforms = { clientFor: () => Promise.resolve(client) };
    const saving = new ResultsExport(platforms as unknown as Platforms, prompts, () =>
      progress.push(saving.progress && [saving.progress.written, saving.progress.total]),
    );
    const ended = { queryId: 5, text: 'table web', columns, phase: 'finished', rowCount: 3 };
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
