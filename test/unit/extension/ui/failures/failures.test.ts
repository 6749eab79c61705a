import assert from 'node:assert/strict';
import { KeyRejectedError, RejectedError, UnreachableError } from '../../../../../src/core/api/errors';
import { Redactor } from '../../../../../src/core/privacy/redact';
import type { Connection } from '../../../../../src/extension/ui/connections/connection';
import { atConnection, Failures } from '../../../../../src/extension/ui/failures/failures';
import { cleanLog } from '../../../../../src/extension/ui/log';
import { CanceledError } from '../../../../../src/extension/ui/prompts/canceled';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { lab } from '../../../../support/labConnection';

const seoul: Connection = {
  ...lab,
  name: 'Seoul',
  baseUrl: 'https://logs.example.com',
  environment: 'production',
};

describe('A failure that is reported', () => {
  let calls: string[] = [];
  let lines: string[] = [];
  beforeEach(() => {
    [calls, lines] = [[], []];
  });

  function withResponses(...responses: readonly PromptResponse[]) {
    const prompts = new ScriptedPrompts(responses);
    const redactor = new Redactor();
    redactor.hide('secret-key');
    const line = (text: string): void => void lines.push(text);
    const show = (): void => void calls.push('log');
    const log = cleanLog({ info: line, warn: line, error: line, show }, redactor);
    const failures = new Failures(prompts, log, redactor, {
      setApiKey: (connection) => Promise.resolve(void calls.push(`key of ${connection?.name ?? ''}`)),
      editConnection: (connection) => Promise.resolve(void calls.push(`edit ${connection?.name ?? ''}`)),
    });
    return { failures, prompts };
  }

  it('is not shown for a cancellation', async () => {
    const { failures, prompts } = withResponses();
    await failures.report(new CanceledError());
    assert.deepEqual([prompts.notices, lines], [[], []]);
  });

  it('is shown with its connection and logged, without secrets', async () => {
    const { failures, prompts } = withResponses();
    const error = atConnection(new RejectedError(400, 'x', 'secret-key is odd'), seoul);
    assert.equal(atConnection(error, { ...seoul, name: 'Busan' }), error);
    await failures.report(error);
    assert.deepEqual(prompts.notices, [
      'Seoul: The platform rejected the request: ••• is odd. Correct it and try again.',
    ]);
    assert.match(lines.join('\n'), /^RejectedError: ••• is odd\n +at /);
    await failures.report('odd');
    assert.deepEqual([atConnection('odd', seoul), lines[1]], ['odd', 'odd']);
    assert.equal(
      failures.sentence(new Error('secret-key'), seoul),
      'Seoul: An unexpected error occurred: •••',
    );
  });

  it('names the connection whose request has failed, and sets its key, not that of what was selected', async () => {
    const busan = { ...seoul, name: 'Busan' };
    const { failures, prompts } = withResponses({ notice: 'no API key', press: 'Set API Key' });
    const error = atConnection(new KeyRejectedError(undefined), busan);
    await failures.report(error, { connection: seoul });
    assert.deepEqual(calls, ['key of Busan']);
    assert.match(prompts.notices.join(), /^Busan: There is no API key/);
  });

  it('offers a retry only when that is possible, and reports what fails then', async () => {
    const lost = new UnreachableError('reset', 'Connection lost.');
    const { failures, prompts } = withResponses({ notice: 'Connection lost.', press: 'Retry' });
    const labels = failures.explain(lost).actions.map(({ label }) => label);
    assert.deepEqual(labels, ['Edit Connection…']);
    await failures.report(lost, { retry: () => Promise.reject(new Error('again')), connection: seoul });
    prompts.assertFinished();
    assert.match(prompts.notices[1] ?? '', /^Seoul: An unexpected error occurred: again$/);
  });

  it('runs the actions of its buttons on its connection', async () => {
    const { failures, prompts } = withResponses(
      { notice: 'rejected', press: 'Set API Key' },
      { notice: 'Connection lost.', press: 'Edit Connection' },
      { notice: 'unexpected', press: 'Show Log' },
    );
    await failures.report(atConnection(new KeyRejectedError(401), seoul));
    await failures.report(new UnreachableError('reset', 'Connection lost.'), { connection: seoul });
    await failures.report(new Error('odd'));
    assert.deepEqual(calls, ['key of Seoul', 'edit Seoul', 'log']);
    prompts.assertFinished();
  });
});

describe('The log', () => {
  it('has levels, and no secrets in any of them', () => {
    const lines: string[] = [];
    const redactor = new Redactor();
    redactor.hide('secret-key');
    const on = (level: string) => (line: string) => lines.push(`${level} ${line}`);
    const target = { info: on('info'), warn: on('warn'), error: on('error') };
    const log = cleanLog({ ...target, show: () => lines.push('shown') }, redactor);
    log.info('secret-key 1');
    log.warn('secret-key 2');
    log.error('secret-key 3');
    log.show();
    assert.deepEqual(lines, ['info ••• 1', 'warn ••• 2', 'error ••• 3', 'shown']);
  });
});
