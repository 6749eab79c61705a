import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { disposedAfter } from '../../support/ofSuite';
import { runCommand, TestProject } from '../../support/project';
import { temporaryFolder } from '../../support/temporaryFolder';
import type { TemporaryFolder } from '../../support/temporaryFolder';

interface Job {
  readonly environment?: string;
  readonly steps: readonly Step[];
}

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const [, template = ''] =
  /^`{3,}yaml\n(name: [^]*?)^`{3,}/m.exec(readFileSync('docs/as-code.md', 'utf8')) ?? [];
const { jobs } = parse(template) as { readonly jobs: Readonly<Record<string, Job>> };
/** The secrets of the environments, as the documentation says. */
const secrets: Readonly<Record<string, readonly string[]>> = {
  staging: ['STAGING'],
  production: ['STAGING', 'PRODUCTION'],
};
const first = 'scheduled-queries/First.lq';

describe('A repository with the workflow of the documentation', () => {
  let project: TestProject;
  let origin: TemporaryFolder;

  before(async () => {
    [project, origin] = await Promise.all([TestProject.start(), temporaryFolder()]);
    const platform = `{base_url: "${project.proxy.baseUrl}", environment: `;
    await project.write(
      'logbench.yaml',
      `platforms:\n  staging: ${platform}staging}\n  production: ${platform}production}\n`,
    );
    await mkdir(path.join(project.root, 'tools/logbench'), { recursive: true });
    await copyFile('dist/cli.js', path.join(project.root, 'tools/logbench/cli.js'));
    // A stub of GitHub's own program, which records what it would write.
    const gh = `#!/bin/sh\ntest "$GH_TOKEN" = token && { echo "$@"; cat plan.md; } > "${origin.path}/comment"\n`;
    await writeFile(path.join(origin.path, 'gh'), gh);
    chmodSync(path.join(origin.path, 'gh'), 0o755);
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', 'origin.git'], {
      cwd: origin.path,
    });
    git('init', '--quiet', '--initial-branch=main');
    git('remote', 'add', 'origin', path.join(origin.path, 'origin.git'));
    for (const name of ['First', 'Second', 'Third']) await project.create({ name });
    await pull();
    commit('start');
    git('push', '--quiet', '--set-upstream', 'origin', 'main');
  });

  disposedAfter(() => [project, origin]);

  function git(...args: readonly string[]): string {
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
    return execFileSync('git', [...identity, ...args], { cwd: project.root, encoding: 'utf8' });
  }

  function commit(message: string): void {
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
  }

  /** Runs a script as the runner does, and resolves to its exit code. */
  async function shell(script: string, env: NodeJS.ProcessEnv): Promise<number | null> {
    const child = execFile('bash', ['-e', '-c', script], { cwd: project.root, env: environment(env) });
    const [code] = (await once(child, 'close')) as [number | null];
    return code;
  }

  function environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const searched = [origin.path, path.dirname(process.execPath), process.env['PATH'] ?? ''].join(':');
    return { ...process.env, PATH: searched, ...env };
  }

  /** By a user, who has the keys of both. */
  async function pull(): Promise<void> {
    const env = { LOGBENCH_API_KEY: project.platform.key };
    for (const platform of ['staging', 'production']) {
      const args = ['pull', '--platform', platform, '--no-rules'];
      assert.equal((await runCommand(args, { cwd: project.root, env })).code, 0);
    }
  }

  /** Runs the steps of a job; those behind a failed one only where they say so. */
  async function job(name: string): Promise<readonly (number | null)[]> {
    const codes: (number | null)[] = [];
    const { environment: environmentName, steps } = jobs[name]!;
    const evaluate = expressionsOf(environmentName);
    for (const { run, if: condition, env = {} } of steps) {
      const hasFailed = codes.some((code) => code !== 0);
      if (run === undefined || (hasFailed && condition !== 'always()')) continue;
      const own = Object.entries(env).map(([variable, value]) => [variable, evaluate(value)] as const);
      codes.push(await shell(evaluate(run), Object.fromEntries(own)));
    }
    return codes;
  }

  /** Replaces expressions as GitHub does in a job; with an empty text if it does not know one. */
  function expressionsOf(environmentName = ''): (text: string) => string {
    const { key } = project.platform;
    const values = new Map([
      ['github.event.number', '7'],
      ['github.token', 'token'],
      ['vars.LOGBENCH_ALLOWED_ORIGINS', project.proxy.baseUrl],
      ...(secrets[environmentName] ?? []).map((name) => [`secrets.LOGBENCH_API_KEY_${name}`, key] as const),
    ]);
    return (text) => text.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, value: string) => values.get(value) ?? '');
  }

  async function comment(): Promise<string> {
    return readFile(path.join(origin.path, 'comment'), 'utf8');
  }

  /** Another user's commit, which this clone does not have. */
  function pushElsewhere(): void {
    const other = path.join(origin.path, 'other');
    execFileSync('git', ['clone', '--quiet', path.join(origin.path, 'origin.git'), other]);
    const identity = ['-c', 'user.name=b', '-c', 'user.email=b@b'];
    execFileSync('git', [...identity, 'commit', '--quiet', '--allow-empty', '--message=elsewhere'], {
      cwd: other,
    });
    execFileSync('git', ['push', '--quiet'], { cwd: other });
  }

  it('checks a change, comments the plan, applies it and pushes the lock', async () => {
    git('checkout', '--quiet', '-b', 'change');
    await project.edit(first, 'enabled: true', 'enabled: sometimes');
    assert.deepEqual(await job('check'), [2]);
    await project.edit(first, 'enabled: sometimes', 'enabled: false');
    assert.deepEqual([await job('check'), await job('plan')], [[0], [0, 0]]);
    assert.match(
      await comment(),
      /^pr comment 7 --edit-last --create-if-none --body-file plan\.md\n### Plan for staging \(staging\), http.*\n\n1 to change, 2 unchanged\.\n\n```diff\n~ change: First \(scheduled-queries\/First\.lq\)\n {4}enabled: true → false\n```\n$/,
    );
    git('checkout', '--quiet', '--', 'logbench.lock.json');
    git('add', 'scheduled-queries');
    git('commit', '--quiet', '--message=change');
    git('checkout', '--quiet', 'main');
    git('merge', '--quiet', 'change');
    git('push', '--quiet');
    pushElsewhere();

    assert.deepEqual(await job('apply'), [0, 0]);
    assert.equal((await project.records()).get('First')?.enabled, false);
    assert.match(git('show', 'origin/main:logbench.lock.json'), /First\.lq": \{[^\n]*"enabled":false/);
  });

  it('fails the job on changes made on the platform, until they are accepted', async () => {
    await project.change('Second', { description: 'Changed by hand' });

    assert.deepEqual(await job('apply'), [3, 0]);
    await pull();
    commit('take over');
    git('push', '--quiet');
    assert.deepEqual(await job('apply'), [0, 0]);
    assert.equal((await project.records()).get('Second')?.description, 'Changed by hand');
  });
});
