import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diagnosticsText, withoutNames } from '../../../src/features/diagnostics/diagnosticsText';
import type { Diagnostics } from '../../../src/features/diagnostics/diagnosticsText';
import { RecentRequests } from '../../../src/ui/connections/recentRequests';

const connection = {
  ...{ name: 'SOC Seoul', baseUrl: 'https://soc.example.com:8443/gw', environment: 'production' },
  ...{ locked: true, hasKey: true },
  probes: [{ name: 'tables', milliseconds: 12, outcome: 'ok, 40 in all' }],
};
const request = {
  ...{ at: Date.UTC(2026, 10, 15), connection: 'SOC Seoul', method: 'GET', path: '/tables' },
  ...{ milliseconds: 31, error: 'UnreachableError: connect ECONNREFUSED soc.example.com:8443' },
};
const diagnostics: Diagnostics = {
  collected: new Date(Date.UTC(2026, 10, 15, 9)),
  versions: [['Logbench', '0.1.0']],
  settings: { 'logbench.connections': [{ name: 'SOC Seoul', baseUrl: 'https://soc.example.com:8443/gw' }] },
  connections: [connection],
  requests: [request, { ...request, error: undefined }],
};

describe('Diagnostics', () => {
  it('name versions, settings, connections with their probes, and the last requests with times and outcomes', () => {
    const text = diagnosticsText(diagnostics);
    for (const line of [
      '| Logbench | 0.1.0 |',
      '"baseUrl": "https://soc.example.com:8443/gw"',
      '### SOC Seoul',
      '| API key | set |',
      '| Writes | locked |',
      '| tables | 12 ms | ok, 40 in all |',
      '| 2026-11-15T00:00:00.000Z | SOC Seoul | GET /tables | 31 ms | ok |',
    ]) {
      assert.ok(text.includes(line), `${line} is missing in\n${text}`);
    }
    assert.match(diagnosticsText({ ...diagnostics, connections: [], requests: [] }), /There are none\./);
  });

  it('have neither hosts nor names of connections if these are replaced', () => {
    const other = { ...connection, name: 'SOC', baseUrl: 'http://10.0.0.7' };
    const shown = { ...diagnostics, connections: [connection, other] };
    const text = withoutNames(diagnosticsText(shown), shown.connections);
    assert.doesNotMatch(text, /SOC|Seoul|example|10\.0\.0\.7/);
    assert.match(text, /### connection-1\n/);
    assert.match(text, /\| https:\/\/host-1:8443\/gw \|/);
    assert.match(text, /### connection-2\n/);
    assert.match(text, /ECONNREFUSED host-1:8443/);
  });

  it('have neither groups nor certificate files of connections if names are replaced', () => {
    const grouped = { ...connection, group: 'Acme Bank', caFile: '/etc/acme/ca.pem' };
    const settings = { 'logbench.connections': [{ group: grouped.group, caFile: grouped.caFile }] };
    const text = withoutNames(diagnosticsText({ ...diagnostics, settings }), [grouped]);
    assert.doesNotMatch(text, /acme/i);
    assert.match(text, /"group": "group-1",\n\s+"caFile": "file-1"/);
  });

  it('replace any name, wherever it is written', () => {
    const name = fc
      .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
      .filter((text) => /\p{L}/u.test(text));
    fc.assert(
      fc.property(name, (own) => {
        const named = { ...connection, name: `${own}§` };
        const text = diagnosticsText({
          ...diagnostics,
          settings: { 'logbench.connections': [{ name: named.name }] },
          connections: [named],
          requests: [{ ...request, connection: named.name }],
        });
        assert.doesNotMatch(withoutNames(text, [named]), /§/);
      }),
      { seed: 40 },
    );
  });

  it('keep tables whole, whatever a platform responds', () => {
    const hostile = {
      ...connection,
      probes: [{ name: 'tables', milliseconds: 1, outcome: 'a|b\n# c <img>' }],
    };
    const text = diagnosticsText({ ...diagnostics, connections: [hostile] });
    assert.ok(text.includes(String.raw`| tables | 1 ms | a\|b \# c \<img\> |`), text);
  });
});

describe('The last requests', () => {
  it('are at most two hundred, the newest last', () => {
    const requests = new RecentRequests();
    for (let index = 0; index < 250; index++) requests.add({ ...request, milliseconds: index });
    assert.deepEqual(
      [requests.all().length, requests.all()[0]?.milliseconds, requests.all().at(-1)?.milliseconds],
      [200, 50, 249],
    );
  });
});
