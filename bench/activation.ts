import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { hostVersions } from '../scripts/hosts/fetchHost.mjs';
import { inProject } from '../scripts/project.mjs';
import { temporaryFolder } from '../test/support/temporaryFolder';
import { judge, median, spreadOf } from './measurement';
import type { Measurement } from './measurement';
import { writeBareExtension } from './support/bareExtension';
import { installExtension, measureInVscode, ours, prepareSuite } from './support/vscodeWindow';

/** Even, so that both the extension and the baseline are equally often the first in a host, which is slower. */
const starts = Number(process.env['LOGBENCH_BENCH_STARTS'] ?? 16);
const startDeadline = 120_000;

/** A minimal extension with as many commands and views. */
const floor = 'logbench.floor';

type Times = Readonly<Record<string, number>>;

/** The time of the first activation in an idle host, over several starts of VS Code. */
export async function measure(): Promise<Measurement[]> {
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  await prepareSuite(folder, suite);
  const measurements: Measurement[] = [];
  for (const version of ['oldest', 'newest'] as const) {
    const samples: Times[] = [];
    for (let start = 0; start < starts; start++) samples.push(await measureOnce(folder, version, start));
    measurements.push(...compareWithFloor(hostVersions[version].vscode, samples));
  }
  return measurements;
}

function compareWithFloor(version: string, samples: readonly Times[]): Measurement[] {
  const timesOf = (id: string): number[] => samples.flatMap((times) => times[id] ?? []);
  const our = timesOf(ours);
  const responses = timesOf('firstResponse');
  const responded: Measurement = {
    name: `activation in VS Code ${version} until all features are loaded and one has responded`,
    value: median(responses),
    unit: 'ms',
    spread: spreadOf(responses),
    passed: true,
  };
  const bare = median(timesOf(floor));
  const ratio = median(our) / bare;
  const activated: Measurement = {
    name: `activation in VS Code ${version}, median of ${samples.length} starts`,
    value: median(our),
    unit: 'ms',
    against: `a bare extension with as many commands and views: ${bare.toFixed(1)} ms`,
    ratio,
    spread: spreadOf(our),
    ...judge(ratio, { atMost: 1.3 }),
  };
  return [activated, responded];
}

/** Installs the extension and the minimal one where VS Code expects user extensions. */
async function install(dataFolder: string): Promise<void> {
  const extensions = path.join(dataFolder, 'extensions');
  await writeBareExtension(path.join(extensions, floor), await readFile(inProject('package.json'), 'utf8'));
  await installExtension(dataFolder, floor);
}

/** Runs in the extension host. The two extensions alternate in being first. */
const suite = `
async function measure() {
  await wait(3000);
  const times = {};
  for (const id of JSON.parse(process.env.LOGBENCH_BENCH_ORDER)) {
    const extension = vscode.extensions.getExtension(id);
    if (extension?.isActive !== false) {
      throw new Error(id + (extension ? ' is active before its time.' : ' is not installed.'));
    }
    const start = performance.now();
    await extension.activate();
    times[id] = performance.now() - start;
    if (id === 'logbench.logbench') {
      await vscode.workspace.fs.stat(vscode.Uri.parse('logbench:/'));
      times.firstResponse = performance.now() - start;
    }
    await wait(300);
  }
  return times;
}
`;

async function measureOnce(folder: string, version: string, start: number): Promise<Times> {
  const dataFolder = path.join(folder, `data-${version}-${start}`);
  const order = start % 2 === 0 ? [ours, floor] : [floor, ours];
  await install(dataFolder);
  try {
    return await measureInVscode(version, folder, z.record(z.string(), z.number()), {
      ...{ dataFolder, deadline: startDeadline },
      env: { LOGBENCH_BENCH_ORDER: JSON.stringify(order) },
    });
  } finally {
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 3 });
  }
}
