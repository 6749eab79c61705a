import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ImportTasks } from '../../../../../src/extension/features/sigma/importTasks';
import type { RuleWork } from '../../../../../src/extension/features/sigma/importTasks';
import type { ImportTask, RuleProgress } from '../../../../../src/core/pages/sigmaImport';

/** A stub of a panel, which records the messages to its page. */
class Page {
  readonly states: (ImportTask | null)[] = [];
  readonly progress: (readonly RuleProgress[])[] = [];
  readonly tasks: ImportTasks = new ImportTasks({
    state: () => this.states.push(this.tasks.shown),
    progress: (changes) => this.progress.push(changes),
  });
}

const created = { state: 'created', message: '' } as const;
const reading = { kind: 'reading', done: 0, total: 0, isCanceling: false };

describe('The tasks of an import', () => {
  let page: Page;
  let finish: () => void;
  let wait: Promise<void>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    page = new Page();
    wait = new Promise((resolve) => (finish = resolve));
  });

  afterEach(() => mock.timers.reset());

  /** A task without questions. */
  const onRules = async (kind: ImportTask['kind'], total: number, work: RuleWork): Promise<void> =>
    page.tasks.runOnRules(kind, total, () => Promise.resolve(work));

  it('run one at a time', async () => {
    const first = page.tasks.run('reading', () => wait);
    await page.tasks.run('trying', () => Promise.reject(new Error('begun')));
    assert.deepEqual(page.tasks.shown, reading);

    finish();
    await first;

    assert.deepEqual(page.states, [reading, null]);
    assert.equal(page.progress.length, 0);
    await assert.rejects(
      page.tasks.run('trying', () => Promise.reject(new Error('begun'))),
      /begun/,
    );
  });

  it('end when they fail, with all progress until then', async () => {
    const failing = onRules('creating', 2, (note) => {
      note(1, { result: created });
      return Promise.reject(new Error('lost'));
    });
    await assert.rejects(failing, /lost/);

    assert.equal(page.tasks.shown, null);
    assert.equal(page.states.at(-1), null);
    assert.deepEqual(page.progress, [[{ rule: 1, trial: null, result: created }]]);
  });

  it('are shown as being canceled until they have ended', async () => {
    page.tasks.cancel();
    assert.equal(page.states.length, 0);
    let isCanceled = false;
    const running = page.tasks.run('reading', async (signal) => {
      signal.addEventListener('abort', () => (isCanceled = true));
      await wait;
    });
    assert.equal(isCanceled, false);

    page.tasks.cancel();

    assert.equal(isCanceled, true);
    assert.deepEqual(page.states.at(-1), { ...reading, isCanceling: true });
    finish();
    await running;
    assert.equal(page.states.at(-1), null);
  });

  it('begin with their first question, so that no other one begins meanwhile', async () => {
    const done: string[] = [];
    const asking = page.tasks.runOnRules('creating', 2, async () => {
      await wait;
      return async () => Promise.resolve(void done.push('created'));
    });
    await page.tasks.run('reading', async () => Promise.resolve(void done.push('read')));
    assert.deepEqual(page.states, [{ kind: 'creating', done: 0, total: 2, isCanceling: false }]);

    finish();
    await asking;

    assert.deepEqual([done, page.tasks.shown], [['created'], null]);
  });
});
