import assert from 'node:assert/strict';
import { request } from 'undici';
import { responding } from '../test/support/httpServer';
import type { HttpServer } from '../test/support/httpServer';
import { compare } from './measurement';
import type { Measurement } from './measurement';
import { listTables } from '../src/core/api/operations/tables';

const smallRequests = 1000;

export async function measure(): Promise<Measurement[]> {
  return [await decoding(), await smallRequestRate()];
}

async function decoding(): Promise<Measurement> {
  await using server = await servingTables(100_000);
  await using client = server.client();
  return await compare({
    name: 'client: 100,000 tables decoded and checked',
    against: 'bare undici and JSON.parse',
    theirs: async () => {
      const { body } = await request(`${server.origin}/api/core/tables`);
      JSON.parse(await body.text());
    },
    ours: async () => {
      assert.equal((await client.send(listTables({}))).items.length, 100_000);
    },
    bar: { atMost: 1.5 },
  });
}

async function smallRequestRate(): Promise<Measurement> {
  await using server = await servingTables(1);
  await using client = server.client();
  const headers = { authorization: 'Bearer k3y', accept: 'application/json' };
  return await compare({
    name: 'client: small requests per second',
    against: 'bare undici',
    theirs: async () => {
      for (let count = 0; count < smallRequests; count++) {
        const { body } = await request(`${server.origin}/api/core/tables`, { headers });
        await body.json();
      }
    },
    ours: async () => {
      for (let count = 0; count < smallRequests; count++) await client.send(listTables({}));
    },
    bar: { atLeast: 0.85 },
    rates: true,
  });
}

function servingTables(count: number): Promise<HttpServer> {
  const tables = Array.from({ length: count }, (_, index) => ({
    ...tableRecord(index),
    group_guid: '8d1b9f6e-52d2-4a0b-9d43-0c5a6f6f3c11',
    group_name: 'Firewall',
  }));
  return responding(200, JSON.stringify({ total_count: count, tables }));
}

/** A table as in the list of a platform. */
function tableRecord(index: number): object {
  return {
    table_name: `firewall_${index}`,
    layout: 'columnar',
    compression: 'snappy',
    retention: 90,
    encrypted: false,
    min_day: '2026-01-01 00:00:00+0900',
    max_day: '2026-03-31 23:59:59+0900',
    table_size: 1_234_567_890 + index,
    index_size: 12_345_678,
    ratio: 0.12,
  };
}
