import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseCommandLine } from '../../../src/platform/commandLine';
import { UsageError } from '../../../src/platform/errors';
import type { CommandLine } from '../../../src/platform/commandLine';
import { machineTimeZone } from '../../../src/core/time/zones';
import { temporaryFolder } from '../../support/temporaryFolder';

const key = 'secret-key-of-16';
const otherKey = 'secret:key:with:colons#';
const variable = 'LOGBENCH_PLATFORM_API_KEYS';

function parse(args: readonly string[], environment: Readonly<Record<string, string>> = {}): CommandLine {
  const parsed = parseCommandLine(args, environment);
  assert.ok(parsed);
  return parsed;
}

/** Why the words are rejected. No key is repeated. */
function rejected(args: readonly string[], environment: Readonly<Record<string, string>> = {}): string {
  try {
    parseCommandLine(args, environment);
  } catch (error) {
    assert.ok(error instanceof UsageError, String(error));
    assert.doesNotMatch(error.message, /secret/);
    return error.message;
  }
  return assert.fail(`accepted: ${args.join(' ')}`);
}

describe('The command line of the platform', () => {
  it('listens on this machine only, keeps everything in memory, and limits queries and the audit log', () => {
    assert.deepEqual(parse([]), {
      host: '127.0.0.1',
      port: 0,
      dataFolder: undefined,
      product: 'core',
      demo: false,
      apiKeys: [],
      revoked: [],
      trustedProxies: undefined,
      strictInterface: false,
      queryTimeout: 3_600_000,
      auditRetention: 365 * 86_400_000,
      timeZone: machineTimeZone(),
      geoipFile: undefined,
      announceFile: undefined,
    });
  });

  it('takes each option', () => {
    const { trustedProxies, ...parsed } = parse([
      ...['--host', '::', '--port', '65535', '--data', 'folder', '--product', 'Core_2-x', '--demo'],
      ...['--revoke', 'one', '--revoke', 'two', '--trust-proxy', '1', '--strict-interface'],
      ...['--query-timeout', '30s', '--audit-retention', '0', '--time-zone', 'Asia/Seoul'],
      ...['--geoip', 'places', '--announce', 'file', '--api-key', `kim:ADMIN:${key}`],
    ]);
    assert.deepEqual(parsed, {
      host: '::',
      port: 65_535,
      dataFolder: 'folder',
      product: 'Core_2-x',
      demo: true,
      apiKeys: [{ loginName: 'kim', role: 'ADMIN', apiKey: key }],
      revoked: ['one', 'two'],
      strictInterface: true,
      queryTimeout: 30_000,
      auditRetention: Infinity,
      timeZone: 'Asia/Seoul',
      geoipFile: 'places',
      announceFile: 'file',
    });
    assert.equal(trustedProxies?.('6.6.6.6', 0), true);
  });

  it('only prints help, whatever else it has', () => {
    assert.equal(parseCommandLine(['--help', '--port', 'many'], {}), undefined);
  });

  it('accepts time spans in seconds to weeks, up to the longest delay of a timer', () => {
    const timeout = (text: string): number => parse(['--query-timeout', text]).queryTimeout;
    assert.deepEqual(['0', '1s', '10m', '12h', '7d', '2w', '2147483s'].map(timeout), [
      Infinity,
      1000,
      600_000,
      43_200_000,
      604_800_000,
      1_209_600_000,
      2_147_483_000,
    ]);
    assert.match(rejected(['--query-timeout', '2147484s']), /^--query-timeout must be a time span/);
    assert.equal(parse(['--audit-retention', '2147484s']).auditRetention, 2_147_484_000);
  });

  for (const [text, reason] of [
    [['--port', 'many'], /--port/],
    [['--port', ''], /--port/],
    [['--port', '-1'], /--port/],
    [['--port', '65536'], /--port/],
    [['--port', '1x'], /--port/],
    [['--port', 'x1'], /--port/],
    [['--query-timeout', '4w'], /--query-timeout must be/],
    [['--product', 'a/b'], /--product/],
    [['--product', ''], /--product/],
    [['--data', ''], /--data must not be empty/],
    [['--announce', ' '], /--announce must not be empty/],
    [['--time-zone', 'Atlantis/Capital'], /--time-zone: .*Atlantis\/Capital/],
    [['--trust-proxy'], /--trust-proxy/],
    [['--trust-proxy', '0'], /--trust-proxy must be/],
    [['--trust-proxy', 'everybody'], /--trust-proxy must be/],
    [['--trust-proxy', '10.0.0.1,'], /--trust-proxy must be/],
    [['--audit-retention', 'long'], /--audit-retention must be/],
    [['--query-timeout', 'long'], /--query-timeout must be/],
    [['--query-timeout', '1y'], /--query-timeout must be/],
    [['--api-key', `somebody:KING:${key}`], /^--api-key: .*MEMBER, ADMIN, MASTER/],
    [['--api-key', key], /^--api-key: /],
    [['--api-key', `:ADMIN:${key}`], /^--api-key: /],
    [['--api-key', `:kim:ADMIN:${key}`], /^--api-key: /],
    [['--api-key', 'kim:ADMIN'], /^--api-key: .*LOGIN:ROLE:KEY/],
    [['--api-key', `kim:ADMIN:${key} more`], /^--api-key: .*LOGIN:ROLE:KEY/],
    [['--api-key', `kim:ADMIN: ${key}`], /^--api-key: .*LOGIN:ROLE:KEY/],
    [['--api-key', `kim:ADMIN:${key.slice(1)}`], /^--api-key: .*at least 16 characters/],
    [['--api-key', `kim:ADMIN:${key}`, '--revoke', 'kim'], /--revoke kim/],
    [['--api-key', `kim:ADMIN:${key}`, '--api-key', `lee:ADMIN:${key}`], /kim and lee/],
    [['--unknown'], /--unknown/],
    [['word'], /word/],
  ] as const) {
    it(`rejects ${text.join(' ') || 'nothing'}`, () => {
      assert.match(rejected(text), reason);
    });
  }
});

describe('The accounts of a command line', () => {
  it('come from the environment, a file and options, of which the last counts', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'keys');
    await writeFile(file, `# who may call\r\n\r\nkim:MEMBER:${otherKey}\r\n  lee:ADMIN:${key}2  \n`);
    const environment = { [variable]: `kim:MASTER:${key}0\npark:MASTER:${key}1\n` };
    const args = ['--api-key-file', file, '--api-key', `lee:MEMBER:${key}3`];
    assert.deepEqual(parse(args, environment).apiKeys, [
      { loginName: 'kim', role: 'MEMBER', apiKey: otherKey },
      { loginName: 'park', role: 'MASTER', apiKey: `${key}1` },
      { loginName: 'lee', role: 'MEMBER', apiKey: `${key}3` },
    ]);
  });

  it('are rejected with the line of the error', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'keys');
    await writeFile(file, `#\nkim:MEMBER:${key}\nlee:KING:${key}\n`);
    assert.match(rejected(['--api-key-file', file]), /keys, line 3: /);
    assert.match(rejected([], { [variable]: 'kim:ADMIN:secret' }), new RegExp(`^${variable}, line 1: `));
    const missing = rejected(['--api-key-file', path.join(folder.path, 'nowhere')]);
    assert.match(missing, /nowhere of --api-key-file cannot be read: ENOENT/);
  });
});
