import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * The bundle of the platform, if the package contains it and the engine for this machine; the slim package
 * does not.
 */
export function platformProgram(extensionFolder: string): string | undefined {
  const program = path.join(extensionFolder, 'dist', 'platform.js');
  if (!existsSync(program)) return undefined;
  try {
    const bindings = createRequire(program).resolve('@duckdb/node-bindings');
    createRequire(bindings).resolve(`@duckdb/node-bindings-${process.platform}-${process.arch}/duckdb.node`);
    return program;
  } catch {
    return undefined;
  }
}
