import assert from 'node:assert/strict';
import fc from 'fast-check';
import { diagnosticsText } from '../../../../src/extension/features/diagnostics/diagnosticsText';
import type { Diagnostics } from '../../../../src/extension/features/diagnostics/diagnosticsText';
import { withoutNames } from '../../../../src/extension/features/diagnostics/replaceNames';
import { RecentRequests } from '../../../../src/extension/ui/connections/recentRequests';

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
      String.raw`| Logbench | 0\.1\.0 |`,
      '"baseUrl": "https://soc.example.com:8443/gw"',
      '### SOC Seoul',
      '| API key | set |',
      '| Writes | locked |',
      String.raw`| tables | 12 ms | ok\, 40 in all |`,
      String.raw`| 2026-11-15T00\:00\:00\.000Z | SOC Seoul | GET \/tables | 31 ms | ok |`,
    ]) {
      assert.ok(text.includes(line), `${line} is missing in\n${text}`);
    }
    assert.match(diagnosticsText({ ...diagnostics, connections: [], requests: [] }), /There are none\./);
  });

  it('have neither hosts nor names of connections if these are replaced', () => {
    const other = { ...connection, name: 'SOC', baseUrl: 'http://10.0.0.7' };
    const shown = { ...diagnostics, connections: [connection, other] };
    const text = diagnosticsText(withoutNames(shown, shown.connections));
    assert.doesNotMatch(text, /SOC|Seoul|example|10\.0\.0\.7/);
    assert.match(text, /### connection-1\n/);
    assert.match(text, /\| https\\:\\\/\\\/host-1\\:8443\\\/gw \|/);
    assert.match(text, /### connection-2\n/);
    assert.match(text, /ECONNREFUSED host-1\\:8443/);
  });

  it('have hosts in no other spelling either, also of settings that are not valid', () => {
    const spelled = { ...connection, name: 'Korea', baseUrl: 'https://Bücher.Example.KR/x' };
    const found = [
      ...['getaddrinfo ENOTFOUND XN--BCHER-KVA.EXAMPLE.KR', 'bücher.example.kr:443', 'BÜCHER.example.kr'],
      ...['connect ECONNREFUSED 10.1.2.3:8443', 'connect ECONNREFUSED 2001:db8::7:443', 'korea'],
      ...['KOREA is down', 'no route to fe80::1'],
    ];
    const settings = {
      'logbench.connections': [
        { name: 'Broken', baseUrl: 'Vault.internal:8443/gw' },
        { baseUrl: 'htps:/secret.lan/x' },
        { baseUrl: 'https://hidden host.lan' },
        { baseUrl: 'https://[2001:db8::9]:443' },
        ...[7, null, 'text'],
      ],
      'logbench.other': { 'VAULT.internal': 'Secret.LAN and hidden host.lan', Broken: '2001:DB8::9' },
    };
    const shown = {
      ...{
        ...diagnostics,
        settings,
        connections: [spelled],
        versions: [['Remote', 'ssh+BÜCHER.example.kr'] as const],
      },
      requests: found.map((error) => ({ ...request, connection: 'Korea', path: '/', error })),
    };
    const text = diagnosticsText(withoutNames(shown, [spelled]));
    assert.doesNotMatch(text, /bücher|bcher|korea|10\\?\.1|2001|db8|fe80|vault|secret|hidden|broken/iu);
    assert.match(text, /\| Remote \| ssh\\\+host-1 \|/);
    assert.match(text, /ENOTFOUND host-1 /);
    assert.match(text, /ECONNREFUSED address-1\\:8443/);
    assert.match(text, /ECONNREFUSED address-2 /);
    assert.match(text, /"host-2": "host-3 and host-4"/);
    assert.match(text, /2026-11-15T00/);
  });

  it('have neither groups nor certificate files of connections if names are replaced', () => {
    const grouped = { ...connection, group: 'Acme Bank', caFile: '/etc/acme/ca.pem' };
    const settings = { 'logbench.connections': [{ group: grouped.group, caFile: grouped.caFile }] };
    const text = diagnosticsText(withoutNames({ ...diagnostics, settings }, [grouped]));
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
        const written = {
          ...diagnostics,
          settings: { 'logbench.connections': [{ name: named.name }] },
          connections: [named],
          requests: [{ ...request, connection: named.name }],
        };
        assert.doesNotMatch(diagnosticsText(withoutNames(written, [named])), /§/);
      }),
      { seed: 40 },
    );
  });

  it('show a response with pipes and markup as text in one cell', () => {
    const hostile = {
      ...connection,
      probes: [{ name: 'tables', milliseconds: 1, outcome: 'a|b\n# c <img>' }],
    };
    const text = diagnosticsText({ ...diagnostics, connections: [hostile] });
    assert.ok(text.includes(String.raw`| tables | 1 ms | a\|b ⏎ \# c \<img\> |`), text);
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
