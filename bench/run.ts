import { fork } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { styleText } from 'node:util';
import { inProject } from '../scripts/project.mjs';
import type { Measurement } from './measurement';

const notBenches = ['measureAlone.ts', 'measurement.ts', 'run.ts'];

/** Takes minutes and gigabytes, so it runs only with the flag. */
const large = { flag: '--large', file: 'platformLarge.ts' };

/** Replaces the results of the named benchmarks, and keeps the others. */
const saveFlag = '--save';

/** All benchmarks of this folder; `npm run bench -- language` runs one of them. */
async function main(args: readonly string[]): Promise<void> {
  const wanted = args.filter((word) => word !== large.flag && word !== saveFlag);
  const left = [...notBenches, ...(args.includes(large.flag) ? [] : [large.file])];
  const files = readdirSync(inProject('bench'));
  const names = files.filter((name) => name.endsWith('.ts') && !left.includes(name));
  const selected = names.filter((name) => wanted.length === 0 || wanted.includes(path.parse(name).name));
  const results: Record<string, Measurement[]> = {};
  process.exitCode = 0;
  for (const name of selected.map((file) => path.parse(file).name)) {
    process.stderr.write(`measuring ${name}\n`);
    try {
      const measurements = await measureAlone(name);
      results[name] = measurements;
      process.stdout.write(`${tableOf(measurements)}\n`);
      if (!measurements.every(({ passed }) => passed)) process.exitCode = 1;
    } catch (error) {
      // The others are still useful.
      process.stderr.write(`${name} could not be measured: ${String(error)}\n`);
      process.exitCode = 1;
    }
    // A whole run takes long, so intermediate results are saved.
    if (wanted.length === 0) writeResults({ date: new Date().toISOString(), machine: machine(), results });
    else if (args.includes(saveFlag)) writeResults(withResults(results));
  }
}

/** In a separate process, so that the heap and compiled code of one benchmark do not affect the next. */
async function measureAlone(name: string): Promise<Measurement[]> {
  const bundle = path.join(path.dirname(process.argv[1] ?? ''), 'measureAlone.mjs');
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

interface Results {
  /** When all of them were measured. */
  readonly date: string;
  readonly machine: object;
  readonly results: Readonly<Record<string, readonly Measurement[]>>;
  /** Those that were measured later. */
  readonly later?: Readonly<Record<string, { readonly date: string; readonly machine: object }>>;
}

const resultsFile = inProject('bench', 'results.json');

function withResults(results: Results['results']): Results {
  const known = JSON.parse(readFileSync(resultsFile, 'utf8')) as Results;
  const measured = { date: new Date().toISOString(), machine: machine() };
  const later = Object.fromEntries(Object.keys(results).map((name) => [name, measured]));
  return { ...known, results: { ...known.results, ...results }, later: { ...known.later, ...later } };
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

function writeResults(document: Results): void {
  writeFileSync(resultsFile, `${JSON.stringify(document, null, 2)}\n`);
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
