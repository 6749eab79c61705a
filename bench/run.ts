import { fork } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { styleText } from 'node:util';
import { inProject } from '../scripts/project.mjs';
import type { Measurement } from './measurement';

const notBenches = ['measurement.ts', 'run.ts'];

/** Takes minutes and gigabytes, so it runs only with the flag. */
const large = { flag: '--large', file: 'platformLarge.ts' };

/** Saves the results of the named benchmarks; those of a whole run always are. */
const saveFlag = '--save';

/** All benchmarks of this folder; `npm run bench -- language` runs one of them. */
async function main(args: readonly string[]): Promise<void> {
  const wanted = args.filter((word) => word !== large.flag && word !== saveFlag);
  const left = wanted.length > 0 || args.includes(large.flag) ? notBenches : [...notBenches, large.file];
  const files = readdirSync(inProject('bench')).filter(
    (name) => name.endsWith('.ts') && !left.includes(name),
  );
  const names = files.map((file) => path.parse(file).name);
  process.exitCode = 0;
  for (const name of names.filter((name) => wanted.length === 0 || wanted.includes(name))) {
    process.stderr.write(`measuring ${name}\n`);
    try {
      const measurements = await measureAlone(name);
      process.stdout.write(`${tableOf(measurements)}\n`);
      if (wanted.length === 0 || args.includes(saveFlag)) save(name, measurements);
      if (!measurements.every(({ passed }) => passed)) process.exitCode = 1;
    } catch (error) {
      // The others are still useful.
      process.stderr.write(`${name} could not be measured: ${String(error)}\n`);
      process.exitCode = 1;
    }
  }
}

/** In a separate process, so that the heap and compiled code of one benchmark do not affect the next. */
async function measureAlone(name: string): Promise<Measurement[]> {
  const child = fork(bundle, [name]);
  return new Promise((resolve, reject) => {
    child.once('message', (measurements) => {
      resolve(measurements as Measurement[]);
    });
    child.once('exit', (code) => {
      reject(new Error(`it ended with code ${String(code)}`));
    });
  });
}

/** What the separate process does: it measures and sends what it measured. */
async function measureHere(name: string): Promise<void> {
  const file = pathToFileURL(path.join(path.dirname(bundle), `${name}.mjs`)).href;
  const bench = (await import(file)) as { measure(): Promise<Measurement[]> };
  process.send?.(await bench.measure());
  process.disconnect();
}

/** Replaces the results of one benchmark, and keeps the others. */
function save(name: string, measurements: readonly Measurement[]): void {
  const file = inProject('bench', 'results.json');
  const results = JSON.parse(readFileSync(file, 'utf8')) as object;
  const measured = { date: new Date().toISOString(), machine: machine(), measurements };
  writeFileSync(file, `${JSON.stringify({ ...results, [name]: measured }, null, 2)}\n`);
}

function machine(): object {
  return {
    node: process.version,
    cores: os.cpus().length,
    memory: os.totalmem(),
    system: os.type(),
    // With other load, times are longer and ratios less reliable.
    loadAverage: os.loadavg().map((load) => Math.round(load * 10) / 10),
  };
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

const [, bundle = '', ...args] = process.argv;
void (process.send ? measureHere(args[0] ?? '') : main(args));
