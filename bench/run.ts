import { readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { styleText } from 'node:util';
import type { Measurement } from './measurement';

interface Bench {
  measure(): Promise<Measurement[]>;
}

const notBenches = ['measurement.ts', 'run.ts'];

/** Every file of this folder that measures something; `npm run bench -- language` runs one of them. */
async function main(wanted: readonly string[]): Promise<void> {
  const names = readdirSync(__dirname).filter((name) => name.endsWith('.ts') && !notBenches.includes(name));
  const chosen = names.filter((name) => wanted.length === 0 || wanted.includes(path.parse(name).name));
  const results: Record<string, Measurement[]> = {};
  for (const name of chosen) {
    process.stderr.write(`measuring ${path.parse(name).name}\n`);
    const bench = (await import(path.join(__dirname, name))) as Bench;
    results[path.parse(name).name] = await bench.measure();
  }
  const measurements = Object.values(results).flat();
  process.stdout.write(`${tableOf(measurements)}\n`);
  if (wanted.length === 0) writeResults(results);
  process.exitCode = measurements.every((measurement) => measurement.passed) ? 0 : 1;
}

function writeResults(results: Readonly<Record<string, readonly Measurement[]>>): void {
  const machine = {
    node: process.version,
    cores: os.cpus().length,
    memory: os.totalmem(),
    system: os.type(),
  };
  const document = { date: new Date().toISOString(), machine, results };
  writeFileSync(path.join(__dirname, 'results.json'), `${JSON.stringify(document, null, 2)}\n`);
}

function tableOf(measurements: readonly Measurement[]): string {
  const width = Math.max(...measurements.map(({ name }) => name.length));
  return measurements
    .map((measurement) => {
      const verdict = measurement.passed ? styleText('green', 'meets') : styleText('red', 'misses');
      return [
        measurement.name.padEnd(width),
        `${measurement.value.toPrecision(4)} ${measurement.unit}`.padStart(16),
        (measurement.ratio === undefined ? '' : `ratio ${measurement.ratio.toFixed(2)}`).padStart(12),
        (measurement.spread === undefined ? '' : `± ${(measurement.spread * 100).toFixed(0)} %`).padStart(8),
        measurement.bar === undefined ? '' : `${verdict} ${measurement.bar}`,
        measurement.against === undefined ? '' : `(against ${measurement.against})`,
      ].join('  ');
    })
    .join('\n');
}

void main(process.argv.slice(2));
