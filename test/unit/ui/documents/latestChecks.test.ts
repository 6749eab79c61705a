import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type * as vscode from 'vscode';
import { LatestChecks } from '../../../../src/ui/documents/latestChecks';

/** A check whose steps are released by the test. */
class Steps {
  readonly #found: ((message: string) => void)[] = [];
  begun = 0;

  async *check(): AsyncGenerator<readonly vscode.Diagnostic[]> {
    this.begun += 1;
    for (;;) {
      const message = await new Promise<string>((resolve) => this.#found.push(resolve));
      yield [{ message } as vscode.Diagnostic];
    }
  }

  async find(message: string): Promise<void> {
    this.#found.pop()?.(message);
    await turn();
  }
}

/** Promises that are settled have been noticed by everybody. */
async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function uriOf(text: string): vscode.Uri {
  return { toString: () => text } as vscode.Uri;
}

describe('The checks of documents', () => {
  let shown: Map<string, readonly string[]>;
  let calls = 0;
  let checks: LatestChecks;
  const first = uriOf('first');

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    shown = new Map();
    calls = 0;
    const problems = {
      set: (uri: vscode.Uri, found: readonly vscode.Diagnostic[]) => {
        calls += 1;
        shown.set(
          uri.toString(),
          found.map(({ message }) => message),
        );
      },
      delete: (uri: vscode.Uri) => {
        calls += 1;
        shown.delete(uri.toString());
      },
    };
    checks = new LatestChecks(problems as unknown as vscode.DiagnosticCollection);
  });

  afterEach(() => mock.timers.reset());

  function scheduled(uri: vscode.Uri, pause = 0): Steps {
    const steps = new Steps();
    checks.schedule(uri, pause, () => steps.check());
    return steps;
  }

  it('show what each step has found, after their pause', async () => {
    const steps = scheduled(first, 150);
    mock.timers.tick(149);
    assert.equal(steps.begun, 0);
    mock.timers.tick(1);
    await turn();

    await steps.find('of the text');
    assert.deepEqual(shown.get('first'), ['of the text']);
    await steps.find('of the platform');
    assert.deepEqual(shown.get('first'), ['of the platform']);
  });

  it('call VS Code only about documents that have or had problems', async () => {
    async function* nothing(): AsyncGenerator<readonly vscode.Diagnostic[]> {
      await turn();
      yield [];
    }
    checks.schedule(first, 0, nothing);
    mock.timers.tick(1);
    await turn();
    await turn();
    checks.forget(first);
    assert.equal(calls, 0);

    const steps = scheduled(first);
    mock.timers.tick(1);
    await turn();
    await steps.find('something');
    checks.schedule(first, 0, nothing);
    mock.timers.tick(1);
    await turn();
    await turn();
    assert.deepEqual(shown.get('first'), []);
    assert.equal(calls, 2);
  });

  it('ignore results that come after a newer one was scheduled', async () => {
    const old = scheduled(first);
    mock.timers.tick(1);
    await turn();
    await old.find('old');
    const newer = scheduled(first);
    mock.timers.tick(1);
    await turn();
    await newer.find('new');

    await old.find('late');

    assert.deepEqual(shown.get('first'), ['new']);
    await newer.find('newest');
    assert.deepEqual(shown.get('first'), ['newest']);
  });

  it('end with their document, whose problems are removed', async () => {
    const waiting = scheduled(uriOf('second'), 150);
    const running = scheduled(first);
    mock.timers.tick(1);
    await turn();
    await running.find('something');

    checks.forget(first);
    checks.forget(uriOf('second'));
    assert.deepEqual([...shown], []);
    await running.find('late');
    mock.timers.tick(150);
    await turn();

    assert.deepEqual([...shown], []);
    assert.equal(waiting.begun, 0);
  });
});
