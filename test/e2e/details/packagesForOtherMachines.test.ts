import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { copyEngine, targets } from '../../../scripts/package/engine.mjs';
import { temporaryFolder } from '../../support/temporaryFolder';

describe('The engine in a package', function () {
  this.timeout(240_000);

  for (const target of targets) {
    it(`for ${target} is built for its system and processor`, async () => {
      await using folder = await temporaryFolder();
      await copyEngine(target, folder.path);

      const modules = path.join(folder.path, 'node_modules', '@duckdb');
      const files = await readdir(modules, { recursive: true });
      const binaries = files.filter((file) => file.endsWith('.node'));
      assert.deepEqual(binaries, [path.join(`node-bindings-${target}`, 'duckdb.node')]);
      assert.equal(machineOf(await readFile(path.join(modules, binaries[0] ?? ''))), target);
    });
  }
});

/** The system and processor of a binary, by the headers of the ELF, Mach-O and PE formats. */
function machineOf(binary: Buffer): string {
  if (binary.readUInt32BE(0) === 0x7f454c46) return `linux-${processors[binary.readUInt16LE(0x12)]}`;
  if (binary.readUInt32LE(0) === 0xfeedfacf) return `darwin-${processors[binary.readUInt32LE(4)]}`;
  const header = binary.readUInt32LE(0x3c);
  assert.equal(binary.toString('latin1', header, header + 4), 'PE\0\0');
  return `win32-${processors[binary.readUInt16LE(header + 4)]}`;
}

const processors: Readonly<Record<number, string>> = {
  0x3e: 'x64',
  0xb7: 'arm64',
  0x1000007: 'x64',
  0x100000c: 'arm64',
  0x8664: 'x64',
  0xaa64: 'arm64',
};
