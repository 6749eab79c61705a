import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Measurement } from './measurement';

interface Bench {
  measure(): Promise<Measurement[]>;
}

/** Runs the named benchmark from its bundle and returns its measurements. */
async function main([own = '', name = '']: readonly string[]): Promise<void> {
  const bundle = pathToFileURL(path.join(path.dirname(own), `${name}.mjs`)).href;
  const bench = (await import(bundle)) as Bench;
  process.send?.(await bench.measure());
  process.disconnect();
}

void main(process.argv.slice(1));
