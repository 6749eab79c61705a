import assert from 'node:assert/strict';
import { KeyRejectedError, RejectedError } from '../../../src/core/api/errors';
import { choiceOption } from '../../../src/cli/command';
import type { Command } from '../../../src/cli/command';
import { runCommandLine } from '../../../src/cli/commandLine';
import { openTerminal } from '../../../src/cli/terminal';

const echo: Command = {
  name: 'echo words',
  parameters: 'WORD…',
  summary: 'Repeats words.',
  options: {
    loud: { summary: 'in capital letters' },
    colors: { value: 'always|never|automatic', summary: 'whether colors are used' },
    format: { value: 'text|json', summary: 'how it looks' },
  },
  run(input, terminal) {
    const format = choiceOption(input, 'format', ['text', 'json']) ?? 'text';
    const text = input.args.join(' ');
    terminal.print(input.options['loud'] === true ? text.toUpperCase() : `${format} ${text}`);
    return Promise.resolve(3);
  },
};

const fail: Command = {
  name: 'fail',
  parameters: '',
  summary: 'Fails.',
  options: {},
  run: () => Promise.reject(new Error('It failed.')),
};

const rejected: Command = {
  ...fail,
  name: 'rejected',
  run: (input) =>
    Promise.reject(
      input.options['page'] === true
        ? new KeyRejectedError(200)
        : new RejectedError(400, 'invalid-query', '(10605) table-not-found'),
    ),
  options: { page: { summary: 'by a page' } },
};

const hostile: Command = {
  ...fail,
  name: 'hostile',
  run: () => Promise.reject(new RejectedError(500, 'x', 'no \u001b[2Jtraces\u202e')),
};

async function run(args: readonly string[]) {
  const written = { output: '', errors: '' };
  const terminal = openTerminal(
    { write: (text) => (written.output += text) },
    { write: (text) => (written.errors += text) },
    {},
  );
  const code = await runCommandLine(args, [echo, fail, rejected, hostile], terminal);
  return { code, ...written };
}

describe('The command line', () => {
  it('runs a command with its arguments and options, and returns its exit code', async () => {
    assert.deepEqual(await run(['echo', 'words', 'a', '--loud', 'b']), {
      code: 3,
      output: 'A B\n',
      errors: '',
    });
    assert.equal((await run(['echo', 'words', '--format=json', 'a'])).output, 'json a\n');
  });

  it('explains a rejection, and prints no control characters of a platform', async () => {
    assert.deepEqual(await run(['rejected']), {
      code: 1,
      output: '',
      errors:
        'logbench: The platform rejected the request: (10605) table-not-found The table does not exist.\n',
    });
    assert.match((await run(['rejected', '--page'])).errors, /^logbench: The platform returned a web page/);
    assert.doesNotMatch((await run(['hostile'])).errors.trimEnd(), /[\p{Cc}\p{Cf}]/u);
  });

  it('lists its commands for --help and without arguments', async () => {
    const help = await run(['--help']);

    assert.equal(help.code, 0);
    assert.match(help.output, /echo words +Repeats words\./);
    assert.equal((await run([])).code, 1);
    assert.match((await run(['echo', '--help'])).output, /echo words/);
  });

  it('explains a command for --help', async () => {
    const { code, output } = await run(['echo', 'words', '--help']);

    assert.equal(code, 0);
    assert.match(output, /^Usage: logbench echo words WORD…\n\nRepeats words\./);
    assert.equal(
      output.slice(output.indexOf('  --')),
      [
        '  --loud                           in capital letters',
        '  --colors always|never|automatic  whether colors are used',
        '  --format text|json               how it looks\n',
      ].join('\n'),
    );
  });

  it('explains the command after help, and accepts help as an argument of a command', async () => {
    assert.match((await run(['help', 'echo', 'words'])).output, /^Usage: logbench echo words WORD…/);
    assert.equal((await run(['echo', 'words', 'help'])).output, 'text help\n');
  });

  for (const [words, message] of [
    ['fail staging', /^logbench: fail: unexpected argument "staging"\.$/m],
    ['echo words -x', / words has no option -x\.\nRun logbench echo words --help to list its options\.\n$/],
    ['ecko', /There is no command "ecko"\. Did you mean "echo"\?/],
    ['echo word', /There is no command "echo word"\. Did you mean "echo words"\?/],
    ['echo words --lout', /no option --lout\. Did you mean "--loud"\?/],
    ['something', /^(?![^]*Did you mean)/],
    ['echo words --format', /--format/],
    ['echo words --format xml', /--format must be one of text, json\./],
  ] as const) {
    it(`rejects ${words} in one sentence, with a similar word if there is one`, async () => {
      const { code, output, errors } = await run(words.split(' '));
      assert.deepEqual([code, output], [1, '']);
      assert.match(errors, message);
    });
  }

  it('takes what follows -- for an argument', async () => {
    assert.equal((await run(['echo', 'words', '--', '-x'])).output, 'text -x\n');
  });

  it('colors a result when standard output is a terminal', () => {
    const written: string[] = [];
    const stream = (isTTY: boolean) => ({ write: (text: string) => written.push(text), isTTY });
    openTerminal(stream(true), stream(false), {}).print('+ create: A', 'green');
    openTerminal(stream(false), stream(true), {}).print('+ create: A', 'green');
    openTerminal(stream(true), stream(true), { NO_COLOR: '1' }).print('+ create: A', 'green');

    assert.deepEqual(written, ['\u001b[32m+ create: A\u001b[0m\n', '+ create: A\n', '+ create: A\n']);
  });
});
