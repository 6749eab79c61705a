import type { Definition, Definitions, PlatformRecord } from './definition';
import type { Lock } from './lock';
import { planChanges } from './plan';
import type { Plan } from './plan';
import type { QueryFile } from './queryFile';

/** Compares the files of a folder with the records of one platform. */
export function planFolder(
  files: readonly QueryFile[],
  lock: Lock,
  platform: string,
  records: readonly PlatformRecord[],
): Plan {
  return planChanges(definitionsOf(files, platform), records, lock.of(platform));
}

function definitionsOf(files: readonly QueryFile[], platform: string): Definitions {
  const definitions = new Map<string, Definition>();
  for (const file of files) {
    const definition = file.on(platform);
    if (definition) definitions.set(file.path, definition);
  }
  return definitions;
}
