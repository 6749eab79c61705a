import assert from 'node:assert/strict';
import { call } from '../../support/call';
import { FaultProxy, passOn, send } from '../../support/faultProxy';
import type { Interference } from '../../support/faultProxy';
import { hostileLinks } from '../../support/hostileTexts';
import { startPlatform } from '../../support/platform';

/** An icon, and as many links as a name may hold, in one line; signs that addresses give a meaning; all directions. */
export const hostile = `$(warning) ${hostileLinks.join(' ').replace(/\s+/g, ' ')} %5B %2F .. \u202e`.slice(
  0,
  200,
);

const guid = '5f0e1d2c-3b4a-4958-8677-6a5b4c3d2e1f';

/**
 * A platform whose every name is hostile: the real platform, and where that rejects such names, as it does for
 * tables, a proxy that writes them into its responses.
 */
export class HostilePlatform implements AsyncDisposable {
  static async start(): Promise<HostilePlatform> {
    const platform = await startPlatform();
    const hostilePlatform = new HostilePlatform(platform, await FaultProxy.start(platform.baseUrl));
    hostilePlatform.respond();
    return hostilePlatform;
  }

  private constructor(
    readonly platform: Awaited<ReturnType<typeof startPlatform>>,
    private readonly proxy: FaultProxy,
  ) {}

  get baseUrl(): string {
    return this.proxy.baseUrl;
  }

  get key(): string {
    return this.platform.key;
  }

  respond(): void {
    this.proxy.interference = withHostileTables;
  }

  /** No response comes until it is released, so there is time to check. */
  keepSilent(): void {
    this.proxy.interference = () => undefined;
  }

  async post(resource: string, form: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
    const { status, body } = await call(this.platform.baseUrl, `POST /api/core/${resource}`, {
      key: this.key,
      form,
    });
    assert.equal(status, 200, JSON.stringify(body));
    return body as Record<string, unknown>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.proxy[Symbol.asyncDispose]();
    await this.platform[Symbol.asyncDispose]();
  }
}

const withHostileTables: Interference = async (exchange) => {
  const found = Object.entries(responses).find(([path]) => exchange.path.startsWith(path));
  if (found === undefined || exchange.method !== 'GET') return passOn(exchange);
  const body = Buffer.from(JSON.stringify(found[1]));
  send(exchange.response, { status: 200, headers: { 'content-type': 'application/json' }, body });
};

const group = { group_guid: guid, group_name: `group ${hostile}` };
const table = {
  table_name: `table ${hostile}`,
  layout: 'columnar',
  compression: hostile,
  retention: 0,
  table_size: 1,
  index_size: 1,
  ratio: 0,
  min_day: hostile,
  max_day: hostile,
  ...group,
};
const responses = {
  '/api/core/tables': { total_count: 1, tables: [table] },
  '/api/core/table-groups': {
    total_count: 1,
    table_groups: [{ guid, name: group.group_name, description: hostileLinks.join('\n') }],
  },
};
